/** Redaction rules of `changelog` (machines/recording/redaction.ts): everything is kept, because it is public. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { ChangelogContext, ChangelogEvent } from './changelog.machine.ts';

const TOLD = {
  version: true,
  build: true,
  releases: { '*': { version: true, date: true, changes: { '*': { kind: true, text: true } } } },
} as const;

export const changelogRedaction = defineRedaction<ChangelogContext, ChangelogEvent, PageInput>()({
  context: { ...TOLD, failure: 'failure' },
  input: { page: true, language: true },
  events: PAGE_EVENTS,
  outputs: { loadReleases: TOLD },
});
