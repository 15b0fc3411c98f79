/**
 * Exceptions from scheduled tasks (spec 2 "Exception plan", design 20): a calendar with the runs they touch, made by form
 * or by dragging. Parallel regions:
 *
 *   list:     the timetable of the chosen days, read again and again (schedules/timetableReading.ts)
 *   form:     closed ──form.new, band.grab, exception.open, exception.copy──▶ open { editing ⇄ dragging, saving, asking }
 *   stops:    the points at which tasks of the site stop
 *   preview:  resting ──the form changed──▶ pausing ──▶ previewing ──▶ resting
 *   export:   idle ──export.start──▶ exporting ──▶ idle ;  exporting ──export.cancel──▶ idle
 *   deletion: idle ──exception.delete──▶ deleting ──▶ offered (Undo, for UNDO_MS) ──undo.take──▶ restoring ──▶ idle
 */
import { assign, raise } from 'xstate';
import { exportRegion } from '../factories/longJob.ts';
import { timetableOf } from '../schedules/timetableReading.ts';
import { exceptionFormStates } from './exceptionForm.states.ts';
import { againOf, requestsOf } from './exceptionForm.ts';
import {
  exceptionPreviewKey,
  reading,
  scheduleExceptions,
  type ScheduleExceptionsContext,
  stopsKey,
  stopsRequest,
} from './scheduleExceptions.setup.ts';

export const scheduleExceptionsMachine = scheduleExceptions.createMachine({
  id: 'scheduleExceptions',
  context: ({ input: { query }, self }) => ({
    ...timetableOf(query),
    wanted: query['exception'] ?? '',
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
    ...reading.on,
    'map.choose': { actions: assign({ mapId: ({ event }) => event.mapId }) },
  },
  states: {
    list: reading.region,
    form: exceptionFormStates,
    stops: {
      initial: 'resting',
      on: { 'page.languageChanged': { target: '.resting', actions: assign({ stops: null }) } },
      states: {
        resting: { always: { guard: 'areStopsStale', target: 'loading' } },
        loading: {
          entry: assign({ loadingStops: ({ context }) => stopsKey(context) }),
          always: { guard: 'isLoadingOther', target: 'resting' },
          invoke: {
            src: 'loadStops',
            input: ({ context }) => stopsRequest(context) ?? { serialNumber: '', pathIds: [], points: [] },
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
        failed: {
          tags: 'stopsUnread',
          on: { 'timetable.reload': 'resting' },
          always: { guard: 'isLoadingOther', target: 'resting' },
        },
      },
    },
    export: exportRegion({
      src: 'exportExceptions',
      inputOf: ({ data }: ScheduleExceptionsContext) => ({ siteId: data?.siteId ?? '' }),
      done: { key: 'scheduleExceptions.export.done' },
    }),
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
              requests: deleted ? requestsOf(againOf(deleted)) : [],
              attempt: `${seed}.undo.${deleted?.id ?? ''}`,
            }),
            onDone: [
              {
                guard: { type: 'isWhole', params: ({ event }) => event.output },
                target: 'idle',
                actions: 'reload',
              },
              {
                target: 'idle',
                actions: [{ type: 'notifyRefused', params: ({ event }) => event.output }, 'reload'],
              },
            ],
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
