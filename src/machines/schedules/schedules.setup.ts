/** Setup of the timetable of scheduled tasks. The states are in schedules.machine.ts. */
import { assign, sendTo, setup } from 'xstate';
import type { BatteryHistory, ScheduledTask, Timetable, TimetableRun } from '../../../contract/entities/schedule.ts';
import type { TaskState } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { zonedInstant } from '../../../contract/rules/zonedTime.ts';
import { errorNotice, type PageInput, type Query, systemActor } from '../app/events.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { failureOf } from '../failure.ts';
import { chosenStart, faultOfMove, isMovable, movedTask, type RunMove } from './runMove.ts';
import type { TimetableView } from './schedulesQuery.ts';
import { taskCopyMachine } from '../taskCopy/taskCopy.machine.ts';
import { UNDO_MS } from '../factories/undo.ts';
import { type TimetableContext, type TimetableEvent, timetableReading } from './timetableReading.ts';
import { isUnderWay, runsAhead } from './timetableView.ts';

/** How long the battery of past days is shown before it is read again, ms. */
export const HISTORY_MS = 10 * 60_000;
/** How long the pointer rests on a run before its details are shown, and how long they stay after it left, ms. */
export const HOVER_MS = 400;
export const HOVER_END_MS = 200;

interface TaskKey {
  serialNumber: string;
  taskId: string;
}
export type ScheduleAct =
  | ({ what: 'setState'; state: TaskState } & TaskKey)
  | ({ what: 'delete' } & TaskKey)
  | ({ what: 'restore' } & TaskKey)
  | ({ what: 'changeRun'; plannedAt: number; startsAt: number | null; isForced: boolean; reason: string } & TaskKey)
  /** Another time or other days of the whole task; `task` is as it was. */
  | ({ what: 'moveTask'; executeTime: string; checkboxRespeatDays: string; task: ScheduledTask } & TaskKey);
