/** Redaction rules of `cruiseRecord` (machines/recording/redaction.ts). */
import { MAP, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import { ROUTE_RUN } from '../routeRun/routeRun.redaction.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { CruiseRecordContext, CruiseRecordEvent } from './cruiseRecord.machine.ts';

const DETAIL = { drive: ROUTE_RUN, total: true, visits: true, track: true, map: MAP } as const;

export const cruiseRecordRedaction = defineRedaction<CruiseRecordContext, CruiseRecordEvent, PageInput>()({
  context: {
    ...listRedaction(ROUTE_RUN),
    counts: true,
    routes: true,
    open: true,
    detail: DETAIL,
    detailFailure: 'failure',
    underWay: true,
  },
  input: PAGE_INPUT,
  events: { ...LIST_EVENTS, 'routeRuns.changed': { robots: true, at: true }, 'record.open': { driveId: true } },
  outputs: { loadList: { ...foundRedaction(ROUTE_RUN), counts: true, routes: true }, loadDetail: DETAIL },
  telemetry: ['routeRuns.changed'],
});
