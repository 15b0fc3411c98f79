/** Redaction rules of `legal`. The part asked for is typed into the URL, and therefore left out. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { LegalContext, LegalEvent } from './legal.machine.ts';

const DAYS = { '*': true } as const;

export const legalRedaction = defineRedaction<LegalContext, LegalEvent, PageInput>()({
  context: { page: true, days: DAYS, failure: 'failure' },
  input: PAGE_INPUT,
  events: PAGE_EVENTS,
  outputs: { loadDays: { days: DAYS } },
});
