/** Redaction rules of `eventRecords`: no names of people, no notes, no addresses of pictures. */
import type { PageInput } from '../app/events.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import { MAP, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { EVENT } from '../recording/eventRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { EventRecordsContext, EventRecordsEvent } from './eventRecords.machine.ts';

export const eventRecordsRedaction = defineRedaction<EventRecordsContext, EventRecordsEvent, PageInput>()({
  context: {
    ...listRedaction(EVENT),
    open: true,
    record: { of: true, event: EVENT, failure: 'failure' },
    dismissed: true,
    actFailure: 'failure',
    noteFailure: 'failure',
    plan: { of: true, stations: true, map: MAP, place: true, failure: 'failure' },
  },
  defaults: { record: null, note: '', noteFailure: null },
  input: PAGE_INPUT,
  events: {
    ...LIST_EVENTS,
    'event.open': { id: true },
    'event.step': { to: true },
    'look.choose': { look: true },
    'event.dismiss': { caseId: true },
    'picture.save': { fileId: true },
  },
  outputs: {
    loadList: foundRedaction(EVENT),
    loadEvent: { event: EVENT },
    loadPlan: { stations: true, map: MAP, place: true },
    dismissCase: { caseId: true },
    reopenCase: { caseId: true },
    loadNeighbour: { id: true, page: true },
  },
});
