/** Disinfections as scheduled tasks, on a real database, broker and fleet: saved, forecast, started, or ended with a reason. */
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FloorPlan } from '../../../contract/entities/floorPlan.ts';
import { taskRunIdOf } from '../../../contract/rules/schedule/disinfectionTask.ts';
import { occurrencesOf } from '../../../contract/rules/schedule/occurrences.ts';
import { daysOf } from '../../../contract/rules/schedule/scheduledTask.ts';
import { zonedDate } from '../../../contract/rules/zonedTime.ts';
import { ApiError, errorNameOf } from '../../../contract/wire/errors.ts';
import {
  commands,
  cruiseRecords,
  disinfectionRecords,
  entrances,
  maps,
  points,
  robots,
  scheduledTasks,
  scheduleExceptions,
  taskRuns,
} from '../../../server/db/schema.ts';
import { createDisinfectionHandlers } from '../../../server/features/disinfections.ts';
import { createScheduleHandlers, scheduleSource } from '../../../server/features/schedules.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { startDueTicker, type DueTicker } from '../../../server/jobs/due.ts';
import { EMPTY_HALL } from '../../fakes/emptyHall.ts';
import { routeRunWorld, soon, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';
import type { ScriptedRobot } from '../../fakes/scriptedRobot.ts';

const log = pino({ level: 'silent' });
const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: RouteRunWorld;
let schedules: ReturnType<typeof createScheduleHandlers>;
let disinfections: ReturnType<typeof createDisinfectionHandlers>;
let tickers: DueTicker[];
let shift: number;
const now = () => Date.now() + shift;

beforeEach(async () => {
  world = await routeRunWorld();
  shift = 0;
  const needs = { ...world.deps, now, log, store: createFolderStore(world.deps.settings.dataFolder) };
  schedules = createScheduleHandlers(needs);
  disinfections = createDisinfectionHandlers(world.deps);
  // Two servers on one database.
  tickers = [0, 1].map(() => startDueTicker([scheduleSource(needs)], { db: world.db, now, log }));
});
afterEach(async () => {
  await Promise.all(tickers.map((ticker) => ticker.close()));
  await world.close();
});

const tick = async (): Promise<void> => void (await Promise.all(tickers.map((ticker) => ticker.tick())));
const clockAt = (at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
const point = (areaId: string, more: object = {}) => ({ areaId, minutes: 5, ...more });
const PLAN = {
  mapId: 'm1',
  target: { kind: 'points' as const, points: [point('p1'), point('bar', { dose: 12 })] },
  mode: 'mist' as const,
  dose: 5,
  waitUntilEmpty: true,
};
const fields = () => ({
  serialNumber: 'A-1',
  kind: 'disinfection' as const,
  executeTime: clockAt(now() + 2 * HOUR),
  pathId: '',
  cruiseCount: 1,
  checkboxRespeatDays: '1,2,3,4,5,6,7',
  speech: '',
  state: '1' as const,
  pointSettings: null,
  cruiseSetting: null,
  disinfection: PLAN,
});
const save = (change: object = {}) =>
  world.within('lin', (context) => schedules.save({ userId: '', id: '', ...fields(), ...change }, context));
const cruise = (change: object = {}) => save({ kind: 'cruise', pathId: 'round', disinfection: null, ...change });
const refusal = async (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? errorNameOf(error.code) : error),
  );
const runsOf = (taskId: string) =>
  world.db.select().from(taskRuns).where(eq(taskRuns.taskId, taskId)).orderBy(taskRuns.plannedAt);
const records = () => world.db.select().from(disinfectionRecords).orderBy(disinfectionRecords.startedAt);
/** Makes the next run of a task due now. */
async function due(taskId: string): Promise<Date> {
  const [next] = (await runsOf(taskId)).filter(({ state }) => state === 'planned');
  if (!next) throw new Error('nothing is planned');
  const startsAt = new Date(now());
  await world.db
    .update(taskRuns)
    .set({ startsAt, dueAt: startsAt, movedTo: startsAt, changedBy: 'lin' })
    .where(eq(taskRuns.plannedAt, next.plannedAt));
  return next.plannedAt;
}
const lookAgain = (): Promise<unknown> =>
  world.db
    .update(taskRuns)
    .set({ dueAt: new Date(now()) })
    .where(eq(taskRuns.state, 'waiting'));
/** Looks while the robot reports its state: on a slow machine it may count as silent. */
const tickUntilBegun = (robot: ScriptedRobot): Promise<void> =>
  soon(async () => {
    await robot.state();
    await lookAgain();
    await tick();
    if (!(await records()).some(({ state }) => state === 'inProgress')) throw new Error('it has not begun');
  });

describe('a disinfection task', () => {
  let robot: ScriptedRobot;
  beforeEach(async () => {
    robot = await world.ready();
  });

  it('is saved with its plan and the names of its places', async () => {
    const task = await save({ disinfection: { ...PLAN, waitUntilEmpty: false } });
    expect(task).toMatchObject({
      kind: 'disinfection',
      pathId: '',
      pathName: 'Lobby, Bar',
      disinfection: { ...PLAN, waitUntilEmpty: false },
    });
    // Without a kind, a saved task keeps its own.
    const { kind: _, ...others } = fields();
    const again = await world.within('lin', (context) =>
      schedules.save({ userId: '', id: task.id, ...others, executeTime: '03:30' }, context),
    );
    expect(again).toMatchObject({ kind: 'disinfection', executeTime: '03:30', disinfection: PLAN });
  });

  it.each([
    [{ disinfection: null }, 'parameterEmpty'],
    [{ disinfection: { ...PLAN, dose: 31 } }, 'fieldInvalid'],
    [{ disinfection: { ...PLAN, mapId: 'm9' } }, 'mapUnknown'],
    [{ disinfection: { ...PLAN, target: { kind: 'points', points: [point('nowhere')] } } }, 'pointUnknown'],
    [{ disinfection: { ...PLAN, target: { kind: 'rooms', rooms: ['none'] } } }, 'fieldInvalid'],
    [{ pathId: 'round' }, 'fieldInvalid'],
    [{ cruiseCount: 2 }, 'fieldInvalid'],
    [{ speech: 'Hello' }, 'fieldInvalid'],
    [{ executeTime: '' }, 'parameterEmpty'],
    [{ kind: 'cruise', pathId: 'round' }, 'fieldInvalid'],
  ])('with %j is refused: %s', async (change, error) => {
    expect(await refusal(save(change))).toBe(error);
    expect(await world.db.select().from(scheduledTasks)).toEqual([]);
  });

  it('stays one', async () => {
    const { id } = await save();
    expect(await refusal(cruise({ id }))).toBe('fieldInvalid');
  });

  it('is forecast with its length and battery, among the other tasks of its robot', async () => {
    const { id } = await save();
    await cruise({ executeTime: clockAt(now() + 2 * HOUR + MINUTE) });
    const { found, run } = await soon(async () => {
      // On a slow machine it may count as silent, which is a doubt.
      await robot.state();
      const week = { siteId: 'site', from: zonedDate(ZONE, now()), days: 7 };
      const timetable = await schedules.timetable(week, world.as('lin'));
      const [first] = timetable.runs.filter(({ taskId }) => taskId === id);
      expect(first).toMatchObject({ kind: 'disinfection', verdict: 'asPlanned', stops: 2, skipped: 0 });
      return { found: timetable, run: first };
    });
    // Two points of five minutes, and the ways to them.
    expect((run?.endsAt ?? 0) - (run?.startsAt ?? 0)).toBe((2 * 5 * 60 + 2 * 20) * 1_000);
    expect(run?.batteryEnd).toBeLessThan(run?.batteryStart ?? 0);
    const [other] = found.runs.filter(({ kind }) => kind === 'cruise');
    expect(other?.notes.map(({ type }) => type)).toContain('waitsForRun');
    const preview = await schedules.preview({ id, ...fields() }, world.as('lin'));
    expect(preview).toMatchObject({ metres: null, totalSeconds: 640, perWeek: 7 });
    expect(found.robots).toMatchObject([{ serialNumber: 'A-1', canDisinfect: true }]);
  });

  it('runs in part while an exception leaves out one of its points, as previewed', async () => {
    const { id } = await save();
    const [next] = (await runsOf(id)).map(({ startsAt }) => startsAt.getTime());
    const local = (at: number): string => `${zonedDate(ZONE, at)} ${clockAt(at)}`;
    const exception = {
      id: '',
      serialNumber: 'A-1',
      startTime: local((next ?? 0) - HOUR),
      endTime: local((next ?? 0) + HOUR),
      weekly: false,
      checkboxPoint: 'bar',
      keepsDeletedPoints: false,
      remark: '',
    };
    const partly = { taskId: id, kind: 'disinfection', stops: 2, skipped: 1 };
    const { runs } = await schedules.previewException(exception, world.as('lin'));
    expect(runs).toMatchObject([partly]);
    const saved = await world.within('lin', (context) =>
      schedules.saveException({ userId: '', ...exception }, context),
    );
    const found = await schedules.timetable({ siteId: 'site', from: zonedDate(ZONE, now()), days: 7 }, world.as('lin'));
    expect(found.runs[0]).toMatchObject({ ...partly, exceptionIds: [saved.id] });
  });

  it('whose places are gone will not run', async () => {
    const { id } = await save();
    await world.db.delete(points).where(eq(points.areaId, 'bar'));
    const found = await schedules.timetable({ siteId: 'site', from: zonedDate(ZONE, now()), days: 7 }, world.as('lin'));
    expect(found.runs[0]).toMatchObject({ taskId: id, verdict: 'notAtAll', notes: [{ type: 'placesDeleted' }] });
  });
});

describe('a run that is due', () => {
  it('starts once, however many servers look; record and run know each other', async () => {
    const robot = await world.ready();
    const { id } = await save();
    const plannedAt = await due(id);
    await Promise.all([tick(), tick()]);
    await tickUntilBegun(robot);
    const [row, ...others] = await records();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      state: 'inProgress',
      kind: 'points',
      mode: 'mist',
      startedBy: 'lin',
      taskRunId: taskRunIdOf(id, plannedAt.getTime()),
      sections: [
        { id: 'p1', aim: 5, stand: { seconds: 300 } },
        { id: 'bar', aim: 12 },
      ],
    });
    expect((await runsOf(id)).map(({ state, recordId }) => [state, recordId])).toEqual([
      ['started', row?.id],
      ['planned', null],
    ]);
    const { run } = await disinfections.details({ disinfectionId: row?.id ?? '' }, world.as('lin'));
    expect(run.task).toEqual({ id, plannedAt: plannedAt.getTime() });
    await soon(() => {
      if (world.ordersIn(robot).length === 0) throw new Error('not ordered yet');
    });
    const found = await schedules.timetable({ siteId: 'site', from: zonedDate(ZONE, now()), days: 7 }, world.as('lin'));
    expect(found.runs.find(({ plannedAt: at }) => at === plannedAt.getTime())).toMatchObject({
      kind: 'disinfection',
      state: 'inProgress',
      recordId: row?.id,
      stops: 2,
      arrived: 0,
    });
  });

  it('leaves out places of an exception, and ends as a record if none is left', async () => {
    const robot = await world.ready();
    const local = (at: number): string => `${zonedDate(ZONE, at)} ${clockAt(at)}`;
    const except = (id: string, areaIds: string[]) =>
      world.db.insert(scheduleExceptions).values({
        id,
        serialNumber: 'A-1',
        start: local(now() - HOUR),
        end: local(now() + HOUR),
        points: areaIds,
        savedBy: 'lin',
        createdAt: new Date(now()),
      });
    await except('bar', ['bar']);
    const { id } = await save();
    await due(id);
    await tickUntilBegun(robot);
    expect((await records())[0]?.sections.map((section) => section.id)).toEqual(['p1']);
    await except('all', []);
    const other = await save({ executeTime: clockAt(now() + 3 * HOUR) });
    const plannedAt = await due(other.id);
    await tick();
    const ended = (await records()).find(({ state }) => state === 'failed');
    expect(ended).toMatchObject({
      reason: { type: 'exception' },
      plannedCells: 0,
      sections: [{ name: { enUS: 'Lobby, Bar' } }],
      taskRunId: taskRunIdOf(other.id, plannedAt.getTime()),
    });
    expect((await runsOf(other.id))[0]).toMatchObject({ state: 'notStarted', recordId: ended?.id });
  });

  it('that finds its places deleted does not wait', async () => {
    await world.ready();
    const { id } = await save();
    await world.db.delete(points).where(eq(points.areaId, 'bar'));
    await due(id);
    await tick();
    expect(await records()).toMatchObject([{ state: 'failed', reason: { type: 'placesDeleted' } }]);
    expect(await world.db.select().from(cruiseRecords)).toEqual([]);
  });

  /** The door is out of service: forecast and run say so; once it works again, the run starts. */
  async function waitsForDoor(name: string): Promise<void> {
    const robot = await world.ready();
    const { id } = await save();
    const found = await schedules.timetable({ siteId: 'site', from: zonedDate(ZONE, now()), days: 7 }, world.as('lin'));
    expect(found.runs[0]).toMatchObject({
      verdict: 'inDoubt',
      // On a slow machine the robot can count as silent, too.
      notes: expect.arrayContaining([{ type: 'doorOut', params: { name } }]),
    });
    await due(id);
    await soon(async () => {
      await robot.state();
      await lookAgain();
      await tick();
      expect((await runsOf(id))[0]).toMatchObject({ state: 'waiting', reason: 'doorOut' });
    });
    await world.db.update(entrances).set({ isOutOfService: false });
    await tickUntilBegun(robot);
  }

  it('waits while a door at one of its places is out of service, and says which', async () => {
    await world.db
      .insert(entrances)
      .values({ id: 'door', siteId: 'site', mapId: 'm1', name: 'Bar door', isOutOfService: true });
    await world.db.update(points).set({ doorId: 'door' }).where(eq(points.areaId, 'bar'));
    await waitsForDoor('Bar door');
  });

  /** A wall across the hall with a gate that is out of service. */
  async function closeGateAt(x: number): Promise<void> {
    const plan: FloorPlan = {
      ...EMPTY_HALL,
      walls: [
        { from: [x, 0], to: [x, 3] },
        { from: [x, 7], to: [x, 10] },
      ],
      doors: [{ id: 'gate', from: [x, 3], to: [x, 7], swing: [1, 0], controlled: true }],
    };
    await world.db.update(maps).set({ plan }).where(eq(maps.id, 'm1'));
    await world.db
      .insert(entrances)
      .values({ id: 'gate', siteId: 'site', mapId: 'm1', name: 'Gate', isOutOfService: true });
  }

  it('waits while a door between two of its places is out of service', async () => {
    await closeGateAt(6.5);
    await waitsForDoor('Gate');
  });

  it('waits while a door between the robot and its first place is out of service', async () => {
    await closeGateAt(3.5);
    const robot = await world.ready();
    const { id } = await save();
    await due(id);
    await soon(async () => {
      await robot.state();
      await lookAgain();
      await tick();
      expect((await runsOf(id))[0]).toMatchObject({ state: 'waiting', reason: 'doorOut' });
    });
    await world.db.update(entrances).set({ isOutOfService: false });
    await tickUntilBegun(robot);
  });
});

