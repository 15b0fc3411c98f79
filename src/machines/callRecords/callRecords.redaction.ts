/** Redaction rules of `callRecords`: no names of people and no notes. */
import type { PageInput } from '../app/events.ts';
import { CALL } from '../calls/calls.redaction.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import type { ListEvent } from '../factories/pagedList.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { CallRecordsContext } from './callRecords.machine.ts';

export const callRecordsRedaction = defineRedaction<CallRecordsContext, ListEvent, PageInput>()({
  context: listRedaction(CALL),
  input: PAGE_INPUT,
  events: LIST_EVENTS,
  outputs: { loadList: foundRedaction(CALL) },
});