/** What was done and can be undone; the page puts it into words. */
export interface UndoOffer {
  what: 'paused' | 'resumed' | 'deleted' | 'moved' | 'forced';
  serialNumber: string;
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

export interface SchedulesContext extends TimetableContext {
  /** Switches that the server has not answered yet, by task. */
  switched: Readonly<Record<string, TaskState>>;
  queue: readonly QueuedAct[];
  offer: UndoOffer | null;
  change: RunChange | null;
  /** A run that is being moved, or was moved and is not sent yet, and what will be sent. */
  move: RunMove | null;
  moveAct: ScheduleAct | null;
  /** Moves that were sent since the timetable was read. */
  sent: readonly RunMove[];
  /** The key of the run under the pointer. */
  hovered: string;
  /** All conflicts are listed, not only the most urgent one. */
  allConflicts: boolean;
  leaveTo: string;
  /** The battery in past days, and the window that it belongs to. */
  history: { of: string; robots: BatteryHistory } | null;
  /** Key of the window that is being read. */
  loadingHistory: string;
}
export type SchedulesEvent =
  | TimetableEvent
  /** Patches the filters in the URL. */
  | { type: 'schedules.show'; query: Query }
  | { type: 'view.choose'; view: TimetableView }
  /** From Monday on. */
  | { type: 'week.calendar' }
  | { type: 'conflicts.toggle' }
  /** By its key; '': none. */
  | { type: 'run.open'; key: string }
  /** The pointer is over a run or its details, or has left them. */
  | { type: 'run.hover'; key: string }
  | { type: 'run.unhover' }
  /** The details are opened, or a run is grabbed. */
  | { type: 'hover.end' }
  | { type: 'task.switch'; taskId: string; state: TaskState }
  | { type: 'task.delete'; taskId: string }
  /** To other robots of the site. */
  | { type: 'task.copy'; taskId: string }
  /** Another start of this one run, at once; null: as the task plans it. */
  | { type: 'run.move'; taskId: string; plannedAt: number; startsAt: number | null }
  | { type: 'change.open'; mode: RunChange['mode']; date: string; time: string }
  | { type: 'change.type'; change: Partial<Pick<RunChange, 'date' | 'time' | 'reason'>> }
  | { type: 'change.close' }
  | { type: 'change.send'; taskId: string; plannedAt: number }
  | { type: 'move.grab'; taskId: string; plannedAt: number; by: RunMove['by']; isWhole: boolean }
  | { type: 'move.to'; startsAt: number; isWhole: boolean }
  | { type: 'move.drop' }
  /** While it is held: back to where it was. */
  | { type: 'move.cancel' }
  /** Before it is sent: back to where it was, or sent now. */
  | { type: 'move.undo' }
  | { type: 'move.send' }
  | { type: 'undo.take' }
  | { type: 'undo.close' }
  | { type: 'undo.offer' };

/** Site and days of the shown timetable; empty before it is read. */
export const historyKey = ({ data }: Pick<SchedulesContext, 'data'>): string =>
  data ? [data.siteId, data.from, data.days].join(' ') : '';
const INSTANT = /^\d{4}-\d{2}-\d{2} (?:[01]\d|2[0-3]):[0-5]\d$/u;
/** The chosen start; null for a run in spite of an exception, and while it is no time. */
export const startOfChange = ({ mode, date, time }: RunChange, timeZone: string): number | null =>
  mode === 'move' && INSTANT.test(`${date} ${time}`) ? zonedInstant(timeZone, date, time) : null;
export function faultOfChange(change: RunChange, { timeZone, serverTime }: Timetable): RunChangeFault | null {
  if (change.mode === 'force') return change.reason.trim() === '' ? 'reason' : null;
  const startsAt = startOfChange(change, timeZone);
  return startsAt === null ? 'time' : startsAt <= serverTime ? 'past' : null;
}

export const taskIn = ({ data }: Pick<SchedulesContext, 'data'>, taskId: string): ScheduledTask | undefined =>
  data?.tasks.find(({ id }) => id === taskId);
export const runOf = (
  { data }: Pick<SchedulesContext, 'data'>,
  { taskId, plannedAt }: { taskId: string; plannedAt: number },
): TimetableRun | undefined => data?.runs.find((run) => run.taskId === taskId && run.plannedAt === plannedAt);

type Offered = Pick<UndoOffer, 'what' | 'undo'> & Partial<UndoOffer>;
export function offerOf(context: SchedulesContext, taskId: string, offer: Offered): UndoOffer {
  const task = taskIn(context, taskId);
  return {
    serialNumber: task?.serialNumber ?? '',
    name: task?.pathName ?? '',
    executeTime: task?.executeTime ?? '',
    runs: context.data ? runsAhead(context.data, taskId) : 0,
    isUnderWay: context.data ? isUnderWay(context.data, taskId) : false,
    plannedAt: 0,
    startsAt: null,
    ...offer,
  };
}

type Grab = Extract<SchedulesEvent, { type: 'move.grab' }>;
/** The move of a grabbed run. A move of the same run that is not sent yet is continued. */
export function grabbed({ data, move }: SchedulesContext, { taskId, plannedAt, by, isWhole }: Grab): RunMove | null {
  const run = runOf({ data }, { taskId, plannedAt });
  if (!run) return null;
  const startsAt = chosenStart(run);
  return move?.taskId === taskId && move.plannedAt === plannedAt
    ? { ...move, by, isWhole }
    : { taskId, plannedAt, serialNumber: run.serialNumber, from: startsAt, startsAt, isWhole, by };
}
/** What a move sends; null if the run or its task is gone. */
function actOfMove(context: SchedulesContext): ScheduleAct | null {
  const { data, move } = context;
  const run = move && runOf(context, move);
  const task = move && taskIn(context, move.taskId);
  if (!data || !move || !run || !task) return null;
  const key = { serialNumber: move.serialNumber, taskId: move.taskId };
  if (move.isWhole) return { what: 'moveTask', ...key, ...movedTask(task, move, data.timeZone), task };
  const { isForced = false, reason = '' } = run.change ?? {};
  return { what: 'changeRun', ...key, plannedAt: move.plannedAt, startsAt: move.startsAt, isForced, reason };
}

export const reading = timetableReading<SchedulesEvent, SchedulesContext>({
  site: { robots: '', run: '' },
  week: { run: '' },
});

export const schedules = setup({
  types: {
    context: {} as SchedulesContext,
    input: {} as PageInput,
    events: {} as SchedulesEvent,
    tags: {} as 'reading' | 'unread' | 'noSite' | 'acting' | 'undoable' | 'holding' | 'moved' | 'unsaved' | 'hovering',
    children: {} as { copy: 'copy' },
  },
  actors: {
    ...reading.actors,
    loadBatteryHistory: promiseEffect<{ robots: BatteryHistory }, { siteId: string; from: string; days: number }>(
      'loadBatteryHistory',
    ),
    carryOut: promiseEffect<unknown, ScheduleAct>('carryOut'),
    copy: taskCopyMachine,
    /** Makes the browser ask before the tab is closed while a move is not sent. */
    guardTab: callbackEffect('guardTab'),
  },
  actions: {
    ...reading.actions,
    /** The answer may be older than what is still on its way. */
    timetableRead: assign(({ context }) => (context.queue.length === 0 ? { switched: {}, sent: [] } : {})),
    leave: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { to }: { to: string }) => ({ type: 'navigation.leave' as const, to }),
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
    assignMoveAct: assign(({ context }) => ({ moveAct: actOfMove(context) })),
    clearMove: assign({ move: null, moveAct: null }),
    /** Sends a move; the timetable keeps showing it until it is read again. */
    queueMove: assign(({ context: { queue, move, moveAct, sent } }) =>
      move && moveAct ? { queue: [...queue, { act: moveAct, offer: null }], sent: [...sent, move] } : {},
    ),
    assignGrabbed: assign(({ context }, grab: Grab) => ({ move: grabbed(context, grab), moveAct: null })),
    assignHovered: assign((_, { key }: { key: string }) => ({ hovered: key })),
    clearHovered: assign({ hovered: '' }),
  },
  guards: {
    ...reading.guards,
    hasAct: ({ context }) => context.queue.length > 0,
    isOfferedAfter: ({ context }) => (context.queue[0]?.offer ?? null) !== null,
    isChangeable: ({ context: { change, data } }) =>
      change !== null && data !== null && faultOfChange(change, data) === null,
    isCopyable: ({ context }, { taskId }: { taskId: string }) => {
      const task = taskIn(context, taskId);
      return context.data?.robots.find((one) => one.serialNumber === task?.serialNumber)?.canChange ?? false;
    },
    hasTimetable: ({ context: { data } }) => data !== null,
    isHistoryStale: ({ context }) => historyKey(context) !== '' && context.history?.of !== historyKey(context),
    isLoadingOtherHistory: ({ context }) => context.loadingHistory !== historyKey(context),
    hasOffer: ({ context }) => context.offer !== null,
    isMovable: ({ context }, grab: Grab) => {
      const run = runOf(context, grab);
      return run !== undefined && context.data !== null && isMovable(run, context.data);
    },
    isMoving: ({ context: { move } }, { taskId, plannedAt }: { taskId: string; plannedAt: number }) =>
      move?.taskId === taskId && move.plannedAt === plannedAt,
    isMoved: ({ context: { move, data } }) =>
      move !== null && data !== null && move.startsAt !== move.from && faultOfMove(move, data) === null,
    isHovered: ({ context }, { key }: { key: string }) => context.hovered === key,
  },
  delays: {
    ...reading.delays,
    undoOffered: UNDO_MS,
    hovered: HOVER_MS,
    hoverEnds: HOVER_END_MS,
    historyExpired: HISTORY_MS,
  },
});
