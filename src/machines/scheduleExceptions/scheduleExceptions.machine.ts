/**
 * Exceptions from scheduled tasks (spec 2 "Exception plan", design 20): a calendar with the runs they touch, made by form
 * or by dragging. Parallel regions:
 *
 *   list:     choosing (a site) ──▶ reading ⇄ shown (every POLL_MS)     none: there is no site     failed
 *   form:     closed ──form.new, band.grab, exception.open, exception.copy──▶ open { editing ⇄ dragging, saving, asking }
 *   stops:    the points at which tasks of the site stop
 *   preview:  resting ──the form changed──▶ pausing ──▶ previewing ──▶ resting
 *   deletion: idle ──exception.delete──▶ deleting ──▶ offered (Undo, for UNDO_MS) ──undo.take──▶ restoring ──▶ idle
 */
import { assign, raise } from 'xstate';
import { plusDays } from '../../../contract/rules/zonedTime.ts';
import { failureOf } from '../failure.ts';
import { firstDayIn } from '../schedules/schedulesQuery.ts';
import { WEEK_DAYS } from '../schedules/timetableView.ts';
import { exceptionFormStates } from './exceptionForm.states.ts';
import { formOf, requestsOf } from './exceptionForm.ts';
import {
  exceptionPreviewKey,
  exceptionsSite,
  scheduleExceptions,
  type ScheduleExceptionsContext,
  stopsKey,
} from './scheduleExceptions.setup.ts';

const dayAfter = ({ data, query }: ScheduleExceptionsContext, by: number): string => {
  const first = data?.from ?? firstDayIn(query);
  return by === 0 || first === '' ? '' : plusDays(first, by * WEEK_DAYS);
};

