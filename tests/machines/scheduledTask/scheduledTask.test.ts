/** The editor of a scheduled task: new and existing ones, several robots, starts now, consequences, drafts, lost answers. */
import type { CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { RoutePlan, RoutePlanRequest } from '../../../contract/rules/planPath/routePlan.ts';
import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { UNDO_MS } from '../../../src/machines/factories/undo.ts';
import { failure } from '../../../src/machines/failure.ts';
import type {
  LoadedPath,
  LoadedPlaces,
  LoadedTask,
  Preview,
  PreviewRequest,
  RobotAnswer,
  SaveRequest,
  SaveResult,
  StartRequest,
  StoredTask,
} from '../../../src/machines/scheduledTask/scheduledTask.context.ts';
import { scheduledTaskMachine } from '../../../src/machines/scheduledTask/scheduledTask.machine.ts';
import {
  selectCopy,
  selectIsTaskChanged,
  selectPreview,
  selectTask,
  selectTaskFaults,
  selectTaskStage,
} from '../../../src/machines/scheduledTask/scheduledTask.selectors.ts';
import { type CopyCheck, taskCopyMachine } from '../../../src/machines/taskCopy/taskCopy.machine.ts';
import { withPoint } from '../../../src/machines/disinfectionRecords/planForm.ts';
import { PREVIEW_MS } from '../../../src/machines/scheduledTask/scheduledTask.setup.ts';
import { NEW_TASK, type TaskDraft } from '../../../src/machines/scheduledTask/taskDraft.ts';
import { sampleFloor } from '../../fakes/disinfectionSample.ts';
import { sampleRun, sampleTask, sampleTimetable, ZONE } from '../../fakes/scheduleSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const SITES: LoadedTask['sites'] = [
  {
    siteId: 'h1',
    name: 'Harbour Hotel',
    timeZone: ZONE,
    robots: [
      ...sampleTimetable().robots,
      {
        ...sampleTimetable().robots[0],
        serialNumber: 'S2-3',
        name: 'Night patrol',
      } as LoadedTask['sites'][number]['robots'][number],
    ],
  },
];
const stop = (areaId: string) => ({ areaId, name: areaId, isMissing: false, stayTime: 10, speech: '', setting: null });
const PATH: LoadedPath = {
  // Only the points are read.
  map: {
    id: 'm1',
    points: ['a', 'b', 'c'].map((areaId, i) => ({ areaId, worldX: i, worldY: 0 })),
  } as unknown as IndoorMap,
  stops: ['a', 'b', 'c'].map(stop),
};
const ROUTE = {
  pathId: 'p1',
  pathName: 'Lobby round',
  mapId: 'm1',
  mapName: 'Floor 1',
  floor: 'F1',
  isDefault: true,
  missing: [],
  stopCount: 3,
};
const PREVIEW: Preview = {
  metres: 112,
  seconds: 387,
  totalSeconds: 387,
  battery: 13,
  perWeek: 7,
  runs: [sampleRun()],
  cells: null,
};

