/** Calls around scheduled tasks: copies on other robots, exceptions, settings of stops; and what changes before a run. */
import { AsyncResource } from 'node:async_hooks';
import { pino } from 'pino';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TASKS_PER_ROBOT } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { plusDays, zonedDate, zonedTimeOfDay } from '../../../contract/rules/zonedTime.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import {
  audit,
  cruisePaths,
  cruiseRecords,
  maps,
  points,
  relations,
  robotMapNames,
  robots,
  scheduledTasks,
  sites,
  taskRuns,
} from '../../../server/db/schema.ts';
import { createScheduleEstimates } from '../../../server/features/scheduleEstimates.ts';
import { createScheduleRunner } from '../../../server/features/scheduleRunner.ts';
import { createScheduleHandlers, scheduleSource } from '../../../server/features/schedules.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { startDueTicker, type DueTicker } from '../../../server/jobs/due.ts';
import { EMPTY_HALL } from '../../fakes/emptyHall.ts';
import { routeRunWorld, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';
import type { ScriptedRobot } from '../../fakes/scriptedRobot.ts';

const log = pino({ level: 'silent' });
const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;

let world: RouteRunWorld;
let schedules: ReturnType<typeof createScheduleHandlers>;
let ticker: DueTicker;
beforeEach(async () => {
  world = await routeRunWorld();
  const store = createFolderStore(world.deps.settings.dataFolder);
  const needs = { ...world.deps, now: Date.now, log, store };
  schedules = createScheduleHandlers(needs);
  ticker = startDueTicker([scheduleSource(needs)], { db: world.db, now: Date.now, log });
});
afterEach(async () => {
  await ticker.close();
  await world.close();
});

const IN_TWO_HOURS = () => zonedTimeOfDay(ZONE, Date.now() + 120 * MINUTE);
const task = (change: object = {}) =>
  world.within('lin', (context) =>
    schedules.save(
      {
        userId: '',
        id: '',
        serialNumber: 'A-1',
        executeTime: IN_TWO_HOURS(),
        pathId: 'round',
        cruiseCount: 2,
        checkboxRespeatDays: '1,2,3,4,5,6,7',
        speech: '',
        state: '1',
        pointSettings: '[{"areaId":"bar","skip":true}]',
        cruiseSetting: '{"patience":0}',
        disinfection: null,
        ...change,
      },
      context,
    ),
  );
const runsOf = (taskId: string) => world.db.select().from(taskRuns).where(eq(taskRuns.taskId, taskId));
const reason = (doing: Promise<unknown>) =>
  doing.then(
    () => undefined,
    (error: { code: number }) => errorNameOf(error.code),
  );

/** Another robot of the site, with what A-1 has said that it can. */
async function addRobot(
  serialNumber: string,
  change: { siteId?: string; maps?: string[]; isRobotAdmin?: boolean } = {},
): Promise<void> {
  const [model] = await world.db.select().from(robots).where(eq(robots.serialNumber, 'A-1'));
  if (!model) throw new Error('no robot');
  await world.db.insert(robots).values({ ...model, serialNumber, name: serialNumber, siteId: change.siteId ?? 'site' });
  for (const mapId of change.maps ?? ['m1'])
    await world.db.insert(robotMapNames).values({ serialNumber, robotMapName: mapId, mapId });
  await world.db.insert(relations).values({
    id: serialNumber,
    userId: 'lin',
    serialNumber,
    isAuth: true,
    isRobotAdmin: change.isRobotAdmin ?? true,
  });
  await world.fleet.refresh();
}

describe('copies of a task', () => {
  it('are made on each robot that can, with an answer for each that cannot', async () => {
    await world.ready();
    await world.db.insert(sites).values({ id: 'elsewhere', name: 'Elsewhere', timeZone: 'UTC' });
    await addRobot('B-1');
    await addRobot('B-2', { maps: ['m2'] });
    await addRobot('B-3', { siteId: 'elsewhere' });
    await addRobot('B-4', { isRobotAdmin: false });
    const made = await task();
    // What does not fit is said before; a robot of another site is not offered.
    const checks = await world.within('lin', (context) => schedules.checkCopy({ id: made.id }, context));
    expect(checks.map(({ serialNumber, code }) => [serialNumber, code === 0 ? '' : errorNameOf(code)])).toEqual([
      ['B-1', ''],
      ['B-2', 'wrongFloor'],
      ['B-4', 'notAllowed'],
    ]);
    const answers = await world.within('lin', (context) =>
      schedules.copy({ id: made.id, revision: made.revision, serialNumberStr: 'A-1,B-1,B-2,B-3,B-1' }, context),
    );
    expect(answers.map(({ serialNumber, code }) => [serialNumber, code === 0 ? '' : errorNameOf(code)])).toEqual([
      ['B-1', ''],
      ['B-2', 'wrongFloor'],
      ['B-3', 'wrongFloor'],
    ]);
    const all = await world.db.select().from(scheduledTasks);
    expect(all.map(({ serialNumber }) => serialNumber).sort()).toEqual(['A-1', 'B-1']);
    const copy = all.find(({ id }) => id === answers[0]?.id);
    expect(copy).toMatchObject({ serialNumber: 'B-1', rounds: 2, isOn: true, savedBy: 'lin', patience: 0 });
    // It is planned by itself, and what is done to one does not concern the other.
    expect(await runsOf(copy?.id ?? '')).toMatchObject([{ state: 'planned', serialNumber: 'B-1' }]);
    await world.within('lin', (context) => schedules.remove({ userId: '', id: made.id, serialNumber: 'A-1' }, context));
    expect(await runsOf(copy?.id ?? '')).toHaveLength(1);
    const acts = await world.db
      .select()
      .from(audit)
      .where(and(eq(audit.act, 'schedule.addTask'), eq(audit.subject, 'B-1')));
    expect(acts).toHaveLength(1);
  });

  it('is not made of a task that was edited meanwhile', async () => {
    await world.ready();
    await addRobot('B-1');
    const made = await task();
    const edited = await task({ id: made.id, cruiseCount: 3 });
    const copy = (revision?: number) =>
      world.within('lin', (context) => schedules.copy({ id: made.id, serialNumberStr: 'B-1', revision }, context));
    expect(await reason(copy(made.revision))).toBe('taskChanged');
    expect(await world.db.select().from(scheduledTasks)).toHaveLength(1);
    // Callers that do not say what they know get the task as it is.
    for (const revision of [edited.revision, undefined]) expect(await copy(revision)).toMatchObject([{ code: 0 }]);
    const rounds = (await world.db.select().from(scheduledTasks)).map((row) => row.rounds);
    expect(rounds).toEqual([3, 3, 3]);
  });
});

it('a deleted task comes back unless others have taken its place meanwhile', async () => {
  await world.ready();
  const made = await task();
  const key = { id: made.id, serialNumber: 'A-1' };
  await world.within('lin', (context) => schedules.remove({ userId: '', ...key }, context));
  const [row] = await world.db.select().from(scheduledTasks).where(eq(scheduledTasks.id, made.id));
  if (!row) throw new Error('no task');
  const others = Array.from({ length: TASKS_PER_ROBOT }, (_, i) => ({ ...row, id: `other-${i}`, deletedAt: null }));
  await world.db.insert(scheduledTasks).values(others);
  const restore = () => world.within('lin', (context) => schedules.restore(key, context));
  expect(await reason(restore())).toBe('tooManyTasks');
  expect(await runsOf(made.id)).toEqual([]);
  await world.db.delete(scheduledTasks).where(eq(scheduledTasks.id, 'other-0'));
  expect(await restore()).toMatchObject({ id: made.id, state: '1' });
  expect(await runsOf(made.id)).toMatchObject([{ state: 'planned' }]);
});

const draft = (change: object = {}) => ({
  serialNumber: 'A-1',
  startTime: `${zonedDate(ZONE, Date.now())} 00:00`,
  endTime: `${plusDays(zonedDate(ZONE, Date.now()), 3)} 23:59`,
  weekly: false,
  checkboxPoint: '',
  keepsDeletedPoints: false,
  remark: 'Fair',
  ...change,
});
describe('an exception', () => {
  const touched = async (): Promise<string[]> => {
    const { runs } = await schedules.timetable(
      { siteId: 'site', from: zonedDate(ZONE, Date.now()), days: 7 },
      world.as('lin'),
    );
    return runs.flatMap(({ exceptionIds }) => exceptionIds);
  };

  it('shows the runs that it touches before it is saved, and they come back when it is deleted', async () => {
    await world.ready();
    await task();
    const { runs } = await schedules.previewException({ id: '', ...draft() }, world.as('lin'));
    expect(runs.length).toBeGreaterThanOrEqual(3);
    expect(runs.every(({ verdict }) => verdict === 'notAtAll')).toBe(true);
    expect(await touched()).toEqual([]);

    const saved = await world.within('lin', (context) =>
      schedules.saveException({ userId: '', id: '', ...draft() }, context),
    );
    expect(await touched()).toHaveLength(runs.length);
    await world.within('lin', (context) => schedules.deleteException({ userId: '', id: saved.id }, context));
    expect(await touched()).toEqual([]);
    expect(
      await reason(world.within('lin', (context) => schedules.deleteException({ userId: '', id: saved.id }, context))),
    ).toBe('notFound');
  });

  it('keeps a point that was deleted since until it is taken out, and gets no other that is not there', async () => {
    await world.ready();
    await task({ pointSettings: null });
    const save = (change: object) =>
      world.within('lin', (context) => schedules.saveException({ userId: '', id: '', ...draft(), ...change }, context));
    const { id } = await save({ checkboxPoint: 'bar,pool' });
    await world.forgetPoints('pool');
    const edited = { id, checkboxPoint: 'bar,pool', remark: 'Wedding' };
    expect(await schedules.previewException({ ...draft(), ...edited }, world.as('lin'))).toHaveProperty('runs');
    expect(await save(edited)).toMatchObject({ remark: 'Wedding', checkboxPoint: 'bar,pool' });
    expect(await reason(save({ id, checkboxPoint: 'bar,p9' }))).toBe('pointUnknown');
    expect(await reason(save({ checkboxPoint: 'bar,pool' }))).toBe('pointUnknown');
    expect(await save({ id, checkboxPoint: 'bar' })).toMatchObject({ checkboxPoint: 'bar' });
    expect(await reason(save({ id, checkboxPoint: 'bar,pool' }))).toBe('pointUnknown');
  });

  it('that named a deleted point can be made again by Undo, and copied', async () => {
    await world.ready();
    await task({ pointSettings: null });
    const save = (change: object) =>
      world.within('lin', (context) => schedules.saveException({ userId: '', id: '', ...draft(), ...change }, context));
    const { id } = await save({ checkboxPoint: 'bar,pool' });
    await world.forgetPoints('pool');
    await world.within('lin', (context) => schedules.deleteException({ userId: '', id }, context));
    const again = { checkboxPoint: 'bar,pool', keepsDeletedPoints: true };
    expect(await schedules.previewException({ id: '', ...draft(), ...again }, world.as('lin'))).toHaveProperty('runs');
    expect(await save(again)).toMatchObject({ checkboxPoint: 'bar,pool' });
    // A point of another site is not a deleted one.
    await world.db.insert(sites).values({ id: 'away', name: 'Away', timeZone: ZONE });
    const floor = { siteId: 'away', floor: '1F', position: 0, name: 'One', resolution: 0.05, plan: EMPTY_HALL };
    await world.db.insert(maps).values({ ...floor, id: 'away-1' });
    const place = { mapId: 'away-1', name: 'Elsewhere', x: 1, y: 1, attributes: ['none' as const] };
    const silent = { departWord: '', arrivedWord: '', chargeBase: [] };
    await world.db.insert(points).values({ ...place, ...silent, areaId: 'elsewhere' });
    expect(await reason(save({ checkboxPoint: 'bar,elsewhere', keepsDeletedPoints: true }))).toBe('pointUnknown');
  });

  it('is exported with the others of its site, in the time zone of the site', async () => {
    await world.ready();
    await addRobot('B-1');
    const save = (change: object) =>
      world.within('lin', (context) => schedules.saveException({ userId: '', id: '', ...draft(), ...change }, context));
    await save({ startTime: '2099-05-04 09:00', endTime: '2099-05-04 12:00', weekly: true, checkboxPoint: 'bar' });
    await save({ serialNumber: 'B-1', startTime: '2099-06-01 10:00', endTime: '2099-06-02 11:00', remark: '=1+1' });
    const file = await schedules.exportExceptions({ siteId: 'site' }, world.as('lin'));
    const lines = Buffer.from(file.bytes as Uint8Array)
      .toString()
      .replaceAll('"', '')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toContain(
      'Robot,Serial number,From (Europe/Berlin),To (Europe/Berlin),Every week at these times,Skipped,Note,By',
    );
    expect(lines[1]).toContain("B-1,B-1,2099-06-01 10:00:00,2099-06-02 11:00:59,,Whole run,'=1+1,Name of lin,");
    expect(lines[2]).toContain('2099-05-04 12:00:59,✓,Bar,Fair,Name of lin,');
    expect(lines).toHaveLength(3);
    expect(await reason(schedules.exportExceptions({ siteId: 'attic' }, world.as('lin')))).toBe('siteUnknown');
  });

  it('far in the future is not worked out run by run', async () => {
    await world.ready();
    await task();
    const far = draft({ startTime: '9000-05-04 00:00', endTime: '9000-05-05 23:59' });
    expect(await schedules.previewException({ id: '', ...far }, world.as('lin'))).toEqual({ runs: [] });
  });
});

describe('the stops of a task', () => {
  it('have the settings of the task beside those of the route, and say which point is gone', async () => {
    await world.ready();
    const { id } = await task();
    await world.forgetPoints('pool');
    const found = await schedules.pointSettings({ taskId: id, pathId: 'round' }, world.as('lin'));
    expect(found).toMatchObject({
      mapId: 'm1',
      stops: [
        { areaId: 'p1', name: 'Lobby', isMissing: false, setting: null },
        { areaId: 'bar', stayTime: 60, isMissing: false, setting: { areaId: 'bar', skip: true } },
        { areaId: 'pool', isMissing: true, setting: null },
      ],
    });
    const fresh = await schedules.pointSettings({ taskId: '', pathId: 'round' }, world.as('lin'));
    expect(fresh.stops.every(({ setting }) => setting === null)).toBe(true);
    expect(await reason(schedules.pointSettings({ taskId: id, pathId: 'gone' }, world.as('lin')))).toBe('routeDeleted');
  });
});

describe('what changes between planning and running', () => {
  let robot: ScriptedRobot;
  beforeEach(async () => void (robot = await world.ready()));
  /** The next run of the task is due now; looks until it is decided. Its ways are planned in a worker. */
  async function outcome(taskId: string) {
    const startsAt = new Date();
    await world.db
      .update(taskRuns)
      .set({ startsAt, dueAt: startsAt, movedTo: startsAt, changedBy: 'lin' })
      .where(eq(taskRuns.taskId, taskId));
    return vi.waitFor(
      async () => {
        await robot.state();
        await world.db.update(taskRuns).set({ dueAt: new Date() }).where(eq(taskRuns.state, 'waiting'));
        await ticker.tick();
        const [record] = await world.db.select().from(cruiseRecords);
        if (!record) throw new Error('not decided yet');
        return record;
      },
      { timeout: 50_000, interval: 50 },
    );
  }

  it('a point is deleted: the run ends with a record that says so', async () => {
    const { id } = await task({ cruiseSetting: '{"patience":30}' });
    await world.forgetPoints('pool');
    expect(await outcome(id)).toMatchObject({ taskId: id, state: 'failed', reason: { type: 'routeBroken' } });
  }, 90_000);

  it('the route gets other stops: the run has those', async () => {
    const { id } = await task({ cruiseSetting: '{"patience":30}' });
    const [route] = await world.db.select().from(cruisePaths).where(eq(cruisePaths.id, 'round'));
    await world.db
      .update(cruisePaths)
      .set({ stops: [...(route?.stops ?? [])].reverse() })
      .where(eq(cruisePaths.id, 'round'));
    expect(await outcome(id)).toMatchObject({
      state: 'inProgress',
      plan: { stops: [{ areaId: 'pool' }, { areaId: 'p1' }] },
    });
  }, 90_000);

  it('the map is redrawn: the run starts, with its ways planned again', async () => {
    const { id } = await task({ cruiseSetting: '{"patience":30}' });
    const [map] = await world.db.select().from(maps).where(eq(maps.id, 'm1'));
    await world.db
      .update(maps)
      .set({ revision: (map?.revision ?? 0) + 1, plan: { ...EMPTY_HALL, walls: [{ from: [7, 0], to: [7, 4] }] } })
      .where(eq(maps.id, 'm1'));
    expect(await outcome(id)).toMatchObject({ taskId: id, state: 'inProgress' });
  }, 90_000);
});

describe('what is saved after the due runs of several robots are read, and before the last of them is decided', () => {
  /** One look at the due runs of A-1 and B-1, in this order. @param between when the run of A-1 is decided */
  async function look(between?: () => Promise<unknown>): Promise<void> {
    const needs = { ...world.deps, now: Date.now, log, store: createFolderStore(world.deps.settings.dataFolder) };
    const estimates = createScheduleEstimates(needs);
    // Another request, so not within the transaction of the runs.
    const save = between && AsyncResource.bind(between);
    let saved: Promise<unknown> | undefined;
    const known: typeof estimates.known = async (db, asked) => {
      await (saved ??= save?.());
      return estimates.known(db, asked);
    };
    const source = createScheduleRunner({ ...needs, estimates: { ...estimates, known } });
    await world.db.transaction((db) => source.take(db, new Date(), 100, () => undefined));
    if (save) expect(await saved).toMatchObject({ serialNumber: 'B-1' });
  }
  /** Tasks of A-1 and B-1 whose runs are due. B-1 is offline, and its run waits for it. */
  async function dueTasks(): Promise<{ first: string; last: string }> {
    await ticker.close();
    await world.ready();
    await addRobot('B-1');
    const patient = { cruiseSetting: '{"patience":30}' };
    const made = { first: (await task(patient)).id, last: (await task({ ...patient, serialNumber: 'B-1' })).id };
    for (const [id, ago] of [
      [made.first, 2_000],
      [made.last, 1_000],
    ] as const) {
      const startsAt = new Date(Date.now() - ago);
      await world.db
        .update(taskRuns)
        .set({ startsAt, dueAt: startsAt, movedTo: startsAt, changedBy: 'lin' })
        .where(eq(taskRuns.taskId, id));
    }
    return made;
  }
  const runOf = async (id: string) => (await runsOf(id)).find(({ changedBy }) => changedBy !== null);

  it('an exception counts', async () => {
    const { last } = await dueTasks();
    await look(() =>
      world.within('lin', (context) =>
        schedules.saveException({ userId: '', id: '', ...draft({ serialNumber: 'B-1' }) }, context),
      ),
    );
    expect(await runOf(last)).toMatchObject({ state: 'notStarted', reason: 'exception' });
  });

  it('a change of a task leaves its run to the next look, which goes by the change', async () => {
    const { last } = await dueTasks();
    const before = await runOf(last);
    const [row] = await world.db.select().from(scheduledTasks).where(eq(scheduledTasks.id, last));
    await look(() =>
      task({ id: last, serialNumber: 'B-1', executeTime: row?.executeTime, cruiseSetting: '{"patience":0}' }),
    );
    const left = await runOf(last);
    expect(left).toMatchObject({ state: 'planned', reason: 'notChecked' });
    expect(left?.dueAt?.getTime()).toBeGreaterThan(before?.dueAt?.getTime() ?? Infinity);
    await world.db.update(taskRuns).set({ dueAt: new Date() }).where(eq(taskRuns.taskId, last));
    await look();
    expect(await runOf(last)).toMatchObject({ state: 'notStarted', reason: 'robotOffline' });
  });
});

it('a task that is off does not say why any longer when another route is saved, and does after other changes', async () => {
  await world.ready();
  const { id, executeTime } = await task();
  const [route] = await world.db.select().from(cruisePaths).where(eq(cruisePaths.id, 'round'));
  if (!route) throw new Error('no route');
  await world.db.insert(cruisePaths).values({ ...route, id: 'other', name: 'Other' });
  await world.db.update(scheduledTasks).set({ isOn: false, offReason: 'robotMoved' });
  const off = { id, executeTime, state: '0' };
  expect(await task({ ...off, cruiseCount: 3 })).toMatchObject({ state: '0', offReason: 'robotMoved' });
  expect(await task({ ...off, pathId: 'other' })).not.toHaveProperty('offReason');
});
