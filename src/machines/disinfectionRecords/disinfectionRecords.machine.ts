/**
 * The records of disinfections, and the start of one (spec 2 "Robot activities", design 21). Parallel regions:
 *
 *   list:   a page of records (machines/factories/pagedList.ts); reloaded when a run starts or ends
 *   detail: closed ;  the URL names a run ──▶ loading ──▶ shown ⇄ refreshing ;  loading ──▶ failed ──detail.retry──▶ loading
 *   dialog: closed ──start.open──▶ loading ──▶ editing { checking ──▶ previewing ──▶ previewed } ──start.submit──▶ starting
 *   rows:   still ──a run on the page went on──▶ collecting ──some seconds──▶ still (the list is reloaded)
 *   export: idle ──export.start──▶ exporting ──▶ idle ;  exporting ──export.cancel──▶ idle
 *   act:    idle ──run.end | run.doMissed──▶ acting ──▶ idle
 *
 * A run in progress stays current: its details are reloaded when the feed reports a change.
 */
import { assertEvent, assign } from 'xstate';
import type { Disinfection } from '../../../contract/entities/disinfection.ts';
import type { Query } from '../app/events.ts';
import { exportRegion } from '../factories/longJob.ts';
import { listOf, withQuery } from '../factories/pagedList.ts';
import { failureOf } from '../failure.ts';
import {
  beside,
  CLOSED,
  type DisinfectionRecordsContext,
  type DisinfectionRecordsEvent,
  type Known,
  list,
  NO_COUNTS,
  type PlanRequest,
  records,
} from './disinfectionRecords.setup.ts';
import { disinfectionQuery, runIn, startIn } from './disinfectionRecordsQuery.ts';
import { emptyForm, formFault, onMap, planOf } from './planForm.ts';
import type { DisinfectionsChanged } from './watchDisinfections.ts';

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
  if (context.rows.some(({ id, state }) => state === 'inProgress' && id !== context.open))
    enqueue({ type: 'renewRows' });
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
    list: list.regionBesideRecord,
    detail: {
      initial: 'first',
      on: beside.on(assignOpen),
      states: {
        ...beside.states,
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
          on: {
            'start.close': { target: 'closed', actions: ['assignClosed', 'askNoStart'] },
            'start.change': [
              {
                guard: { type: 'isElsewhere', params: ({ event }) => event },
                target: 'loading',
                reenter: true,
                actions: assign({ form: ({ event }) => event.form }),
              },
              // What is chosen while the places load stays chosen.
              { actions: assign({ form: ({ event }) => event.form }) },
            ],
          },
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
                form: form && { ...onMap({ ...form, mapId: '' }, output.map.id) },
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
    rows: {
      initial: 'still',
      states: {
        still: { on: { 'rows.changed': 'collecting' } },
        collecting: { after: { collect: { target: 'still', actions: 'reload' } } },
      },
    },
    export: exportRegion({
      src: 'exportRuns',
      inputOf: ({ query }: DisinfectionRecordsContext) => disinfectionQuery.read(query),
      done: { key: 'disinfectionRecords.export.done' },
    }),
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
