/** What may leave of `cruiseRecord` in a capsule (machines/capsule/leaves.ts). */
import { PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import { CRUISE_DRIVE } from '../cruiseDrive/cruiseDrive.leaves.ts';
import { foundLeaves, LIST_EVENTS, listLeaves } from '../factories/pagedList.leaves.ts';
import type { PageInput } from '../app/messages.ts';
import type { CruiseRecordContext, CruiseRecordEvent } from './cruiseRecord.machine.ts';

const DETAIL = { drive: CRUISE_DRIVE, total: true, visits: true } as const;

export const cruiseRecordLeaves = leavesOf<CruiseRecordContext, CruiseRecordEvent, PageInput>()({
  context: {
    ...listLeaves(CRUISE_DRIVE),
    counts: true,
    routes: true,
    open: true,
    detail: DETAIL,
    detailFailure: 'failure',
    underWay: true,
  },
  input: PAGE_INPUT,
  events: { ...LIST_EVENTS, 'drives.heard': { robots: true, at: true }, 'record.open': { driveId: true } },
  outputs: { loadList: { ...foundLeaves(CRUISE_DRIVE), counts: true, routes: true }, loadDetail: DETAIL },
  telemetry: ['drives.heard'],
});
