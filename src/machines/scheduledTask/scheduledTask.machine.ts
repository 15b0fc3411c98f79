/**
 * The editor of a scheduled task (spec 2 "Scheduled tasks", design 20): the form, and beside it what the task will do.
 * Nothing is sent to a robot before Save or Start.
 *
 *   loading ──▶ editing, or offering ──take, drop──▶ editing      gone (no such task)      failed ──retry──▶ loading
 *
 *   editing ──task.delete──▶ deleted { offered ──undo.take──▶ restoring } ──some seconds──▶ left
 *
 *   parallel regions of editing:  draft     drafting ──task.save──▶ starting (now) | saving ──▶ left, drafting
 *                                 routes, path, places, plan, preview: loaded again as soon as what they depend on changes
 *                                 copy      closed ⇄ open (child `copy`: taskCopy.machine.ts)
 *                                 tab       free, or guarded while there are unsaved changes
 */
import { assign } from 'xstate';
import { pathStates, placesStates, planStates, previewStates, routesStates } from './consequences.states.ts';
import { INITIAL, mayEdit, robotsIn, type ScheduledTaskContext, withTask } from './scheduledTask.context.ts';
import { draft, scheduledTask, TIMETABLE_PATH } from './scheduledTask.setup.ts';
import { copyInputOf } from '../taskCopy/taskCopy.machine.ts';
import { draftStates } from './taskDraft.states.ts';
import { draftOf, NEW_TASK, type TaskDraft } from './taskDraft.ts';

/** A new task starts with the robot in the URL, else the current one. */
const firstDraft = ({ serialNumber, query }: ScheduledTaskContext, robots: ReturnType<typeof robotsIn>): TaskDraft => {
  const named = robots.find((robot) => robot.serialNumber === serialNumber && robot.canChange);
  const kind = named?.kind === 'disinfection' ? 'disinfection' : NEW_TASK.kind;
  return { ...NEW_TASK, kind, robots: named ? [named.serialNumber] : [], pathId: query['route'] ?? '' };
};
export const scheduledTaskMachine = scheduledTask.createMachine({
  id: 'scheduledTask',
  context: ({ input: { query, user, language, serialNumber } }) => ({
    ...INITIAL,
    query,
    language,
    userId: user?.id ?? '',
    taskId: query['id'] ?? '',
    serialNumber: query['serialNumber'] || serialNumber,
  }),
  initial: 'loading',
  on: {
    'page.languageChanged': { actions: assign({ language: ({ event }) => event.language }) },
    'page.queryChanged': [
      {
        guard: { type: 'isOtherTask', params: ({ event }) => event },
        target: '.loading',
        actions: assign(({ context, event: { query } }) => ({
          ...INITIAL,
          query,
          taskId: query['id'] ?? '',
          serialNumber: query['serialNumber'] || context.serialNumber,
        })),
      },
      { actions: assign({ query: ({ event }) => event.query }) },
    ],
  },
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadTask',
        input: ({ context: { taskId, serialNumber, userId } }) => ({ taskId, serialNumber, userId }),
        onDone: [
          { guard: ({ context, event }) => context.taskId !== '' && event.output.task === null, target: 'gone' },
          {
            guard: ({ event }) => event.output.kept !== null && mayEdit(event.output),
            target: 'deciding',
            actions: assign(({ context, event: { output } }) =>
              withTask(context, output, output.task ? draftOf(output.task) : firstDraft(context, robotsIn(output))),
            ),
          },
          {
            target: 'editing',
            actions: assign(({ context, event: { output } }) =>
              withTask(
                context,
                { ...output, kept: null },
                output.task ? draftOf(output.task) : firstDraft(context, robotsIn(output)),
              ),
            ),
          },
        ],
        onError: { target: 'failed', actions: draft.assignFailure },
      },
    },
    /** A stored draft that says the same as the task is not offered. */
    deciding: {
      tags: 'loading',
      always: [{ guard: ({ context }) => context.kept !== null, target: 'offering' }, 'editing'],
    },
    failed: { on: { 'editor.retry': 'loading', 'page.resumed': 'loading' } },
    gone: { on: { 'editor.close': { target: 'left', actions: assign({ leaveTo: TIMETABLE_PATH }) } } },
    offering: draft.offering(
      assign(({ context }: { context: ScheduledTaskContext }) => ({
        draft: context.kept?.draft ?? context.draft,
        kept: null,
      })),
    ),
    editing: {
      tags: 'editing',
      type: 'parallel',
      on: {
        'stop.open': { actions: assign({ opened: ({ event }) => event.areaId, typed: null }) },
        'field.type': { actions: assign({ typed: ({ event: { areaId, text } }) => ({ areaId, text }) }) },
        'field.leave': { actions: assign({ typed: null }) },
      },
      states: {
        draft: draftStates,
        routes: routesStates,
        path: pathStates,
        places: placesStates,
        plan: planStates,
        preview: previewStates,
        tab: draft.tab,
        copy: {
          initial: 'closed',
          states: {
            closed: { on: { 'task.copy': { guard: 'isCopyable', target: 'open' } } },
            open: {
              invoke: {
                src: 'copy',
                id: 'copy',
                input: ({ context: { task, taskId } }) => copyInputOf(task, taskId),
                onDone: 'closed',
              },
            },
          },
        },
      },
    },
    /** Undo is offered, then the editor is left. */
    deleted: {
      initial: 'offered',
      entry: assign({ leaveTo: TIMETABLE_PATH }),
      on: { 'editor.close': 'left' },
      states: {
        offered: { after: { undoOffered: '#scheduledTask.left' }, on: { 'undo.take': 'restoring' } },
        restoring: {
          tags: 'restoring',
          invoke: {
            src: 'restoreTask',
            input: ({ context: { task } }) => ({ serialNumber: task?.serialNumber ?? '', taskId: task?.id ?? '' }),
            onDone: '#scheduledTask.loading',
            onError: {
              target: 'offered',
              actions: { type: 'notifyFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    left: { entry: { type: 'go', params: ({ context }) => ({ to: context.leaveTo }) } },
  },
});
