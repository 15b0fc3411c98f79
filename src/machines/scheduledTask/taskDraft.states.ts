/**
 * States of a task's draft:
 *
 *   drafting ──task.save──▶ saving ──saved──▶ left | another new task | drafting (a robot refused its copy)
 *      │  └──task.save, now──▶ starting ──▶ drafting, or keeping (saves the task too) ──▶ drafting
 *      ├──task.delete──▶ deleting ──▶ deleted (scheduledTask.machine.ts)
 *      └──page.leaveAsked, editor.close──▶ asking ──yes──▶ left
 */
import { and, assign, not, stateIn } from 'xstate';
import { questionWith } from '../factories/confirm.machine.ts';
import { attemptOf } from '../factories/draftEditor.ts';
import { INITIAL, type SaveRequest, type SaveResult, type ScheduledTaskContext } from './scheduledTask.context.ts';
import { draft, scheduledTask, TIMETABLE_PATH } from './scheduledTask.setup.ts';
import { onMap } from '../disinfectionRecords/planForm.ts';
import { isOnlyNow, requestOf, withSetting } from './taskDraft.ts';

const saveInput = ({ context }: { context: ScheduledTaskContext }): SaveRequest => {
  const [serialNumber = '', ...others] = context.draft.robots;
  return {
    id: context.taskId,
    serialNumber,
    others,
    revision: context.overwrites ? null : (context.task?.revision ?? null),
    task: requestOf(context.draft),
    attempt: attemptOf(context),
  };
};
type Saved = { event: { output: SaveResult } };
const isWhole = ({ event }: Saved): boolean => event.output.answers.every(({ failure }) => failure === null);
const savedNotice = {
  type: 'notifySaved',
  params: ({ event: { output } }: Saved) => ({
    name: output.task.pathName,
    time: output.task.executeTime,
    count: output.answers.length,
  }),
} as const;
const partly = { type: 'assignPartly', params: ({ event }: Saved) => ({ result: event.output }) } as const;

const drafting = scheduledTask.createStateConfig({
  on: {
    'task.change': {
      guard: 'mayEdit',
      actions: [
        assign(({ context, event }) => ({
          draft: {
            ...context.draft,
            ...event.change,
            // Settings are those of the stops of one route.
            ...(event.change.pathId !== undefined && event.change.pathId !== context.draft.pathId && { settings: [] }),
          },
          failure: null,
          answers: [],
        })),
        draft.keep,
      ],
    },
    'plan.change': {
      guard: 'mayEdit',
      actions: [
        assign(({ context, event: { plan } }) => ({
          draft: {
            ...context.draft,
            // Places of another map mean nothing on this one.
            plan: plan.mapId === context.draft.plan.mapId ? plan : onMap({ ...plan, mapId: '' }, plan.mapId),
          },
          failure: null,
          answers: [],
        })),
        draft.keep,
      ],
    },
    'robot.toggle': {
      guard: 'mayEdit',
      actions: [
        assign(({ context, event: { serialNumber } }) => ({
          draft: {
            ...context.draft,
            robots: context.draft.robots.includes(serialNumber)
              ? context.draft.robots.filter((each) => each !== serialNumber)
              : [...context.draft.robots, serialNumber],
          },
          answers: [],
        })),
        draft.keep,
      ],
    },
    'day.toggle': {
      guard: 'mayEdit',
      actions: [
        assign(({ context, event: { day } }) => ({
          draft: {
            ...context.draft,
            days: context.draft.days.includes(day)
              ? context.draft.days.filter((each) => each !== day)
              : [...context.draft.days, day].sort((a, b) => a - b),
          },
        })),
        draft.keep,
      ],
    },
    'stop.change': {
      guard: 'mayEdit',
      actions: [
        assign(({ context, event }) => ({
          draft: { ...context.draft, settings: withSetting(context.draft.settings, event.areaId, event.change) },
        })),
        draft.keep,
      ],
    },
    'stop.reset': {
      guard: 'mayEdit',
      actions: [
        assign(({ context, event }) => ({
          draft: {
            ...context.draft,
            settings: context.draft.settings.filter(({ areaId }) => areaId !== event.areaId),
          },
          typed: null,
        })),
        draft.keep,
      ],
    },
    'draft.discard': {
      guard: 'hasChanges',
      actions: [assign(({ context }) => ({ draft: context.base, failure: null, tried: false })), draft.keep],
    },
    'task.save': [
      { guard: 'hasFaults', actions: assign({ tried: true }) },
      {
        guard: 'isNow',
        target: 'starting',
        actions: assign({ tried: true, after: ({ event }) => event.after ?? 'timetable' }),
      },
      {
        guard: 'mayEdit',
        target: 'saving',
        actions: assign({ tried: true, answers: [], after: ({ event }) => event.after ?? 'timetable' }),
      },
    ],
    'task.delete': { guard: 'isSaved', target: 'deleting' },
    'conflict.theirs': { target: '#scheduledTask.loading', actions: draft.forget },
    'conflict.mine': { guard: 'mayEdit', target: 'saving', actions: assign({ overwrites: true, answers: [] }) },
    'editor.close': [
      { guard: 'isUnchanged', target: '#scheduledTask.left', actions: assign({ leaveTo: TIMETABLE_PATH }) },
      { target: 'asking', actions: assign({ leaveTo: TIMETABLE_PATH }) },
    ],
    'page.leaveAsked': { target: 'asking', actions: assign({ leaveTo: ({ event }) => event.to }) },
    'page.resumed': {
      // The choice of robots, and their answers, would be lost.
      guard: and(['isUnchanged', not(stateIn({ editing: { copy: 'open' } }))]),
      target: '#scheduledTask.loading',
    },
  },
});

