/** Types, effects, guards and actions of the disinfection records. */
import type { ExportEvent } from '../factories/longJob.ts';
import { assign, raise, sendTo, setup } from 'xstate';
import type {
  Disinfection,
  DisinfectionDetails,
  DisinfectionPreview,
} from '../../../contract/entities/disinfection.ts';
import type { IndoorMap, MapFloor } from '../../../contract/entities/map.ts';
import type { DisinfectionPlan, DisinfectionResult } from '../../../contract/rules/disinfection.ts';
import { type PageInput, type Query, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import { type ListContext, type ListEvent, type ListResult, type ListTag, pagedList } from '../factories/pagedList.ts';
import { recordBeside } from '../factories/recordBeside.ts';
import type { Failure } from '../failure.ts';
import { disinfectionQuery, runIn, startIn, type DisinfectionQuery } from './disinfectionRecordsQuery.ts';
import { planOf, type StartForm } from './planForm.ts';
import { type DisinfectionsChanged, watchDisinfections } from './watchDisinfections.ts';

export interface DisinfectionsResult extends ListResult<Disinfection> {
  /** Counts by result, over all records that match the other filters. */
  counts: Readonly<Record<DisinfectionResult, number>>;
}
export interface RunDetail {
  /** Older recordings of the console have no track. */
  details: Omit<DisinfectionDetails, 'track'> & Partial<Pick<DisinfectionDetails, 'track'>>;
  /** null if the map is gone. */
  map: IndoorMap | null;
}
/** The maps of a robot's site, and the one to choose places on: the robot's own if none is named. */
export interface PlacesResult {
  floors: readonly MapFloor[];
  map: IndoorMap;
}
export interface PlacesRequest {
  serialNumber: string;
  mapId: string;
}
export interface PlanRequest {
  serialNumber: string;
  plan: DisinfectionPlan;
}
export type RunAct = { act: 'end'; run: Disinfection } | { act: 'missed'; run: Disinfection };

export interface DisinfectionRecordsContext extends ListContext<Disinfection> {
  counts: DisinfectionsResult['counts'];
  /** Id of the run that is open; empty for none. */
  open: string;
  detail: RunDetail | null;
  detailFailure: Failure | null;
  /** Runs in progress in the feed. */
  underWay: DisinfectionsChanged['runs'];
  /** The start dialog; null while it is closed. */
  form: StartForm | null;
  places: PlacesResult | null;
  preview: DisinfectionPreview | null;
  /** Why the places, the preview or the start failed. */
  startFailure: Failure | null;
  /** The form was submitted: what is missing is said. */
  isSubmitted: boolean;
  actFailure: Failure | null;
}
export type DisinfectionRecordsEvent =
  | ListEvent
  | DisinfectionsChanged
  /** Pushes a history entry, so that Back undoes it. */
  | { type: 'record.open'; id: string }
  | { type: 'record.close' }
  | { type: 'detail.retry' }
  /** Both are raised by this machine itself. */
  | { type: 'detail.changed' }
  | { type: 'rows.changed' }
  | { type: 'start.open'; serialNumber: string }
  | { type: 'start.close' }
  | { type: 'start.change'; form: StartForm }
  | { type: 'start.retry' }
  | { type: 'start.submit' }
  | ExportEvent
  | { type: 'run.end' }
  | { type: 'run.doMissed' };

export const list = pagedList<
  DisinfectionsResult,
  DisinfectionQuery,
  DisinfectionRecordsEvent,
  DisinfectionRecordsContext
>({
  requestOf: disinfectionQuery.read,
  typed: disinfectionQuery.typed,
});
export const beside = recordBeside(runIn);
export type Known = { context: DisinfectionRecordsContext };
export const NO_COUNTS: DisinfectionsResult['counts'] = {
  inProgress: 0,
  finished: 0,
  failed: 0,
  partiallyCompleted: 0,
  notStarted: 0,
  unknown: 0,
};
/** Changes of the form within this time are one preview, ms. */
const CHECK_MS = 300;
/** Progress of the runs on the page within this time is one reload, ms. */
const COLLECT_MS = 5_000;
export const CLOSED = { form: null, places: null, preview: null, startFailure: null, isSubmitted: false } as const;

export const records = setup({
  types: {
    context: {} as DisinfectionRecordsContext,
    input: {} as PageInput,
    events: {} as DisinfectionRecordsEvent,
    tags: {} as ListTag | 'exporting' | 'starting' | 'acting' | 'loadingPlaces' | 'previewing',
  },
  actors: {
    ...list.actors,
    loadDetail: promiseEffect<RunDetail, { id: string }>('loadDetail'),
    loadPlaces: promiseEffect<PlacesResult, PlacesRequest>('loadPlaces'),
    preview: promiseEffect<DisinfectionPreview, PlanRequest>('preview'),
    startRun: promiseEffect<Disinfection, PlanRequest>('startRun'),
    actOnRun: promiseEffect<Disinfection, RunAct>('actOnRun'),
    /** Resolves when the file is saved. */
    exportRuns: promiseEffect<void, DisinfectionQuery>('exportRuns'),
    watchDisinfections,
  },
  guards: {
    ...list.guards,
    ...beside.guards,
    asksStart: (_: Known, { query }: { query: Query }) => startIn(query) !== '',
    hasForm: ({ context }: Known) => context.form !== null,
    hasPlan: ({ context: { form } }: Known) => form !== null && planOf(form) !== null,
    needsPlaces: ({ context: { form, places } }: Known, { form: next }: { form: StartForm }) =>
      next.serialNumber !== form?.serialNumber || next.mapId !== (places?.map.id ?? ''),
    /** Whether other places than those being loaded are needed. */
    isElsewhere: ({ context: { form } }: Known, { form: next }: { form: StartForm }) =>
      next.serialNumber !== form?.serialNumber || next.mapId !== form.mapId,
    isEnded: ({ context: { detail } }: Known) => detail !== null && detail.details.run.state !== 'inProgress',
    isUnderWay: ({ context: { detail } }: Known) => detail?.details.run.state === 'inProgress',
  },
  actions: {
    ...noticeActions<DisinfectionRecordsContext, DisinfectionRecordsEvent>(),
    // Same as in the factory, retyped for this machine's context: it has additional fields, which XState's types
    // reject.
    assignQuery: assign((_, { query }: { query: Query }) => ({ query })),
    assignFound: assign((_, { found }: { found: DisinfectionsResult }) => ({ ...found, failure: null })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    /** The row of the open run stays as current as its details. */
    assignDetail: assign(({ context: { rows } }, detail: RunDetail) => ({
      detail,
      detailFailure: null,
      rows: rows.map((row) => (row.id === detail.details.run.id ? detail.details.run : row)),
    })),
    assignClosed: assign(() => CLOSED),
    askQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, asked: { query: Query; push?: boolean }) => ({ type: 'navigation.query' as const, ...asked }),
    ),
    /** Writes the open run to the URL; opening pushes a history entry, so that Back closes it. */
    askOpen: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { id }: { id: string }) => ({
        type: 'navigation.query' as const,
        query: { run: id, start: '' },
        push: id !== '',
      }),
    ),
    askNoStart: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      () => ({ type: 'navigation.query' as const, query: { start: '' } }),
    ),
    reload: raise({ type: 'list.reload' as const }),
    renew: raise({ type: 'detail.changed' as const }),
    renewRows: raise({ type: 'rows.changed' as const }),
  },
  delays: { ...list.delays, check: CHECK_MS, collect: COLLECT_MS },
});