describe('two starts on one robot', () => {
  it('of a route run and a disinfection in the same moment: one is refused', async () => {
    const robot = await world.ready();
    await robot.state();
    const starts = await Promise.all([
      refusal(
        world.within('lin', (context) =>
          world.drives.start({ userId: '', serialNumber: 'A-1', cycleType: 'single', pathId: 'round' }, context),
        ),
      ),
      refusal(
        world.within('chen', (context) =>
          disinfections.start({ userId: '', serialNumber: 'A-1', plan: PLAN }, context),
        ),
      ),
    ]);
    expect(starts.filter((error) => error === null)).toHaveLength(1);
    expect(starts).toContain('robotBusy');
    const active = [await records(), await world.db.select().from(cruiseRecords)].flat();
    expect(active).toHaveLength(1);
  });

  it('by a person and by a task: the task waits until the other is decided', async () => {
    const robot = await world.ready();
    const { id } = await save({ cruiseSetting: '{"patience":0}' });
    await due(id);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isHeld = (): void => undefined;
    const holding = new Promise<void>((resolve) => (isHeld = resolve));
    const other = world.db.transaction(async (transaction) => {
      await transaction.select().from(robots).where(eq(robots.serialNumber, 'A-1')).for('no key update');
      isHeld();
      await held;
    });
    await holding;
    await robot.state();
    await tick();
    // Not decided: even without patience it is looked at again.
    expect((await runsOf(id))[0]).toMatchObject({ state: 'planned' });
    expect(await records()).toEqual([]);
    release();
    await other;
    await soon(async () => {
      await robot.state();
      await world.db
        .update(taskRuns)
        .set({ dueAt: new Date(now()) })
        .where(eq(taskRuns.state, 'planned'));
      await due(id).catch(() => undefined);
      await tick();
      if ((await records()).length === 0) throw new Error('not yet');
    });
  });
});