type TaskKey = { serialNumber: string; taskId: string };
interface Options {
  readonly query?: Record<string, string>;
  readonly task?: LoadedTask['task'];
  readonly kept?: LoadedTask['kept'];
  /** A run of the task is under way. */
  readonly isUnderWay?: boolean;
}
async function start({ query = {}, task = null, kept = null, isUnderWay = false }: Options = {}) {
  const saves: SaveRequest[] = [];
  const starts: StartRequest[] = [];
  const previews: (readonly PreviewRequest[])[] = [];
  const stored: StoredTask[] = [];
  const asked = {
    places: [] as { serialNumber: string; mapId: string }[],
    deletions: [] as TaskKey[],
    restorations: [] as TaskKey[],
  };
  const server = { failures: [] as Error[], copies: [] as RobotAnswer[], starts: [] as RobotAnswer[] };
  const started = startUnderApp(
    scheduledTaskMachine.provide({
      actors: {
        loadTask: fromPromise<LoadedTask, { taskId: string; serialNumber: string; userId: string }>(
          async ({ input }) => ({
            sites: SITES,
            task: input.taskId === '' ? null : task,
            kept,
            seed: 'seed',
            ahead: { runs: 3, isUnderWay },
          }),
        ),
        copy: taskCopyMachine.provide({
          actors: {
            checkCopies: fromPromise<{ checks: readonly CopyCheck[] }, { taskId: string }>(async () => ({
              checks: [],
            })),
          },
        }),
        loadRoutes: fromPromise<{ paths: readonly CruisePathChoice[] }, { serialNumber: string }>(async () => ({
          paths: [ROUTE],
        })),
        loadPath: fromPromise<LoadedPath, { serialNumber: string; mapId: string; pathId: string; taskId: string }>(
          async () => PATH,
        ),
        planRoute: fromPromise<RoutePlan, RoutePlanRequest>(async () => ({ legs: [] })),
        loadPreview: fromPromise<Preview, { requests: readonly PreviewRequest[] }>(async ({ input }) => {
          previews.push(input.requests);
          return PREVIEW;
        }),
        saveTask: fromPromise<SaveResult, SaveRequest>(async ({ input }) => {
          saves.push(input);
          const error = server.failures.shift();
          if (error) throw error;
          const saved = sampleTask({ id: 't9', serialNumber: input.serialNumber, executeTime: input.task.executeTime });
          const own: RobotAnswer = { serialNumber: input.serialNumber, did: 'saved', failure: null };
          return { task: saved, answers: [own, ...server.copies] };
        }),
        loadPlaces: fromPromise<LoadedPlaces, { serialNumber: string; mapId: string }>(async ({ input }) => {
          asked.places.push(input);
          return { floors: [], map: { ...sampleFloor, id: input.mapId === 'm2' ? 'm2' : 'm1' } };
        }),
        deleteTask: fromPromise<unknown, TaskKey>(async ({ input }) => {
          asked.deletions.push(input);
          const error = server.failures.shift();
          if (error) throw error;
        }),
        restoreTask: fromPromise<unknown, TaskKey>(async ({ input }) => void asked.restorations.push(input)),
        startRuns: fromPromise<{ answers: readonly RobotAnswer[] }, StartRequest>(async ({ input }) => {
          starts.push(input);
          return { answers: server.starts };
        }),
        guardTab: fromCallback(() => undefined),
      },
      actions: { keepDraft: (_, params) => void stored.push(params) },
    }),
    {
      as: 'screen',
      input: { page: 'scheduledTask', params: {}, query, user: null, serialNumber: 'S2-1', language: 'enUS' },
    },
  );
  const quiet = async () => {
    for (let i = 0; i < 4; i++) await settle();
    started.clock.increment(PREVIEW_MS);
    for (let i = 0; i < 3; i++) await settle();
  };
  await quiet();
  const snapshot = () => started.actor.getSnapshot();
  return {
    ...started,
    saves,
    starts,
    previews,
    stored,
    asked,
    server,
    quiet,
    snapshot,
    context: () => selectTask(snapshot()),
  };
}
const DISINFECTING = { kind: 'disinfection', executeTime: '22:40' } satisfies Partial<TaskDraft>;
const fill = { pathId: 'p1', executeTime: '22:40' } satisfies Partial<TaskDraft>;

it('begins a new task with the current robot, and names what is missing', async () => {
  const { actor, context, snapshot, saves } = await start();
  expect(context().draft).toEqual({ ...NEW_TASK, robots: ['S2-1'] });
  actor.send({ type: 'task.save' });
  expect([context().tried, selectTaskFaults(snapshot()).map(({ error }) => error), saves]).toEqual([
    true,
    ['timeEmpty', 'routeEmpty'],
    [],
  ]);
});

it('works out the consequences once, after a pause, for every robot', async () => {
  const { actor, previews, quiet, snapshot } = await start();
  actor.send({ type: 'task.change', change: { pathId: 'p1' } });
  await quiet();
  expect([previews, selectPreview(snapshot())]).toEqual([[], null]);
  actor.send({ type: 'task.change', change: { executeTime: '22:00' } });
  actor.send({ type: 'task.change', change: { executeTime: '22:40' } });
  actor.send({ type: 'robot.toggle', serialNumber: 'S2-3' });
  await quiet();
  expect(
    previews.map((requests) => requests.map(({ serialNumber, executeTime }) => [serialNumber, executeTime])),
  ).toEqual([
    [
      ['S2-1', '22:40'],
      ['S2-3', '22:40'],
    ],
  ]);
  expect(selectPreview(snapshot())?.runs).toHaveLength(1);
});

it('saves one task and copies it to the others, then goes to the timetable', async () => {
  const { actor, saves, quiet, server, toldTo, stored } = await start();
  server.copies.push({ serialNumber: 'S2-3', did: 'saved', failure: null });
  actor.send({ type: 'task.change', change: { ...fill, isLoop: true, rounds: '4' } });
  actor.send({ type: 'robot.toggle', serialNumber: 'S2-3' });
  actor.send({ type: 'day.toggle', day: 4 });
  await quiet();
  actor.send({ type: 'task.save' });
  await quiet();
  expect(saves).toMatchObject([
    {
      id: '',
      serialNumber: 'S2-1',
      others: ['S2-3'],
      task: { executeTime: '22:40', cruiseCount: 4, checkboxRespeatDays: '1,2,3,5,6,7', pointSettings: null },
    },
  ]);
  expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.leave', to: '/schedules/calendar' });
  expect(toldTo('notices')).toMatchObject([{ notice: { key: 'scheduledTask.savedMany', params: { count: 2 } } }]);
  expect(stored.at(-1)?.kept).toBeNull();
});

