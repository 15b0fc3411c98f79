/**
 * The records of disinfections, and the start of one (spec 2 "Robot activities", design 21). Parallel regions:
 *
 *   list:   a page of records (machines/factories/pagedList.ts); reloaded when a run starts or ends
 *   detail: closed ;  the URL names a run ──▶ loading ──▶ shown ⇄ refreshing ;  loading ──▶ failed ──detail.retry──▶ loading
 *   dialog: closed ──start.open──▶ loading ──▶ editing { checking ──▶ previewing ──▶ previewed } ──start.submit──▶ starting
 *   act:    idle ──run.end | run.doMissed──▶ acting ──▶ idle
 *
 * A run in progress stays current: its details are reloaded when the feed reports a change.
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import type {
  Disinfection,
  DisinfectionDetails,
  DisinfectionPreview,
} from '../../../contract/entities/disinfection.ts';
import type { IndoorMap, MapFloor } from '../../../contract/entities/map.ts';
import type { DisinfectionPlan, DisinfectionState } from '../../../contract/rules/disinfection.ts';
import { type PageInput, type Query, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  listOf,
  type ListTag,
  pagedList,
} from '../factories/pagedList.ts';
import { type Failure, failureOf } from '../failure.ts';
import { disinfectionQuery, runIn, startIn, type DisinfectionQuery } from './disinfectionRecordsQuery.ts';
import { emptyForm, formFault, planOf, type StartForm } from './startForm.ts';
import { type DisinfectionsChanged, watchDisinfections } from './watchDisinfections.ts';

export interface DisinfectionsResult extends ListResult<Disinfection> {
  /** Counts by result, over all records that match the other filters. */
  counts: Readonly<Record<DisinfectionState, number>>;
}
export interface RunDetail {
  details: DisinfectionDetails;
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
  /** Raised by this machine itself. */
  | { type: 'detail.changed' }
  | { type: 'start.open'; serialNumber: string }
  | { type: 'start.close' }
  | { type: 'start.change'; form: StartForm }
  | { type: 'start.retry' }
  | { type: 'start.submit' }
  | { type: 'run.end' }
  | { type: 'run.doMissed' };

const list = pagedList<DisinfectionsResult, DisinfectionQuery, DisinfectionRecordsEvent, DisinfectionRecordsContext>({
  requestOf: disinfectionQuery.read,
  typed: disinfectionQuery.typed,
});
type Known = { context: DisinfectionRecordsContext };
const NO_COUNTS: DisinfectionsResult['counts'] = { inProgress: 0, finished: 0, failed: 0, partiallyCompleted: 0 };
/** Changes of the form within this time are one preview, ms. */
const CHECK_MS = 300;
const CLOSED = { form: null, places: null, preview: null, startFailure: null, isSubmitted: false } as const;

const records = setup({
  types: {
    context: {} as DisinfectionRecordsContext,
    input: {} as PageInput,
    events: {} as DisinfectionRecordsEvent,
    tags: {} as ListTag | 'starting' | 'acting' | 'loadingPlaces' | 'previewing',
  },
  actors: {
    ...list.actors,
    loadDetail: promiseEffect<RunDetail, { id: string }>('loadDetail'),
    loadPlaces: promiseEffect<PlacesResult, PlacesRequest>('loadPlaces'),
    preview: promiseEffect<DisinfectionPreview, PlanRequest>('preview'),
    startRun: promiseEffect<Disinfection, PlanRequest>('startRun'),
    actOnRun: promiseEffect<Disinfection, RunAct>('actOnRun'),
    watchDisinfections,
  },
  guards: {
    ...list.guards,
    isOther: ({ context }: Known, { query }: { query: Query }) => runIn(query) !== context.open,
    isClosing: (_: Known, { query }: { query: Query }) => runIn(query) === '',
    /** Only the open run changed; the list stays. */
    isSameList: ({ context }: Known, { query }: { query: Query }) =>
      JSON.stringify(disinfectionQuery.read(query)) === JSON.stringify(disinfectionQuery.read(context.query)),
    isOpen: ({ context }: Known) => context.open !== '',
    asksStart: (_: Known, { query }: { query: Query }) => startIn(query) !== '',
    hasForm: ({ context }: Known) => context.form !== null,
    hasPlan: ({ context: { form } }: Known) => form !== null && planOf(form) !== null,
    needsPlaces: ({ context: { form, places } }: Known, { form: next }: { form: StartForm }) =>
      next.serialNumber !== form?.serialNumber || next.mapId !== (places?.map.id ?? ''),
    isEnded: ({ context: { detail } }: Known) => detail !== null && detail.details.run.state !== 'inProgress',
    isUnderWay: ({ context: { detail } }: Known) => detail?.details.run.state === 'inProgress',
  },
  actions: {
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
  },
  delays: { ...list.delays, check: CHECK_MS },
});

const withQuery = ({ event }: { event: { query: Query } }) => ({ query: event.query });
const idsOf = (runs: DisinfectionsChanged['runs']): string =>
  runs
    .map(({ id }) => id)
    .sort()
    .join();

/** Reloads the list when a run starts or ends, and the details when the open run changes. */
const onDisinfectionsChanged = records.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'disinfections.changed');
  const revisionIn = (runs: DisinfectionsChanged['runs']) => runs.find(({ id }) => id === context.open)?.revision;
  const isFirst = context.underWay.length === 0 && context.rows.length === 0;
  enqueue.assign({ underWay: event.runs });
  if (!isFirst && idsOf(event.runs) !== idsOf(context.underWay)) enqueue({ type: 'reload' });
  if (revisionIn(event.runs) !== revisionIn(context.underWay)) enqueue({ type: 'renew' });
});
const assignOpen = assign<
  DisinfectionRecordsContext,
  { type: string; query: Query },
  undefined,
  DisinfectionRecordsEvent,
  never
