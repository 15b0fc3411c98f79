/** Setup of the editor of a scheduled task. The states are in scheduledTask.machine.ts. */
import { assign, sendTo, setup } from 'xstate';
import type { CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { PointSetting } from '../../../contract/entities/schedule.ts';
import type { RoutePlan, RoutePlanRequest } from '../../../contract/rules/planPath/routePlan.ts';
import { errorNotice, type PageEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { questionWith } from '../factories/confirm.machine.ts';
import { type DraftChildren, draftEditor, type DraftEvent, type DraftTag } from '../factories/draftEditor.ts';
import { UNDO_MS } from '../factories/undo.ts';
import { promiseEffect } from '../effectStubs.ts';
import { failureOf } from '../failure.ts';
import {
  type AfterSave,
  faultsOf,
  isChanged,
  type LoadedPath,
  type LoadedPlaces,
  type LoadedTask,
  mayEdit,
  pathKey,
  placesKey,
  planKey,
  type Preview,
  previewKey,
  type PreviewRequest,
  type RobotAnswer,
  routesKey,
  type SaveRequest,
  type SaveResult,
  type ScheduledTaskContext,
  type StartRequest,
  type StoredTask,
  toForget,
  toStore,
} from './scheduledTask.context.ts';
import type { PlanForm } from '../disinfectionRecords/planForm.ts';
import { taskCopyMachine } from '../taskCopy/taskCopy.machine.ts';
import type { TaskDraft } from './taskDraft.ts';

/** Pause after the last change before the consequences are worked out, ms. */
export const PREVIEW_MS = 200;

export type ScheduledTaskEvent =
  | PageEvent
  | DraftEvent
  | { type: 'task.change'; change: Partial<TaskDraft> }
  | { type: 'robot.toggle'; serialNumber: string }
  | { type: 'day.toggle'; day: number }
  | { type: 'stop.open'; areaId: string | null }
  | { type: 'stop.change'; areaId: string; change: Partial<Omit<PointSetting, 'areaId'>> }
  /** As the route has it. */
  | { type: 'stop.reset'; areaId: string }
  | { type: 'field.type'; areaId: string; text: string }
  | { type: 'field.leave' }
  | { type: 'plan.change'; plan: PlanForm }
  | { type: 'task.save'; after?: AfterSave }
  /** Somebody else saved the task meanwhile: their version, or this one over it. */
  | { type: 'conflict.theirs' }
  | { type: 'conflict.mine' }
  /** Deletes the saved task; Undo brings it back. */
  | { type: 'task.delete' }
  /** The saved task, to other robots of the site. */
  | { type: 'task.copy' }
  | { type: 'undo.take' }
  | { type: 'editor.retry' }
  | { type: 'editor.close' };

export const draft = draftEditor<ScheduledTaskContext, ScheduledTaskEvent, StoredTask>({
  hasChanges: (context) => mayEdit(context) && isChanged(context),
  toStore,
  toForget,
  dropQuestion: () => questionWith(['scheduledTask.drop.title', 'scheduledTask.drop.text', 'shared.discardDraft'], {}),
  editing: '#scheduledTask.editing',
});

export const TIMETABLE_PATH = '/schedules/calendar';

export const scheduledTask = setup({
  types: {
    context: {} as ScheduledTaskContext,
    input: {} as PageInput,
    events: {} as ScheduledTaskEvent,
    tags: {} as DraftTag | 'previewing' | 'starting' | 'restoring',
    children: {} as DraftChildren & { copy: 'copy' },
  },
  actors: {
    loadTask: promiseEffect<LoadedTask, { taskId: string; serialNumber: string; userId: string }>('loadTask'),
    /** The routes of a robot's site. */
    loadRoutes: promiseEffect<{ paths: readonly CruisePathChoice[] }, { serialNumber: string }>('loadRoutes'),
    loadPath: promiseEffect<LoadedPath, { serialNumber: string; mapId: string; pathId: string; taskId: string }>(
      'loadPath',
    ),
    /** Without a map, or with one that the robot's site does not have: the robot's own. */
    loadPlaces: promiseEffect<LoadedPlaces, { serialNumber: string; mapId: string }>('loadPlaces'),
    planRoute: promiseEffect<RoutePlan, RoutePlanRequest>('planRoute'),
    /** Of all robots together; the figures are those of the first. */
    loadPreview: promiseEffect<Preview, { requests: readonly PreviewRequest[] }>('loadPreview'),
    /** Idempotent: repeating a request with the same attempt applies it once. */
    saveTask: promiseEffect<SaveResult, SaveRequest>('saveTask'),
    startRuns: promiseEffect<{ answers: readonly RobotAnswer[] }, StartRequest>('startRuns'),
    deleteTask: promiseEffect<unknown, { serialNumber: string; taskId: string }>('deleteTask'),
    restoreTask: promiseEffect<unknown, { serialNumber: string; taskId: string }>('restoreTask'),
    copy: taskCopyMachine,
    ...draft.actors,
  },
  actions: {
    ...draft.actions,
    assignPreviewFailure: assign((_, { error }: { error: unknown }) => ({ previewFailure: failureOf(error) })),
    assignPathFailure: assign((_, { error }: { error: unknown }) => ({ pathFailure: failureOf(error) })),
    /** The task is saved for the first robot, and not for all others: those that refused are listed and left out. */
    assignPartly: assign(({ context }, { result: { task, answers } }: { result: SaveResult }) => {
      const own = { ...context.draft, robots: [task.serialNumber] };
      return {
        task,
        taskId: task.id,
        base: own,
        draft: own,
        answers: [...context.answers, ...answers],
        unanswered: false,
        overwrites: false,
        attempt: context.attempt + 1,
      };
    }),
    go: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { to }: { to: string }) => ({ type: 'navigation.leave' as const, to }),
    ),
    writeQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { query }: { query: Query }) => ({ type: 'navigation.query' as const, query }),
    ),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
    notifySaved: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      ({ context: { ahead } }, { name, time, count }: { name: string; time: string; count: number }) => ({
        type: 'notice.show' as const,
        notice: {
          tone: 'success' as const,
          key:
            count > 1
              ? 'scheduledTask.savedMany'
              : ahead.isUnderWay
                ? 'scheduledTask.savedUnderWay'
                : 'scheduledTask.saved',
          params: { name, time, count },
        },
      }),
    ),
  },
  guards: {
    ...draft.guards,
    mayEdit: ({ context }) => mayEdit(context),
    isSaved: ({ context }) => context.task !== null && mayEdit(context),
    isCopyable: ({ context }) => context.task !== null && mayEdit(context) && !isChanged(context),
    hasFaults: ({ context }) => faultsOf(context).length > 0,
    isNow: ({ context }) => context.draft.when === 'now',
    isOtherTask: ({ context }, { query }: { query: Query }) => (query['id'] ?? '') !== context.taskId,
    areRoutesStale: ({ context }) => routesKey(context) !== '' && context.routes?.of !== routesKey(context),
    isLoadingOtherRoutes: ({ context }) => context.loadingRoutes !== routesKey(context),
    isPathStale: ({ context }) => pathKey(context) !== '' && context.path?.of !== pathKey(context),
    isLoadingOtherPath: ({ context }) => context.loadingPath !== pathKey(context),
    arePlacesStale: ({ context }) => placesKey(context) !== '' && context.places?.of !== placesKey(context),
    isLoadingOtherPlaces: ({ context }) => context.loadingPlaces !== placesKey(context),
    isPlanStale: ({ context }) => planKey(context) !== '' && context.plan?.of !== planKey(context),
    isPlanningOther: ({ context }) => context.planning !== planKey(context),
    isPreviewStale: ({ context }) => previewKey(context) !== '' && context.preview?.of !== previewKey(context),
    isPreviewingOther: ({ context }) => context.previewing !== previewKey(context),
  },
  delays: { previewDelay: PREVIEW_MS, undoOffered: UNDO_MS },
});