export const scheduleExceptionsMachine = scheduleExceptions.createMachine({
  id: 'scheduleExceptions',
  context: ({ input: { query }, self }) => ({
    query,
    sites: [],
    data: null,
    failure: null,
    isOpened: false,
    form: null,
    base: null,
    tried: false,
    saveFailure: null,
    drag: null,
    stops: null,
    loadingStops: '',
    mapId: '',
    preview: null,
    previewing: '',
    previewFailure: null,
    seed: self.sessionId,
    attempt: 0,
    deleted: null,
    deleting: null,
    leaveTo: '',
  }),
  type: 'parallel',
  on: {
    'site.choose': {
      actions: {
        type: 'writeQuery',
        params: ({ event }) => ({ query: { site: event.siteId, exception: '' }, push: true }),
      },
    },
    'week.move': {
      actions: {
        type: 'writeQuery',
        params: ({ context, event }) => ({ query: { from: dayAfter(context, event.by) }, push: true }),
      },
    },
    'map.choose': { actions: assign({ mapId: ({ event }) => event.mapId }) },
  },
  states: {
    list: {
      initial: 'choosing',
      on: {
        'page.resumed': '.choosing',
        'page.languageChanged': { target: '.choosing', actions: assign({ stops: null }) },
        'page.queryChanged': [
          {
            guard: { type: 'isElsewhere', params: ({ event }) => event },
            target: '.choosing',
            actions: assign({ query: ({ event }) => event.query }),
          },
          { actions: assign({ query: ({ event }) => event.query }) },
        ],
        'exceptions.reload': '.choosing',
      },
      states: {
        choosing: {
          tags: 'reading',
          invoke: {
            src: 'loadSites',
            onDone: { target: 'reading', actions: assign({ sites: ({ event }) => event.output.sites }) },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        reading: {
          tags: 'reading',
          always: { guard: 'hasNoSite', target: 'none' },
          invoke: {
            src: 'loadTimetable',
            input: ({ context }) => ({
              siteId: exceptionsSite(context)?.siteId ?? '',
              timeZone: exceptionsSite(context)?.timeZone ?? 'UTC',
              from: firstDayIn(context.query),
            }),
            onDone: {
              target: 'shown',
              actions: [
                assign({ data: ({ event }) => event.output.timetable, failure: null }),
                scheduleExceptions.enqueueActions(({ context: { query, data, isOpened }, enqueue }) => {
                  const id = query['exception'];
                  if (isOpened || !id) return;
                  enqueue.assign({ isOpened: true });
                  if (data?.exceptions.some((each) => each.id === id)) enqueue.raise({ type: 'exception.open', id });
                }),
              ],
            },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: { after: { poll: 'reading' } },
        failed: { after: { poll: 'choosing' } },
        none: { entry: assign({ data: null, failure: null }) },
      },
    },
    form: exceptionFormStates,
    stops: {
      initial: 'resting',
      states: {
        resting: { always: { guard: 'areStopsStale', target: 'loading' } },
        loading: {
          entry: assign({ loadingStops: ({ context }) => stopsKey(context) }),
          always: { guard: 'isLoadingOther', target: 'resting' },
          invoke: {
            src: 'loadStops',
            input: ({ context }) => {
              const [serialNumber = '', ...pathIds] = context.loadingStops.split(' ');
              return { serialNumber, pathIds };
            },
            onDone: {
              target: 'resting',
              actions: assign(({ context, event: { output } }) => ({
                stops: { of: context.loadingStops, maps: output.maps },
                mapId: output.maps.some(({ map }) => map.id === context.mapId)
                  ? context.mapId
                  : (output.maps[0]?.map.id ?? ''),
              })),
            },
            onError: 'failed',
          },
        },
        /** Without points an exception concerns whole runs. */
        failed: { on: { 'exceptions.reload': 'resting' }, always: { guard: 'isLoadingOther', target: 'resting' } },
      },
    },
    preview: {
      initial: 'resting',
      states: {
        resting: { always: { guard: 'isPreviewStale', target: 'pausing' } },
        pausing: {
          tags: 'previewing',
          entry: assign({ previewing: ({ context }) => exceptionPreviewKey(context) }),
          always: { guard: 'isPreviewingOther', target: 'resting' },
          after: { previewDelay: 'previewing' },
        },
        previewing: {
          tags: 'previewing',
          always: { guard: 'isPreviewingOther', target: 'resting' },
          invoke: {
            src: 'previewExceptions',
            // Only a form that can be previewed comes here.
            input: ({ context: { form } }) => ({ requests: form ? requestsOf(form) : [] }),
            onDone: {
              target: 'resting',
              actions: assign(({ context, event }) => ({
                preview: { of: context.previewing, runs: event.output.runs },
                previewFailure: null,
              })),
            },
            onError: {
              target: 'failed',
              actions: { type: 'assignPreviewFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: { always: { guard: 'isPreviewingOther', target: 'resting' } },
      },
    },
    deletion: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ deleted: null, deleting: null }),
          on: { 'exception.delete': { guard: 'mayChange', target: 'deleting' } },
        },
        deleting: {
          entry: scheduleExceptions.assign(({ context: { data }, event }) =>
            event.type === 'exception.delete'
              ? { deleting: data?.exceptions.find(({ id }) => id === event.id) ?? null }
              : {},
          ),
          invoke: {
            src: 'deleteException',
            input: ({ context }) => ({ id: context.deleting?.id ?? '' }),
            onDone: {
              target: 'offered',
              actions: [
                assign({ deleted: ({ context }) => context.deleting, deleting: null }),
                raise({ type: 'form.close' }),
                'reload',
              ],
            },
            onError: {
              target: 'idle',
              actions: [{ type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) }, 'reload'],
            },
          },
        },
        offered: {
          tags: 'undoable',
          after: { undoOffered: 'idle' },
          on: {
            'undo.take': { guard: ({ context }) => context.deleted !== null, target: 'restoring' },
            'undo.close': 'idle',
            'exception.delete': { guard: 'mayChange', target: 'deleting' },
          },
        },
        /** The same exception is made again. */
        restoring: {
          invoke: {
            src: 'saveExceptions',
            input: ({ context: { deleted, seed } }) => ({
              requests: deleted ? requestsOf({ ...formOf(deleted), id: '', revision: 0 }) : [],
              attempt: `${seed}.undo.${deleted?.id ?? ''}`,
            }),
            onDone: { target: 'idle', actions: 'reload' },
            onError: {
              target: 'idle',
              actions: [{ type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) }, 'reload'],
            },
          },
        },
      },
    },
  },
});