it('says after a save that the run under way goes on as it began', async () => {
  const { actor, quiet, toldTo } = await start({ query: { id: 't1' }, task: sampleTask(), isUnderWay: true });
  actor.send({ type: 'task.change', change: fill });
  actor.send({ type: 'task.save' });
  await quiet();
  expect(toldTo('notices')).toMatchObject([{ notice: { key: 'scheduledTask.savedUnderWay' } }]);
});

it('lists the robots that refused their copy, and keeps the task that was saved', async () => {
  const { actor, quiet, server, context, snapshot } = await start();
  server.copies.push({ serialNumber: 'S2-3', did: 'saved', failure: failure(ERRORS.notAllowed) });
  actor.send({ type: 'task.change', change: fill });
  actor.send({ type: 'robot.toggle', serialNumber: 'S2-3' });
  await quiet();
  actor.send({ type: 'task.save' });
  await quiet();
  expect(context()).toMatchObject({ taskId: 't9', draft: { robots: ['S2-1'] } });
  expect(context().answers.filter((answer) => answer.failure)).toMatchObject([{ serialNumber: 'S2-3' }]);
  expect([selectTaskStage(snapshot()), selectIsTaskChanged(snapshot())]).toEqual(['editing', false]);
});

it('opens another new task after Ctrl Enter', async () => {
  const { actor, quiet, context, snapshot } = await start();
  actor.send({ type: 'task.change', change: fill });
  await quiet();
  actor.send({ type: 'task.save', after: 'another' });
  await quiet();
  expect([selectTaskStage(snapshot()), context().taskId, context().draft.executeTime]).toEqual(['editing', '', '']);
});

it('repeats a save without an answer as the same request', async () => {
  const { actor, quiet, server, saves, context } = await start();
  server.failures.push(new ApiError('networkFailed'), new ApiError('notAllowed'));
  actor.send({ type: 'task.change', change: fill });
  await quiet();
  actor.send({ type: 'task.save' });
  await quiet();
  expect(context()).toMatchObject({ unanswered: true, failure: { code: ERRORS.networkFailed } });
  actor.send({ type: 'task.save' });
  await quiet();
  expect(context()).toMatchObject({ unanswered: false, failure: { code: ERRORS.notAllowed } });
  actor.send({ type: 'task.save' });
  await quiet();
  const [first, second, third] = saves.map(({ attempt }) => attempt);
  expect([first === second, second === third]).toEqual([true, false]);
});

it('starts now without a task, and lists each answer', async () => {
  const { actor, quiet, server, starts, saves, context } = await start();
  server.starts.push({ serialNumber: 'S2-1', did: 'started', failure: null });
  actor.send({ type: 'task.change', change: { when: 'now', pathId: 'p1', isLoop: true, rounds: '3' } });
  await quiet();
  actor.send({ type: 'task.save' });
  await quiet();
  expect(starts).toMatchObject([{ serialNumbers: ['S2-1'], pathId: 'p1', rounds: 3 }]);
  expect([saves, context().answers]).toEqual([[], server.starts]);
});

it('starts now and keeps a task too', async () => {
  const { actor, quiet, server, starts, saves, context } = await start();
  server.starts.push({ serialNumber: 'S2-1', did: 'started', failure: null });
  actor.send({ type: 'task.change', change: { when: 'now', keep: true, ...fill } });
  await quiet();
  actor.send({ type: 'task.save' });
  await quiet();
  expect([starts.length, saves.length, context().taskId]).toEqual([1, 1, 't9']);
  expect(context().answers.map(({ did }) => did)).toEqual(['started', 'saved']);
});

