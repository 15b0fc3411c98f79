/** Redaction rules of `legal`. The part asked for is typed into the URL, and therefore left out. */
import type { PageEvent, PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { LegalContext } from './legal.machine.ts';

export const legalRedaction = defineRedaction<LegalContext, PageEvent, PageInput>()({
  context: {},
  input: PAGE_INPUT,
  events: PAGE_EVENTS,
});
