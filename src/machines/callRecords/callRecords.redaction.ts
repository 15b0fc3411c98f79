/** Redaction rules of `callRecords`: no names of people and no notes. */
import type { PageInput } from '../app/events.ts';
import { CALL } from '../calls/calls.redaction.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import { CALL_RECORD } from '../robotCall/robotCall.redaction.ts';
import type { CallRecordsContext, CallRecordsEvent } from './callRecords.machine.ts';

export const callRecordsRedaction = defineRedaction<CallRecordsContext, CallRecordsEvent, PageInput>()({
  context: { ...listRedaction(CALL), open: true, detail: CALL_RECORD, detailFailure: 'failure' },
  input: PAGE_INPUT,
  events: { ...LIST_EVENTS, 'record.open': { id: true } },
  outputs: { loadList: foundRedaction(CALL), loadDetail: CALL_RECORD },
});
