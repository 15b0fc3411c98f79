/** Redaction rules of `disinfectionRecords` (machines/recording/redaction.ts): names of people are not recorded. */
import type { PageInput } from '../app/events.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import { MAP, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { DisinfectionRecordsContext, DisinfectionRecordsEvent } from './disinfectionRecords.setup.ts';

const RUN = {
  id: true,
  serialNumber: true,
  robotName: true,
  mapId: true,
  mapName: true,
  floor: true,
  kind: true,
  mode: true,
  aim: true,
  waitUntilEmpty: true,
  state: true,
  phase: true,
  reason: { type: true },
  startedBy: { userId: true },
  task: true,
  startedAt: true,
  endedAt: true,
  estimate: true,
  squareMetres: true,
  coverage: true,
  dose: true,
  agentLeft: true,
  agentFull: true,
  sections: true,
  revision: true,
  demo: true,
} as const satisfies RedactionRule;
const DETAIL = {
  details: { run: RUN, grid: true, planned: true, doses: true, pauses: true, track: true },
  map: MAP,
} as const satisfies RedactionRule;
const PLACES = { floors: true, map: MAP } as const satisfies RedactionRule;
const FORM = {
  serialNumber: true,
  mapId: true,
  kind: true,
  roomIds: true,
  points: true,
  polygon: true,
  mode: true,
  dose: true,
  waitUntilEmpty: true,
} as const satisfies RedactionRule;
const PREVIEW = { estimate: true, grid: true, planned: true, sections: true } as const satisfies RedactionRule;

export const disinfectionRecordsRedaction = defineRedaction<
  DisinfectionRecordsContext,
  DisinfectionRecordsEvent,
  PageInput
>()({
  context: {
    ...listRedaction(RUN),
    counts: true,
    open: true,
    detail: DETAIL,
    detailFailure: 'failure',
    underWay: true,
    form: FORM,
    places: PLACES,
    preview: PREVIEW,
    startFailure: 'failure',
    isSubmitted: true,
    actFailure: 'failure',
  },
  input: PAGE_INPUT,
  events: {
    ...LIST_EVENTS,
    'disinfections.changed': { runs: true },
    'record.open': { id: true },
    'start.open': { serialNumber: true },
    'start.change': { form: FORM },
  },
  outputs: {
    loadList: { ...foundRedaction(RUN), counts: true },
    loadDetail: DETAIL,
    loadPlaces: PLACES,
    preview: PREVIEW,
    startRun: RUN,
    actOnRun: RUN,
  },
  telemetry: ['disinfections.changed'],
});