it('changes single stops of the task, and sends only what differs from the route', async () => {
  const { actor, quiet, saves, snapshot } = await start({
    query: { id: 't1' },
    task: sampleTask({ pointSettings: JSON.stringify([{ areaId: 'b', skip: true }]) }),
  });
  actor.send({ type: 'stop.change', areaId: 'a', change: { stayTime: 30 } });
  actor.send({ type: 'stop.change', areaId: 'c', change: { skip: true } });
  expect(selectTaskFaults(snapshot()).map(({ error }) => error)).toEqual(['tooFewStops']);
  actor.send({ type: 'stop.reset', areaId: 'c' });
  actor.send({ type: 'stop.change', areaId: 'b', change: { skip: false } });
  await quiet();
  actor.send({ type: 'task.save' });
  await quiet();
  expect(saves).toMatchObject([
    {
      id: 't1',
      revision: 3,
      task: { pointSettings: JSON.stringify([{ areaId: 'a', skip: false, stayTime: 30, speech: null }]) },
    },
  ]);
});

it.each(['conflict.theirs', 'conflict.mine'] as const)(
  'lets the user choose when somebody else saved: %s',
  async (type) => {
    const { actor, quiet, server, saves, context } = await start({ query: { id: 't1' }, task: sampleTask() });
    server.failures.push(new ApiError('taskChanged'));
    actor.send({ type: 'task.change', change: { executeTime: '23:00' } });
    await quiet();
    actor.send({ type: 'task.save' });
    await quiet();
    expect(context()).toMatchObject({ failure: { code: ERRORS.taskChanged }, draft: { executeTime: '23:00' } });
    actor.send({ type });
    await quiet();
    if (type === 'conflict.mine') expect(saves.map(({ revision }) => revision)).toEqual([3, null]);
    else expect([saves.length, context().draft.executeTime, context().failure]).toEqual([1, '22:00', null]);
  },
);

it('drops settings of stops with another route', async () => {
  const { actor, context } = await start({ query: { id: 't1' }, task: sampleTask() });
  actor.send({ type: 'stop.change', areaId: 'a', change: { speech: 'Hello' } });
  actor.send({ type: 'task.change', change: { pathId: 'p2' } });
  expect(context().draft.settings).toEqual([]);
});

it('offers a draft that was not saved, and asks before it is left', async () => {
  const draft = { ...NEW_TASK, ...fill, robots: ['S2-1', 'gone'] };
  const { actor, context, snapshot, quiet, toldTo } = await start({ kept: { revision: 0, at: 1, draft } });
  expect(selectTaskStage(snapshot())).toBe('offering');
  actor.send({ type: 'draft.take' });
  expect(context().draft).toEqual({ ...draft, robots: ['S2-1'] });
  await quiet();
  expect(snapshot().hasTag('unsaved')).toBe(true);
  actor.send({ type: 'page.leaveAsked', to: '/home' });
  const question = snapshot().children.confirm;
  question?.send({ type: 'confirm.accept' });
  expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.leave', to: '/home' });
});

it('copies the saved task only without changes, and the choice of robots outlasts a look at another tab', async () => {
  const { actor } = await start({ query: { id: 't1' }, task: sampleTask() });
  const isCopying = () => selectCopy(actor.getSnapshot()) !== undefined;
  actor.send({ type: 'task.change', change: { executeTime: '23:00' } });
  actor.send({ type: 'task.copy' });
  expect(isCopying()).toBe(false);
  for (const type of ['draft.discard', 'task.copy'] as const) actor.send({ type });
  await settle();
  expect(selectCopy(actor.getSnapshot())?.getSnapshot().context).toMatchObject({ taskId: 't1', executeTime: '22:00' });
  actor.send({ type: 'page.resumed' });
  await settle();
  expect(isCopying()).toBe(true);
  selectCopy(actor.getSnapshot())?.send({ type: 'copy.close' });
  expect(isCopying()).toBe(false);
});

it('only shows the task of a robot that the user does not administer', async () => {
  const { actor, context, saves } = await start({
    query: { id: 't2' },
    task: sampleTask({ id: 't2', serialNumber: 'S2-2' }),
  });
  actor.send({ type: 'task.change', change: { executeTime: '01:00' } });
  actor.send({ type: 'task.save' });
  expect([context().draft.executeTime, saves]).toEqual(['22:00', []]);
});

it('says when the task does not exist any more', async () => {
  expect(selectTaskStage((await start({ query: { id: 'x' } })).snapshot())).toBe('gone');
});