export const draftStates = scheduledTask.createStateConfig({
  initial: 'drafting',
  states: {
    drafting,
    starting: {
      tags: ['saving', 'starting'],
      entry: assign({ failure: null, answers: [] }),
      invoke: {
        src: 'startRuns',
        input: ({ context }) => {
          const { pathId, cruiseCount: rounds, speech, pointSettings, disinfection } = requestOf(context.draft);
          const serialNumbers = context.draft.robots;
          return { serialNumbers, pathId, rounds, speech, pointSettings, disinfection, attempt: attemptOf(context) };
        },
        onDone: [
          {
            guard: ({ context }) => isOnlyNow(context.draft),
            target: 'drafting',
            actions: [
              assign(({ context, event }) => ({
                answers: event.output.answers,
                base: context.draft,
                attempt: context.attempt + 1,
              })),
              draft.forget,
            ],
          },
          {
            target: 'keeping',
            actions: assign(({ context, event }) => ({
              answers: event.output.answers,
              attempt: context.attempt + 1,
            })),
          },
        ],
        onError: { target: 'drafting', actions: [draft.assignFailure, 'assignAnswered'] },
      },
    },
    /** The runs are started, and the task is kept too; the page stays, because it lists the answers. */
    keeping: {
      tags: 'saving',
      invoke: {
        src: 'saveTask',
        input: saveInput,
        onDone: {
          target: 'drafting',
          actions: [
            draft.forget,
            assign(({ context, event }) => ({
              task: event.output.task,
              taskId: event.output.task.id,
              base: { ...context.draft, robots: [event.output.task.serialNumber], when: 'later' as const },
              draft: { ...context.draft, robots: [event.output.task.serialNumber], when: 'later' as const },
              answers: [...context.answers, ...event.output.answers],
              attempt: context.attempt + 1,
            })),
            {
              type: 'writeQuery',
              params: ({ event }) => ({
                query: { id: event.output.task.id, serialNumber: event.output.task.serialNumber },
              }),
            },
          ],
        },
        onError: { target: 'drafting', actions: [draft.assignFailure, 'assignAnswered'] },
      },
    },
    saving: {
      tags: 'saving',
      entry: assign({ failure: null }),
      invoke: {
        src: 'saveTask',
        input: saveInput,
        onDone: [
          {
            guard: ({ context, event }) => isWhole({ event }) && context.after === 'another',
            target: '#scheduledTask.loading',
            actions: [
              draft.forget,
              savedNotice,
              { type: 'writeQuery', params: { query: { id: '' } } },
              assign(({ context: { draft: saved } }) => ({
                ...INITIAL,
                taskId: '',
                serialNumber: saved.robots[0] ?? '',
              })),
            ],
          },
          {
            guard: isWhole,
            target: '#scheduledTask.left',
            actions: [
              draft.forget,
              savedNotice,
              assign(({ context }) => ({ base: context.draft, leaveTo: TIMETABLE_PATH })),
            ],
          },
          {
            target: 'drafting',
            actions: [
              draft.forget,
              partly,
              {
                type: 'writeQuery',
                params: ({ event }) => ({
                  query: { id: event.output.task.id, serialNumber: event.output.task.serialNumber },
                }),
              },
            ],
          },
        ],
        onError: [
          {
            guard: draft.hasNoAnswer,
            target: 'drafting',
            actions: [draft.assignFailure, assign({ unanswered: true })],
          },
          {
            target: 'drafting',
            actions: [draft.assignFailure, 'assignAnswered', assign({ unanswered: false, overwrites: false })],
          },
        ],
      },
    },
    deleting: {
      tags: 'saving',
      entry: assign({ failure: null }),
      invoke: {
        src: 'deleteTask',
        input: ({ context: { task } }) => ({ serialNumber: task?.serialNumber ?? '', taskId: task?.id ?? '' }),
        onDone: { target: '#scheduledTask.deleted', actions: draft.forget },
        onError: { target: 'drafting', actions: draft.assignFailure },
      },
    },
    asking: draft.asking(
      () => questionWith(['shared.leaveWithoutSaving', 'scheduledTask.leave.text', 'shared.leave'], {}),
      { target: '#scheduledTask.left', actions: draft.forget },
      { target: 'drafting' },
    ),
  },
});