describe('a cancel', () => {
  it('of a disinfection is done when its robot stops, although its order has no nodes left', async () => {
    const robot = await world.ready();
    const { id } = await save();
    await due(id);
    await tickUntilBegun(robot);
    const order = await soon(() => {
      const [first] = world.ordersIn(robot);
      if (!first) throw new Error('not ordered yet');
      return first;
    });
    const working = {
      orderId: order.orderId,
      nodeStates: [],
      actionStates: [{ actionId: `${order.orderId}-disinfect`, actionStatus: 'RUNNING' as const }],
    };
    await robot.state(working);
    await soon(() => expect(world.fleet.disinfections.isCarriedOut('A-1')).toBe(true));
    expect(world.fleet.hasOrder('A-1')).toBe(false);
    const { id: commandId } = await world.within('lin', (context) =>
      world.commands.cancel({ userId: '', serialNumber: 'A-1' }, context),
    );
    const state = async () => (await world.db.select().from(commands).where(eq(commands.id, commandId)))[0]?.state;
    expect(await state()).not.toBe('finished');
    const sent = await soon(() => {
      const cancel = robot.actions().find(({ actionId }) => actionId === commandId);
      if (!cancel) throw new Error('not sent yet');
      return cancel;
    });
    await robot.state({ actionStates: [{ actionId: sent.actionId, actionStatus: 'FINISHED' }] });
    await soon(async () => expect(await state()).toBe('finished'));
    expect(await records()).toMatchObject([{ state: 'failed', reason: { type: 'cancelledBy' } }]);
  });
});

