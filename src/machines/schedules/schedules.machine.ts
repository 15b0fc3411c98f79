/**
 * The timetable of a site's scheduled tasks (spec 2 "Scheduled tasks", design 20). Parallel regions:
 *
 *   list:   choosing (a site) ──▶ reading ⇄ shown (every POLL_MS, only while the page is visible)     none: there is no site
 *              └──refused──▶ failed ──schedules.reload, after POLL_MS──▶ choosing
 *   act:    idle ──an act is queued──▶ acting (one request at a time) ──▶ idle (the list is read again)
 *   undo:   none ⇄ offered, for UNDO_MS
 *
 * The pause switch shows its new state at once; everything else is shown as the server answers.
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import type { Timetable } from '../../../contract/entities/schedule.ts';
import type { TaskState } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { plusDays, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import { errorNotice, type PageEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';
import { firstDayIn, siteIn, type TimetableView } from './schedulesQuery.ts';
import { isUnderWay, mondayOf, runsAhead, WEEK_DAYS } from './timetableView.ts';

export const POLL_MS = 30_000;
/** How long Undo is offered, ms. */
export const UNDO_MS = 10_000;

export interface ScheduleSite {
  siteId: string;
  name: string;
  timeZone: string;
  robots: number;
}
interface TaskKey {
  serialNumber: string;
  taskId: string;
}
export type ScheduleAct =
  | ({ what: 'setState'; state: TaskState } & TaskKey)
  | ({ what: 'delete' } & TaskKey)
  | ({ what: 'restore' } & TaskKey)
  | ({ what: 'changeRun'; plannedAt: number; startsAt: number | null; isForced: boolean; reason: string } & TaskKey);
/** What was done and can be undone; the page puts it into words. */
export interface UndoOffer {
  what: 'paused' | 'resumed' | 'deleted' | 'moved' | 'forced';
  name: string;
  executeTime: string;
  /** Planned runs that fall out. */
  runs: number;
  /** A run of the task is under way, and goes on. */
  isUnderWay: boolean;
  plannedAt: number;
  startsAt: number | null;
  undo: ScheduleAct;
}
interface QueuedAct {
  act: ScheduleAct;
  /** Offered when the act is done. */
  offer: UndoOffer | null;
}
/** The form in the details of a run. */
export interface RunChange {
  mode: 'move' | 'force';
  /** YYYY-MM-DD and HH:mm, in the site's time zone. */
  date: string;
  time: string;
  reason: string;
  /** A send was tried: what is missing is shown. */
  tried: boolean;
}
export type RunChangeFault = 'time' | 'past' | 'reason';

export interface SchedulesContext {
  query: Query;
  sites: readonly ScheduleSite[];
  data: Timetable | null;
  failure: Failure | null;
  /** Switches that the server has not answered yet, by task. */
  switched: Readonly<Record<string, TaskState>>;
  queue: readonly QueuedAct[];
  offer: UndoOffer | null;
  change: RunChange | null;
}
export type SchedulesEvent =
  | PageEvent
  | { type: 'schedules.reload' }
  /** Patches the filters in the URL. */
  | { type: 'schedules.show'; query: Query }
  | { type: 'view.choose'; view: TimetableView }
  | { type: 'site.choose'; siteId: string }
  /** Weeks; 0: the window around today. */
  | { type: 'week.move'; by: number }
  /** From Monday on. */
  | { type: 'week.calendar' }
  /** By its key; '': none. */
  | { type: 'run.open'; key: string }
  | { type: 'task.switch'; taskId: string; state: TaskState }
  | { type: 'task.delete'; taskId: string }
  /** Another start of this one run; null: as the task plans it. */
  | { type: 'run.move'; taskId: string; plannedAt: number; startsAt: number | null }
  | { type: 'change.open'; mode: RunChange['mode']; date: string; time: string }
  | { type: 'change.type'; change: Partial<Pick<RunChange, 'date' | 'time' | 'reason'>> }
  | { type: 'change.close' }
  | { type: 'change.send'; taskId: string; plannedAt: number }
  | { type: 'undo.take' }
  | { type: 'undo.close' }
  | { type: 'undo.offer' };

export const siteOf = ({ sites, query }: Pick<SchedulesContext, 'sites' | 'query'>): ScheduleSite | undefined =>
  sites.find(({ siteId }) => siteId === siteIn(query)) ?? sites[0];

const INSTANT = /^\d{4}-\d{2}-\d{2} (?:[01]\d|2[0-3]):[0-5]\d$/u;
/** The chosen start; null for a run in spite of an exception, and while it is no time. */
export const startOfChange = ({ mode, date, time }: RunChange, timeZone: string): number | null =>
  mode === 'move' && INSTANT.test(`${date} ${time}`) ? zonedInstant(timeZone, date, time) : null;
export function faultOfChange(change: RunChange, { timeZone, serverTime }: Timetable): RunChangeFault | null {
  if (change.mode === 'force') return change.reason.trim() === '' ? 'reason' : null;
  const startsAt = startOfChange(change, timeZone);
  return startsAt === null ? 'time' : startsAt <= serverTime ? 'past' : null;
}

const schedules = setup({
  types: {
    context: {} as SchedulesContext,
    input: {} as PageInput,
    events: {} as SchedulesEvent,
    tags: {} as 'reading' | 'acting' | 'undoable',
  },
  actors: {
    loadSites: promiseEffect<{ sites: ScheduleSite[] }>('loadSites'),
    /** Waits until the page is visible. Without a first day: two days before today. */
    loadTimetable: promiseEffect<{ timetable: Timetable }, { siteId: string; timeZone: string; from: string }>(
      'loadTimetable',
    ),
    carryOut: promiseEffect<unknown, ScheduleAct>('carryOut'),
  },
  actions: {
    writeQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { query, push = false }: { query: Query; push?: boolean }) => ({
        type: 'navigation.query' as const,
        query,
        push,
      }),
    ),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
    queueAct: assign(({ context }, queued: QueuedAct) => ({ queue: [...context.queue, queued] })),
    /** A switch or its Undo: shown before the server answers. */
    assignSwitched: assign(({ context }, { act }: { act: ScheduleAct }) =>
      act.what === 'setState' ? { switched: { ...context.switched, [act.taskId]: act.state } } : {},
    ),
  },
  guards: {
    hasSite: ({ context }) => siteOf(context) !== undefined,
    hasAct: ({ context }) => context.queue.length > 0,
    isElsewhere: ({ context: { query } }, { query: next }: { query: Query }) =>
      siteIn(query) !== siteIn(next) || firstDayIn(query) !== firstDayIn(next),
    isChangeable: ({ context: { change, data } }) =>
      change !== null && data !== null && faultOfChange(change, data) === null,
    hasOffer: ({ context }) => context.offer !== null,
  },
  delays: { poll: POLL_MS, undoOffered: UNDO_MS },
});

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
