/** What may leave of `changelog` in a capsule (machines/capsule/leaves.ts): all of it, it is told to anybody. */
import type { PageInput } from '../app/messages.ts';
import { PAGE_EVENTS } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { ChangelogContext, ChangelogEvent } from './changelog.machine.ts';

const TOLD = {
  version: true,
  build: true,
  releases: { '*': { version: true, date: true, changes: { '*': { kind: true, text: true } } } },
} as const;

export const changelogLeaves = leavesOf<ChangelogContext, ChangelogEvent, PageInput>()({
  context: { ...TOLD, failure: 'failure' },
  input: { page: true, language: true },
  events: PAGE_EVENTS,
  outputs: { loadReleases: TOLD },
});