describe('a disinfection', () => {
  it('takes the map of its robot, which is no change, and names what is missing', async () => {
    const { actor, asked, context, quiet, snapshot } = await start();
    actor.send({ type: 'task.change', change: { kind: 'disinfection' } });
    await quiet();
    expect(asked.places).toEqual([{ serialNumber: 'S2-1', mapId: '' }]);
    expect(context().draft.plan).toMatchObject({ mapId: 'm1', kind: 'points', waitUntilEmpty: true });
    expect(context().base.plan.mapId).toBe('m1');
    expect(selectTaskFaults(snapshot()).map(({ error }) => error)).toEqual(['placesEmpty', 'timeEmpty']);
    const chosen = withPoint(context().draft.plan, 'p1');
    actor.send({ type: 'plan.change', plan: { ...chosen, points: [{ areaId: 'p1', minutes: 61 }] } });
    expect(selectTaskFaults(snapshot())[0]).toMatchObject({ field: 'disinfection', error: 'minutesWrong' });
    actor.send({ type: 'plan.change', plan: { ...chosen, points: [{ areaId: 'p1', minutes: 3, dose: 51 }] } });
    expect(selectTaskFaults(snapshot())[0]).toMatchObject({ error: 'doseWrong' });
  });

  it('is saved with its plan, and without what only a cruise has', async () => {
    const { actor, context, previews, quiet, saves } = await start();
    actor.send({ type: 'task.change', change: { ...DISINFECTING, isLoop: true, rounds: '4', speech: 'Hello' } });
    await quiet();
    actor.send({ type: 'plan.change', plan: withPoint(context().draft.plan, 'p1') });
    await quiet();
    const task = {
      kind: 'disinfection',
      pathId: '',
      cruiseCount: 1,
      speech: '',
      pointSettings: null,
      disinfection: {
        mapId: 'm1',
        target: { kind: 'points', points: [{ areaId: 'p1', minutes: 3 }] },
        mode: 'spray',
        waitUntilEmpty: true,
      },
    };
    expect(previews.at(-1)).toMatchObject([task]);
    actor.send({ type: 'task.save' });
    await quiet();
    expect(saves).toMatchObject([{ task }]);
  });

  it('forgets its places on another map, and reads that map', async () => {
    const { actor, asked, context, quiet } = await start();
    actor.send({ type: 'task.change', change: DISINFECTING });
    await quiet();
    actor.send({ type: 'plan.change', plan: withPoint(context().draft.plan, 'p1') });
    actor.send({ type: 'plan.change', plan: { ...context().draft.plan, mapId: 'm2' } });
    await quiet();
    expect(asked.places.at(-1)).toEqual({ serialNumber: 'S2-1', mapId: 'm2' });
    expect(context().draft.plan).toMatchObject({ mapId: 'm2', points: [] });
  });

  it('starts now', async () => {
    const { actor, context, quiet, server, starts } = await start();
    server.starts.push({ serialNumber: 'S2-1', did: 'started', failure: null });
    actor.send({ type: 'task.change', change: { ...DISINFECTING, when: 'now' } });
    await quiet();
    actor.send({ type: 'plan.change', plan: withPoint(context().draft.plan, 'p1') });
    actor.send({ type: 'task.save' });
    await quiet();
    expect(starts).toMatchObject([{ serialNumbers: ['S2-1'], disinfection: { mapId: 'm1' } }]);
    expect(context().answers).toEqual(server.starts);
  });
});

describe('deleting a saved task', () => {
  const KEY = { serialNumber: 'S2-1', taskId: 't1' };

  it('offers Undo, then leaves', async () => {
    const page = await start({ query: { id: 't1' }, task: sampleTask() });
    const { actor, asked, clock, quiet, snapshot, toldTo, context } = page;
    actor.send({ type: 'task.delete' });
    await quiet();
    expect([asked.deletions, selectTaskStage(snapshot()), context().ahead.runs]).toEqual([[KEY], 'deleted', 3]);
    clock.increment(UNDO_MS);
    expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.leave', to: '/schedules/calendar' });
    actor.send({ type: 'undo.take' });
    expect(asked.restorations).toEqual([]);
  });

  it('is undone', async () => {
    const { actor, asked, quiet, snapshot } = await start({ query: { id: 't1' }, task: sampleTask() });
    actor.send({ type: 'task.delete' });
    await quiet();
    actor.send({ type: 'undo.take' });
    await quiet();
    expect([asked.restorations, selectTaskStage(snapshot())]).toEqual([[KEY], 'editing']);
  });

  it('that is refused keeps the task, and a new task has nothing to delete', async () => {
    const { actor, quiet, server, snapshot, context } = await start({ query: { id: 't1' }, task: sampleTask() });
    server.failures.push(new ApiError('notAllowed'));
    actor.send({ type: 'task.delete' });
    await quiet();
    expect([selectTaskStage(snapshot()), context().failure?.code]).toEqual(['editing', ERRORS.notAllowed]);
    const other = await start();
    other.actor.send({ type: 'task.delete' });
    await other.quiet();
    expect(other.asked.deletions).toEqual([]);
  });
});
