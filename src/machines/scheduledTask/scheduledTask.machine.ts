/**
 * The editor of a scheduled task (spec 2 "Scheduled tasks", design 20): the form, and beside it what the task will do.
 * Nothing is sent to a robot before Save or Start.
 *
 *   loading ──▶ editing, or offering ──take, drop──▶ editing      gone (no such task)      failed ──retry──▶ loading
 *
 *   parallel regions of editing:  draft     drafting ──task.save──▶ starting (now) | saving ──▶ left, drafting
 *                                 routes, path, plan, preview: loaded again as soon as what they depend on changes
 *                                 tab       free, or guarded while there are unsaved changes
 */
import { assign } from 'xstate';
import { pathStates, planStates, previewStates, routesStates } from './consequences.states.ts';
import { INITIAL, mayEdit, robotsIn, type ScheduledTaskContext, withTask } from './scheduledTask.context.ts';
import { draft, scheduledTask, TIMETABLE_PATH } from './scheduledTask.setup.ts';
import { draftStates } from './taskDraft.states.ts';
import { draftOf, NEW_TASK, type TaskDraft } from './taskDraft.ts';

/** A new task starts with the robot in the URL, else the current one. */
const firstDraft = ({ serialNumber, query }: ScheduledTaskContext, robots: ReturnType<typeof robotsIn>): TaskDraft => {
  const named = robots.find((robot) => robot.serialNumber === serialNumber && robot.canChange);
  return { ...NEW_TASK, robots: named ? [named.serialNumber] : [], pathId: query['route'] ?? '' };
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
        plan: planStates,
        preview: previewStates,
        tab: draft.tab,
      },
    },
    left: { entry: { type: 'go', params: ({ context }) => ({ to: context.leaveTo }) } },
  },
});