describe('a week', () => {
  it('ends with one record for every planned run, on two servers, and nothing stays in progress', async () => {
    await world.ready().then((robot) => robot.die());
    const from = now();
    const made = [
      await save({ cruiseSetting: '{"patience":90}' }),
      await save({ checkboxRespeatDays: '2,4,6', executeTime: clockAt(from + 200 * MINUTE) }),
      await cruise({ executeTime: clockAt(from + 230 * MINUTE) }),
      await save({ checkboxRespeatDays: '', executeTime: clockAt(from + 300 * MINUTE) }),
    ];
    for (let hour = 0; hour < 7 * 24; hour += 1) {
      shift += HOUR;
      await tick();
    }
    const planned = made.flatMap(({ id, executeTime, checkboxRespeatDays }) =>
      occurrencesOf(
        { executeTime, days: daysOf(checkboxRespeatDays), anchorAt: from },
        ZONE,
        from,
        now() - 3 * HOUR,
      ).map(({ at }) => taskRunIdOf(id, at)),
    );
    const routeRuns = await world.db.select().from(cruiseRecords);
    const rows = [
      ...(await records()).map(({ taskRunId }) => taskRunId),
      ...routeRuns.map(({ taskId, plannedAt }) => taskRunIdOf(taskId ?? '', plannedAt?.getTime() ?? 0)),
    ];
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows).toEqual(expect.arrayContaining(planned));
    expect([...(await records()), ...routeRuns].filter(({ state }) => state === 'inProgress')).toEqual([]);
    const id = made[0]?.id ?? '';
    const found = await schedules.timetable({ siteId: 'site', from: zonedDate(ZONE, from), days: 7 }, world.as('lin'));
    const past = found.runs.filter(({ taskId, verdict }) => taskId === id && verdict === 'over');
    expect(past.length).toBeGreaterThan(5);
    expect(past.every(({ state, recordId, reason }) => state === 'notStarted' && recordId && reason)).toBe(true);
  }, 120_000);
});
