/**
 * The timetable of a site's scheduled tasks (spec 2 "Scheduled tasks", design 20). Parallel regions:
 *
 *   list:   choosing (a site) ──▶ reading ⇄ shown (every POLL_MS, only while the page is visible)     none: there is no site
 *              └──refused──▶ failed ──schedules.reload, after POLL_MS──▶ choosing
 *   act:    idle ──an act is queued──▶ acting (one request at a time) ──▶ idle (the list is read again)
 *   undo:   none ⇄ offered, for UNDO_MS
 *   battery: resting ⇄ loading (of past days; batteryHistory.states.ts)
 *
 * The pause switch shows its new state at once; everything else is shown as the server answers.
 */
import { assertEvent, assign, raise } from 'xstate';
import { plusDays } from '../../../contract/rules/zonedTime.ts';
import { failureOf } from '../failure.ts';
import { batteryHistoryStates } from './batteryHistory.states.ts';
import {
  type QueuedAct,
  type ScheduleAct,
  schedules,
  type SchedulesContext,
  siteOf,
  startOfChange,
  type UndoOffer,
} from './schedules.setup.ts';
import { firstDayIn } from './schedulesQuery.ts';
import { isUnderWay, mondayOf, runsAhead, WEEK_DAYS } from './timetableView.ts';

const taskIn = ({ data }: SchedulesContext, taskId: string) => data?.tasks.find(({ id }) => id === taskId);
type Offered = Pick<UndoOffer, 'what' | 'undo'> & Partial<UndoOffer>;
function offerOf(context: SchedulesContext, taskId: string, offer: Offered): UndoOffer {
  const task = taskIn(context, taskId);
  return {
    name: task?.pathName ?? '',
    executeTime: task?.executeTime ?? '',
    runs: context.data ? runsAhead(context.data, taskId) : 0,
    isUnderWay: context.data ? isUnderWay(context.data, taskId) : false,
    plannedAt: 0,
    startsAt: null,
    ...offer,
  };
}

const switchTask = schedules.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'task.switch');
  const task = taskIn(context, event.taskId);
  if (!task) return;
  const { serialNumber, id: taskId } = task;
  const act = { what: 'setState', serialNumber, taskId, state: event.state } as const;
  const back = event.state === '1' ? '0' : '1';
  const offer = offerOf(context, taskId, {
    what: event.state === '1' ? 'resumed' : 'paused',
    undo: { ...act, state: back },
  });
  enqueue({ type: 'assignSwitched', params: { act } });
  enqueue({ type: 'queueAct', params: { act, offer: null } });
  enqueue.assign({ offer });
  enqueue.raise({ type: 'undo.offer' });
});
const deleteTask = schedules.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'task.delete');
  const task = taskIn(context, event.taskId);
  if (!task) return;
  const key = { serialNumber: task.serialNumber, taskId: task.id };
  const offer = offerOf(context, task.id, { what: 'deleted', undo: { what: 'restore', ...key } });
  enqueue({ type: 'queueAct', params: { act: { what: 'delete', ...key }, offer } });
});

interface Wanted {
  taskId: string;
  plannedAt: number;
  startsAt: number | null;
  isForced: boolean;
  reason: string;
}
/** Queues a change of one run; its Undo brings back what the run was before. */
function queuedChange(context: SchedulesContext, { taskId, plannedAt, startsAt, isForced, reason }: Wanted) {
  const run = context.data?.runs.find((each) => each.taskId === taskId && each.plannedAt === plannedAt);
  if (!run) return null;
  const key = { what: 'changeRun', serialNumber: run.serialNumber, taskId, plannedAt } as const;
  const before = { startsAt: run.change?.startsAt ?? null, isForced: run.change?.isForced ?? false };
  return {
    act: { ...key, startsAt, isForced, reason },
    offer: offerOf(context, taskId, {
      what: isForced ? 'forced' : 'moved',
      plannedAt,
      startsAt,
      undo: { ...key, ...before, reason: run.change?.reason ?? '' },
    }),
  } satisfies QueuedAct;
}
const moveRun = schedules.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'run.move');
  const { taskId, plannedAt, startsAt } = event;
  const queued = queuedChange(context, { taskId, plannedAt, startsAt, isForced: false, reason: '' });
  if (queued) enqueue({ type: 'queueAct', params: queued });
});
const sendChange = schedules.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'change.send');
  const { change, data } = context;
  if (!change || !data) return;
  const queued = queuedChange(context, {
    taskId: event.taskId,
    plannedAt: event.plannedAt,
    startsAt: startOfChange(change, data.timeZone),
    isForced: change.mode === 'force',
    reason: change.reason.trim(),
  });
  if (queued) enqueue({ type: 'queueAct', params: queued });
  enqueue.assign({ change: null });
});
const takeUndo = schedules.enqueueActions(({ context: { offer }, enqueue }) => {
  if (!offer) return;
  enqueue({ type: 'assignSwitched', params: { act: offer.undo } });
  enqueue({ type: 'queueAct', params: { act: offer.undo, offer: null } });
});

