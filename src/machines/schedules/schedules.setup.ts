/** Setup of the timetable of scheduled tasks. The states are in schedules.machine.ts. */
import { assign, sendTo, setup } from 'xstate';
import type { BatteryHistory, Timetable } from '../../../contract/entities/schedule.ts';
import type { TaskState } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { zonedInstant } from '../../../contract/rules/zonedTime.ts';
import { errorNotice, type PageEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';
import { firstDayIn, siteIn, type TimetableView } from './schedulesQuery.ts';

export const POLL_MS = 30_000;
/** How long the battery of past days is shown before it is read again, ms. */
export const HISTORY_MS = 10 * 60_000;
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
export interface QueuedAct {
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
  /** The battery in past days, and the window that it belongs to. */
  history: { of: string; robots: BatteryHistory } | null;
  /** Key of the window that is being read. */
  loadingHistory: string;
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

/** Site and days of the shown timetable; empty before it is read. */
export const historyKey = ({ data }: Pick<SchedulesContext, 'data'>): string =>
  data ? [data.siteId, data.from, data.days].join(' ') : '';
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

export const schedules = setup({
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
    loadBatteryHistory: promiseEffect<{ robots: BatteryHistory }, { siteId: string; from: string; days: number }>(
      'loadBatteryHistory',
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
    hasTimetable: ({ context: { data } }) => data !== null,
    isHistoryStale: ({ context }) => historyKey(context) !== '' && context.history?.of !== historyKey(context),
    isLoadingOtherHistory: ({ context }) => context.loadingHistory !== historyKey(context),
    hasOffer: ({ context }) => context.offer !== null,
  },
  delays: { poll: POLL_MS, undoOffered: UNDO_MS, historyExpired: HISTORY_MS },
});
