/**
 * The timetable of a site's scheduled tasks (spec 2 "Scheduled tasks", design 20). Parallel regions:
 *
 *   list:   the timetable of the chosen days, read again and again (timetableReading.ts)
 *   act:    idle ──an act is queued──▶ acting (one request at a time) ──▶ idle (the list is read again)
 *   undo:   none ⇄ offered, for UNDO_MS
 *   move:   a run that is dragged to another time, and sent after UNDO_MS (runMove.states.ts)
 *   copy:   closed ⇄ open (child `copy`: taskCopy.machine.ts)
 *   hover:  the run under the pointer (runMove.states.ts)
 *   battery: resting ⇄ loading (of past days; batteryHistory.states.ts)
 *
 * The pause switch shows its new state at once; everything else is shown as the server answers, or as not saved.
 */
import { assertEvent, assign, raise } from 'xstate';
import { plusDays } from '../../../contract/rules/zonedTime.ts';
import { batteryHistoryStates } from './batteryHistory.states.ts';
import { hoverStates, runMoveStates } from './runMove.states.ts';
import {
  offerOf,
  type QueuedAct,
  reading,
  runOf,
  type ScheduleAct,
  schedules,
  type SchedulesContext,
  startOfChange,
  taskIn,
} from './schedules.setup.ts';
import { copyInputOf } from '../taskCopy/taskCopy.machine.ts';
import { timetableOf } from './timetableReading.ts';
import { mondayOf } from './timetableView.ts';

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
  const run = runOf(context, { taskId, plannedAt });
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

export const schedulesMachine = schedules.createMachine({
  id: 'schedules',
  context: ({ input: { query } }) => ({
    ...timetableOf(query),
    switched: {},
    queue: [],
    offer: null,
    change: null,
    move: null,
    moveAct: null,
    sent: [],
    hovered: '',
    allConflicts: false,
    leaveTo: '',
    history: null,
    loadingHistory: '',
  }),
  type: 'parallel',
  on: {
    ...reading.on,
    'schedules.show': { actions: { type: 'writeQuery', params: ({ event }) => ({ query: event.query }) } },
    'view.choose': {
      actions: {
        type: 'writeQuery',
        params: ({ event }) => ({ query: { view: event.view === 'days' ? 'days' : '' } }),
      },
    },
    'week.calendar': {
      actions: {
        type: 'writeQuery',
        params: ({ context: { data } }) => ({ query: { from: data ? mondayOf(plusDays(data.from, 2)) : '', run: '' } }),
      },
    },
    'conflicts.toggle': { actions: assign({ allConflicts: ({ context }) => !context.allConflicts }) },
    'run.open': {
      actions: [
        assign({ change: null }),
        raise({ type: 'hover.end' }),
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
    list: reading.region,
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
            onDone: [
              {
                guard: 'isOfferedAfter',
                target: 'idle',
                actions: [
                  assign(({ context: { queue } }) => ({ queue: queue.slice(1), offer: queue[0]?.offer ?? null })),
                  raise({ type: 'undo.offer' }),
                  raise({ type: 'timetable.reload' }),
                ],
              },
              {
                target: 'idle',
                actions: [
                  assign(({ context: { queue } }) => ({ queue: queue.slice(1) })),
                  raise({ type: 'timetable.reload' }),
                ],
              },
            ],
            onError: {
              target: 'idle',
              actions: [
                { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
                assign({ queue: ({ context }) => context.queue.slice(1), switched: {}, sent: [] }),
                raise({ type: 'undo.close' }),
                raise({ type: 'timetable.reload' }),
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
    move: runMoveStates,
    copy: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'task.copy': {
              guard: { type: 'isCopyable', params: ({ event }) => event },
              target: 'open',
              // The details of a run would lie over the dialog.
              actions: raise({ type: 'hover.end' }),
            },
          },
        },
        open: {
          invoke: {
            src: 'copy',
            id: 'copy',
            input: ({ context, event }) => {
              assertEvent(event, 'task.copy');
              return copyInputOf(taskIn(context, event.taskId), event.taskId);
            },
            // The robots that got a copy have a row more.
            onDone: { target: 'closed', actions: raise({ type: 'timetable.reload' }) },
          },
        },
      },
    },
    hover: hoverStates,
  },
});