/** The first day after moving by weeks; '' for the window around today. */
const dayAfter = ({ data, query }: SchedulesContext, by: number): string => {
  const first = data?.from ?? firstDayIn(query);
  return by === 0 || first === '' ? '' : plusDays(first, by * WEEK_DAYS);
};

export const schedulesMachine = schedules.createMachine({
  id: 'schedules',
  context: ({ input: { query } }) => ({
    query,
    sites: [],
    data: null,
    failure: null,
    switched: {},
    queue: [],
    offer: null,
    change: null,
    history: null,
    loadingHistory: '',
  }),
  type: 'parallel',
  on: {
    'schedules.show': { actions: { type: 'writeQuery', params: ({ event }) => ({ query: event.query }) } },
    'view.choose': {
      actions: {
        type: 'writeQuery',
        params: ({ event }) => ({ query: { view: event.view === 'days' ? 'days' : '' } }),
      },
    },
    'site.choose': {
      actions: {
        type: 'writeQuery',
        params: ({ event }) => ({ query: { site: event.siteId, robots: '', run: '' }, push: true }),
      },
    },
    'week.move': {
      actions: {
        type: 'writeQuery',
        params: ({ context, event }) => ({ query: { from: dayAfter(context, event.by), run: '' }, push: true }),
      },
    },
    'week.calendar': {
      actions: {
        type: 'writeQuery',
        params: ({ context: { data } }) => ({ query: { from: data ? mondayOf(plusDays(data.from, 2)) : '', run: '' } }),
      },
    },
    'run.open': {
      actions: [
        assign({ change: null }),
        { type: 'writeQuery', params: ({ event }) => ({ query: { run: event.key } }) },
      ],
    },
    'task.switch': { actions: switchTask },
    'task.delete': { actions: deleteTask },
    'run.move': { actions: moveRun },
    'change.open': {
      actions: assign({
        change: ({ event: { mode, date, time } }) => ({ mode, date, time, reason: '', tried: false }),
      }),
    },
    'change.type': {
      actions: assign({ change: ({ context: { change }, event }) => change && { ...change, ...event.change } }),
    },
    'change.close': { actions: assign({ change: null }) },
    'change.send': [
      { guard: 'isChangeable', actions: sendChange },
      { actions: assign({ change: ({ context: { change } }) => change && { ...change, tried: true } }) },
    ],
  },
  states: {
    list: {
      initial: 'choosing',
      on: {
        'page.resumed': '.choosing',
        'page.languageChanged': '.choosing',
        'page.queryChanged': [
          {
            guard: { type: 'isElsewhere', params: ({ event }) => event },
            target: '.choosing',
            actions: assign({ query: ({ event }) => event.query }),
          },
          { actions: assign({ query: ({ event }) => event.query }) },
        ],
        'schedules.reload': '.choosing',
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
          always: { guard: ({ context }) => siteOf(context) === undefined, target: 'none' },
          invoke: {
            src: 'loadTimetable',
            input: ({ context }) => ({
              siteId: siteOf(context)?.siteId ?? '',
              timeZone: siteOf(context)?.timeZone ?? 'UTC',
              from: firstDayIn(context.query),
            }),
            onDone: {
              target: 'shown',
              actions: assign({
                data: ({ event }) => event.output.timetable,
                failure: null,
                // The answer may be older than a switch that is still on its way.
                switched: ({ context }) => (context.queue.length === 0 ? {} : context.switched),
              }),
            },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: { after: { poll: 'reading' } },
        failed: { after: { poll: 'choosing' } },
        none: { entry: assign({ data: null, failure: null }) },
      },
    },
    act: {
      initial: 'idle',
      states: {
        idle: { always: { guard: 'hasAct', target: 'acting' } },
        acting: {
          tags: 'acting',
          invoke: {
            src: 'carryOut',
            // `idle` is left only with a queued act.
            input: ({ context }) => context.queue[0]?.act as ScheduleAct,
            onDone: {
              target: 'idle',
              actions: schedules.enqueueActions(({ context: { queue, offer }, enqueue }) => {
                const done = queue[0]?.offer ?? null;
                enqueue.assign({ queue: queue.slice(1), offer: done ?? offer });
                if (done) enqueue.raise({ type: 'undo.offer' });
                enqueue.raise({ type: 'schedules.reload' });
              }),
            },
            onError: {
              target: 'idle',
              actions: [
                { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
                assign({ queue: ({ context }) => context.queue.slice(1), switched: {} }),
                raise({ type: 'undo.close' }),
                raise({ type: 'schedules.reload' }),
              ],
            },
          },
        },
      },
    },
    battery: batteryHistoryStates,
    undo: {
      initial: 'none',
      on: { 'undo.offer': { guard: 'hasOffer', target: '.offered' } },
      states: {
        none: { entry: assign({ offer: null }) },
        offered: {
          tags: 'undoable',
          after: { undoOffered: 'none' },
          on: { 'undo.take': { target: 'none', actions: takeUndo }, 'undo.close': 'none' },
        },
      },
    },
  },
});