>(({ event }) => ({ open: runIn(event.query), detail: null, detailFailure: null, actFailure: null }));
const planAsked = ({ context: { form } }: Known): PlanRequest => {
  const plan = form && planOf(form);
  if (!form || !plan) throw new Error('there is no plan');
  return { serialNumber: form.serialNumber, plan };
};

export const disinfectionRecordsMachine = records.createMachine({
  id: 'disinfectionRecords',
  context: ({ input }) => ({
    ...listOf(input.query),
    counts: NO_COUNTS,
    open: runIn(input.query),
    detail: null,
    detailFailure: null,
    underWay: [],
    ...CLOSED,
    form: startIn(input.query) === '' ? null : emptyForm(startIn(input.query)),
    actFailure: null,
  }),
  invoke: { src: 'watchDisinfections' },
  type: 'parallel',
  on: {
    'disinfections.changed': { actions: onDisinfectionsChanged },
    'record.open': { actions: { type: 'askOpen', params: ({ event }) => event } },
    'record.close': { actions: { type: 'askOpen', params: { id: '' } } },
  },
  states: {
    list: {
      ...list.region,
      on: {
        ...list.region.on,
        'page.queryChanged': [
          { guard: { type: 'isSameList', params: withQuery }, actions: { type: 'assignQuery', params: withQuery } },
          ...list.region.on['page.queryChanged'],
        ],
      },
    },
    detail: {
      initial: 'first',
      on: {
        'page.queryChanged': [
          { guard: { type: 'isClosing', params: withQuery }, target: '.closed', actions: assignOpen },
          { guard: { type: 'isOther', params: withQuery }, target: '.loading', actions: assignOpen },
        ],
      },
      states: {
        first: { always: [{ guard: 'isOpen', target: 'loading' }, { target: 'closed' }] },
        closed: {},
        loading: {
          invoke: {
            src: 'loadDetail',
            input: ({ context: { open } }) => ({ id: open }),
            onDone: { target: 'shown', actions: [{ type: 'assignDetail', params: ({ event }) => event.output }] },
            onError: { target: 'failed', actions: assign({ detailFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: {
          on: {
            'detail.changed': '.refreshing',
            'page.resumed': '.refreshing',
            'page.languageChanged': '.refreshing',
          },
          initial: 'still',
          states: {
            still: {},
            refreshing: {
              invoke: {
                src: 'loadDetail',
                input: ({ context: { open } }) => ({ id: open }),
                onDone: { target: 'still', actions: [{ type: 'assignDetail', params: ({ event }) => event.output }] },
                // The details shown stay; the next change retries.
                onError: 'still',
              },
              on: { 'detail.changed': { target: 'refreshing', reenter: true } },
            },
          },
        },
        failed: { on: { 'detail.retry': 'loading', 'page.resumed': 'loading', 'page.languageChanged': 'loading' } },
      },
    },
    dialog: {
      initial: 'first',
      states: {
        first: { always: [{ guard: 'hasForm', target: 'loading' }, { target: 'closed' }] },
        closed: {
          on: {
            'start.open': {
              target: 'loading',
              actions: assign(({ event }) => ({ ...CLOSED, form: emptyForm(event.serialNumber) })),
            },
            'page.queryChanged': {
              guard: { type: 'asksStart', params: withQuery },
              target: 'loading',
              actions: assign(({ event }) => ({ ...CLOSED, form: emptyForm(startIn(event.query)) })),
            },
          },
        },
        loading: {
          tags: 'loadingPlaces',
          on: { 'start.close': { target: 'closed', actions: ['assignClosed', 'askNoStart'] } },
          invoke: {
            src: 'loadPlaces',
            input: ({ context: { form } }) => ({ serialNumber: form?.serialNumber ?? '', mapId: form?.mapId ?? '' }),
            onDone: {
              target: 'editing',
              // Rooms and points of another map mean nothing on this one.
              actions: assign(({ context: { form }, event: { output } }) => ({
                places: output,
                preview: null,
                startFailure: null,
                form: form && { ...form, mapId: output.map.id, roomIds: [], points: [], polygon: [] },
              })),
            },
            onError: { target: 'failed', actions: assign({ startFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        failed: {
          on: {
            'start.retry': 'loading',
            'start.change': { target: 'loading', actions: assign({ form: ({ event }) => event.form }) },
            'start.close': { target: 'closed', actions: ['assignClosed', 'askNoStart'] },
          },
        },
        editing: {
          on: {
            'start.close': { target: 'closed', actions: ['assignClosed', 'askNoStart'] },
            'start.change': [
              {
                guard: { type: 'needsPlaces', params: ({ event }) => event },
                target: 'loading',
                actions: assign({ form: ({ event }) => event.form, places: null, preview: null }),
              },
              {
                target: '.checking',
                reenter: true,
                actions: assign({ form: ({ event }) => event.form, startFailure: null }),
              },
            ],
            'start.submit': [{ guard: 'hasPlan', target: 'starting' }, { actions: assign({ isSubmitted: true }) }],
          },
          initial: 'checking',
          states: {
            checking: { after: { check: [{ guard: 'hasPlan', target: 'previewing' }, { target: 'empty' }] } },
            empty: { entry: assign({ preview: null }) },
            previewing: {
              tags: 'previewing',
              invoke: {
                src: 'preview',
                input: planAsked,
                onDone: { target: 'previewed', actions: assign({ preview: ({ event }) => event.output }) },
                onError: {
                  target: 'previewed',
                  actions: assign({ preview: null, startFailure: ({ event }) => failureOf(event.error) }),
                },
              },
            },
            previewed: {},
          },
        },
        starting: {
          tags: 'starting',
          invoke: {
            src: 'startRun',
            input: planAsked,
            onDone: {
              target: 'closed',
              actions: [
                'assignClosed',
                { type: 'askOpen', params: ({ event }) => ({ id: event.output.id }) },
                'reload',
              ],
            },
            onError: { target: 'editing', actions: assign({ startFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
      },
    },
    act: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'run.end': { guard: 'isUnderWay', target: 'ending' },
            'run.doMissed': { guard: 'isEnded', target: 'repeating' },
          },
        },
        ending: {
          tags: 'acting',
          entry: assign({ actFailure: null }),
          invoke: {
            src: 'actOnRun',
            input: ({ context }) => ({ act: 'end' as const, run: openRun(context) }),
            onDone: { target: 'idle', actions: ['renew', 'reload'] },
            onError: { target: 'idle', actions: assign({ actFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        repeating: {
          tags: 'acting',
          entry: assign({ actFailure: null }),
          invoke: {
            src: 'actOnRun',
            input: ({ context }) => ({ act: 'missed' as const, run: openRun(context) }),
            onDone: {
              target: 'idle',
              actions: [{ type: 'askOpen', params: ({ event }) => ({ id: event.output.id }) }, 'reload'],
            },
            onError: { target: 'idle', actions: assign({ actFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
      },
    },
  },
});

function openRun({ detail }: DisinfectionRecordsContext): Disinfection {
  if (!detail) throw new Error('no run is open');
  return detail.details.run;
}

/** Whether the form's fault is shown: at once for values, and after a submit for what is missing. */
export const shownFault = ({ form, isSubmitted }: Pick<DisinfectionRecordsContext, 'form' | 'isSubmitted'>) => {
  const fault = form && formFault(form);
  return fault === 'dose' || fault === 'minutes' || isSubmitted ? fault : null;
};
