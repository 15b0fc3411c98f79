/** Due runs of scheduled tasks on a real database, broker and fleet: started, waiting, or ended with their reason. */
import { pino } from 'pino';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FloorPlan } from '../../../contract/entities/floorPlan.ts';
import { occurrencesOf } from '../../../contract/rules/schedule/occurrences.ts';
import { daysOf } from '../../../contract/rules/schedule/scheduledTask.ts';
import { zonedDate } from '../../../contract/rules/zonedTime.ts';
import {
  commands,
  cruisePaths,
  cruiseRecords,
  entrances,
  leases,
  maps,
  scheduledTasks,
  scheduleExceptions,
  sites,
  taskRuns,
} from '../../../server/db/schema.ts';
import { createScheduleHandlers, scheduleSource } from '../../../server/features/schedules.ts';
import { startDueTicker, type DueTicker } from '../../../server/jobs/due.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { roundTask } from '../../fakes/roundTask.ts';
import { EMPTY_HALL } from '../../fakes/emptyHall.ts';
import { routeRunWorld, soon, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';
import type { ScriptedRobot } from '../../fakes/scriptedRobot.ts';

const log = pino({ level: 'silent' });
const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const DAY = 86_400_000;

let world: RouteRunWorld;
let schedules: ReturnType<typeof createScheduleHandlers>;
let tickers: DueTicker[];
/** Server time without the world's shift of the robots' clocks. */
let shift: number;
const now = () => Date.now() + shift;

beforeEach(async () => {
  world = await routeRunWorld();
  shift = 0;
  const store = createFolderStore(world.deps.settings.dataFolder);
  const needs = { ...world.deps, now, log, store };
  schedules = createScheduleHandlers(needs);
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
/** A task for a time two hours away, so that only a moved run of it is due. */
const task = (change: object = {}) =>
  world.within('lin', (context) =>
    schedules.save(roundTask({ executeTime: clockAt(now() + 120 * MINUTE), ...change }), context),
  );
const runsOf = (taskId: string) =>
  world.db.select().from(taskRuns).where(eq(taskRuns.taskId, taskId)).orderBy(taskRuns.plannedAt);
/** Makes the next run of a task due now. */
async function due(taskId: string, ago = 0): Promise<Date> {
  const [next] = (await runsOf(taskId)).filter(({ state }) => state === 'planned');
  if (!next) throw new Error('nothing is planned');
  const startsAt = new Date(now() - ago);
  await world.db
    .update(taskRuns)
    .set({ startsAt, dueAt: startsAt, movedTo: startsAt, changedBy: 'lin' })
    .where(eq(taskRuns.plannedAt, next.plannedAt));
  return next.plannedAt;
}
/** Looks while the robot reports its state, until a run of it has begun: on a slow machine it may count as silent. */
const tickUntilBegun = (robot: ScriptedRobot): Promise<void> =>
  soon(async () => {
    await robot.state();
    await world.db
      .update(taskRuns)
      .set({ dueAt: new Date(now()) })
      .where(eq(taskRuns.state, 'waiting'));
    await tick();
    if (!(await records()).some(({ state }) => state === 'inProgress')) throw new Error('it has not begun');
  });
const records = () => world.db.select().from(cruiseRecords).orderBy(cruiseRecords.startedAt);
const lookAgain = async (ms = 6_000): Promise<void> => {
  shift += ms;
  await tick();
};

describe('a run that is due', () => {
  it('starts once, however many servers look, as a record of its task; the next one is planned', async () => {
    const robot = await world.ready();
    const { id } = await task({
      cruiseCount: 3,
      speech: 'Night watch.',
      pointSettings: '[{"areaId":"pool","skip":true}]',
    });
    const plannedAt = await due(id);
    await Promise.all([tick(), tick()]);
    await tickUntilBegun(robot);
    const rows = await records();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      state: 'inProgress',
      cycleType: 'loop',
      rounds: 3,
      taskId: id,
      plannedAt,
      startedBy: 'lin',
      plan: { waySpeech: 'Night watch.', stops: [{ areaId: 'p1' }, { areaId: 'bar' }] },
    });
    const runs = await runsOf(id);
    expect(runs.map(({ state }) => state)).toEqual(['started', 'planned']);
    expect(runs[0]).toMatchObject({ recordId: rows[0]?.id, dueAt: null });
    expect(clockAt(runs[1]?.startsAt.getTime() ?? 0)).toBe(clockAt(plannedAt.getTime()));
    await soon(() => {
      if (world.ordersIn(robot).length === 0) throw new Error('not ordered yet');
    });
    expect(await world.db.select().from(commands).where(eq(commands.kind, 'cruise'))).toHaveLength(1);
  });

  it('waits for a robot that is away, says so, and starts when it is back', async () => {
    const { id } = await task();
    await due(id);
    await tick();
    expect((await runsOf(id))[0]).toMatchObject({ state: 'waiting', reason: 'robotOffline' });
    expect(await records()).toEqual([]);
    await world.ready();
    // It looks again after some seconds; here at once.
    await world.db
      .update(taskRuns)
      .set({ dueAt: new Date(now()) })
      .where(eq(taskRuns.state, 'waiting'));
    await tick();
    expect(await records()).toMatchObject([{ state: 'inProgress', taskId: id }]);
  });

  /** A wall across the hall with a gate that is out of service; none of the gate's points is a stop. */
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
  async function waitsForGate(robot: ScriptedRobot, id: string): Promise<void> {
    await due(id);
    await soon(async () => {
      await robot.state();
      await world.db
        .update(taskRuns)
        .set({ dueAt: new Date(now()) })
        .where(eq(taskRuns.taskId, id));
      await tick();
      expect((await runsOf(id))[0]).toMatchObject({ state: 'waiting', reason: 'doorOut' });
    });
    await world.db.update(entrances).set({ isOutOfService: false });
    await tickUntilBegun(robot);
  }

  it('waits while a door between two of its stops is out of service, as forecast', async () => {
    const robot = await world.ready();
    await closeGateAt(10);
    const { id } = await task();
    const forecast = async () =>
      (await schedules.timetable({ siteId: 'site', from: zonedDate(ZONE, now()), days: 7 }, world.as('lin'))).runs[0];
    expect(await forecast()).toMatchObject({
      verdict: 'inDoubt',
      // On a slow machine the robot can count as silent, too.
      notes: expect.arrayContaining([{ type: 'doorOut', params: { name: 'Gate' } }]),
    });
    await waitsForGate(robot, id);
  });

  it('waits while a door between the robot and its first stop is out of service', async () => {
    const robot = await world.ready();
    await closeGateAt(3.5);
    const { id } = await task();
    await waitsForGate(robot, id);
  });

  it('waits until a charging robot has what it needs and the reserve of the site, as forecast', async () => {
    const batteryState = { batteryCharge: 25, charging: true };
    const robot = await world.ready({ batteryState });
    const { id } = await task();
    await due(id);
    const forecast = async () =>
      (await schedules.timetable({ siteId: 'site', from: zonedDate(ZONE, now()), days: 7 }, world.as('lin'))).runs.find(
        ({ state }) => state === 'waiting',
      );
    const look = async (): Promise<void> => {
      await robot.state({ batteryState });
      await world.db
        .update(taskRuns)
        .set({ dueAt: new Date(now()) })
        .where(eq(taskRuns.state, 'waiting'));
      await tick();
    };
    await world.db.update(sites).set({ batteryReserve: 40 });
    await soon(async () => {
      await look();
      expect((await runsOf(id))[0]).toMatchObject({ state: 'waiting', reason: 'robotCharging' });
    });
    expect((await forecast())?.notes.map(({ type }) => type)).toEqual(expect.arrayContaining(['battery', 'charging']));
    await world.db.update(sites).set({ batteryReserve: 15 });
    expect((await forecast())?.notes.map(({ type }) => type)).not.toContain('charging');
    await soon(async () => {
      await look();
      expect(await records()).toMatchObject([{ state: 'inProgress', taskId: id }]);
    });
  });

  it('ends as a record with the reason when its patience is over', async () => {
    const { id } = await task({ cruiseSetting: '{"patience":1}' });
    const plannedAt = await due(id);
    await tick();
    await lookAgain(30_000);
    expect(await records()).toEqual([]);
    await lookAgain(31_000);
    expect(await records()).toMatchObject([
      { state: 'failed', reason: { type: 'robotOffline' }, taskId: id, plannedAt, stops: [], phase: null },
    ]);
    expect((await runsOf(id))[0]).toMatchObject({ state: 'notStarted', reason: 'robotOffline', dueAt: null });
    await lookAgain(60_000);
    expect(await records()).toHaveLength(1);
  });

  it.each([
    [5 * MINUTE, 'inProgress', undefined],
    [31 * MINUTE, 'failed', 'serverDown'],
  ])('%s ms ago, while no server ran, ends %s (%s)', async (ago, state, reason) => {
    const robot = await world.ready();
    const { id } = await task();
    await due(id, ago);
    if (state === 'inProgress') await tickUntilBegun(robot);
    else await tick();
    const [row] = await records();
    expect(row).toMatchObject({ state, reason: reason === undefined ? null : { type: reason } });
    expect((await runsOf(id)).filter((run) => run.state === 'planned')).toHaveLength(1);
  });

  it('that waited does not start when a server comes back long after its patience', async () => {
    const { id } = await task();
    await due(id);
    await tick();
    expect((await runsOf(id))[0]).toMatchObject({ state: 'waiting' });
    await world.ready();
    // The run was due hours ago; the robot is free now.
    const startsAt = new Date(now() - 180 * MINUTE);
    await world.db.update(taskRuns).set({ startsAt, dueAt: startsAt }).where(eq(taskRuns.state, 'waiting'));
    await tick();
    expect(await records()).toMatchObject([{ state: 'failed', reason: { type: 'robotOffline' } }]);
  });

  it('is recorded for each day that a server was down', async () => {
    const { id } = await task();
    shift += 3 * DAY;
    for (let n = 0; n < 4; n += 1) await tick();
    const days = (await records()).map(({ plannedAt }) => zonedDate(ZONE, plannedAt?.getTime() ?? 0));
    expect(new Set(days).size).toBe(days.length);
    expect(days).toHaveLength(3);
    expect((await runsOf(id)).filter((run) => run.state === 'planned')).toHaveLength(1);
  });

  it('waits while a person holds the robot, and names them in the end', async () => {
    await world.ready();
    const { id } = await task({ cruiseSetting: '{"patience":0}' });
    await world.db.insert(leases).values({
      serialNumber: 'A-1',
      number: 1,
      holderId: 'chen',
      holderName: 'Chen',
      since: new Date(now()),
      expiresAt: new Date(now() + 10 * MINUTE),
    });
    await due(id);
    await tick();
    expect(await records()).toMatchObject([{ state: 'failed', reason: { type: 'leaseHeld', description: 'Chen' } }]);
  });

  it('that finds its route deleted does not wait', async () => {
    await world.ready();
    const { id } = await task();
    await world.db.delete(cruisePaths).where(eq(cruisePaths.id, 'round'));
    await due(id);
    await tick();
    expect(await records()).toMatchObject([{ reason: { type: 'routeDeleted' }, pathName: { enUS: 'Round' } }]);
  });

  it('of a route with a single stop left is told before, by the same rule', async () => {
    await world.ready();
    const { id } = await task();
    const [route] = await world.db.select().from(cruisePaths).where(eq(cruisePaths.id, 'round'));
    await world.db
      .update(cruisePaths)
      .set({ stops: route?.stops.slice(0, 1) ?? [] })
      .where(eq(cruisePaths.id, 'round'));
    const { runs } = await schedules.timetable(
      { siteId: 'site', from: zonedDate(ZONE, now()), days: 7 },
      world.as('lin'),
    );
    expect(runs[0]).toMatchObject({ verdict: 'notAtAll', notes: [{ type: 'routeBroken' }] });
    await due(id);
    await tick();
    expect(await records()).toMatchObject([{ reason: { type: 'routeBroken' } }]);
  });

  it('of a task that runs once switches the task off', async () => {
    const robot = await world.ready();
    const { id } = await task({ checkboxRespeatDays: '' });
    await due(id);
    await tickUntilBegun(robot);
    expect(await records()).toMatchObject([{ state: 'inProgress' }]);
    expect(await world.db.select().from(scheduledTasks)).toMatchObject([{ isOn: false }]);
    expect((await runsOf(id)).filter((run) => run.state === 'planned')).toEqual([]);
    const list = async () =>
      (await schedules.list({ serialNumber: 'A-1', page: 1, limit: 10 }, world.as('lin'))).rows[0];
    expect(await list()).toMatchObject({ state: '0', offReason: 'ranOnce' });
    // A person switches it on for another run, and off.
    for (const state of ['1', '0'] as const) {
      await world.within('lin', (context) =>
        schedules.setState({ userId: '', serialNumber: 'A-1', id, state }, context),
      );
      expect(await list()).not.toHaveProperty('offReason');
    }
  });
  it('of a task that runs once leaves the task on if its time was changed meanwhile', async () => {
    const { id } = await task({ checkboxRespeatDays: '' });
    await due(id);
    await tick();
    expect(await runsOf(id)).toMatchObject([{ state: 'waiting' }]);
    await task({ id, checkboxRespeatDays: '', executeTime: clockAt(now() + 180 * MINUTE) });
    const robot = await world.ready();
    await world.db
      .update(taskRuns)
      .set({ dueAt: new Date(now()) })
      .where(eq(taskRuns.state, 'waiting'));
    await tickUntilBegun(robot);
    expect((await runsOf(id)).map(({ state }) => state).toSorted()).toEqual(['planned', 'started']);
    expect(await world.db.select().from(scheduledTasks)).toMatchObject([{ isOn: true, offReason: null }]);
  });
});

describe('two runs of a robot', () => {
  it('go one after the other, in the order of their times', async () => {
    const robot = await world.ready();
    const first = await task();
    const second = await task({ executeTime: clockAt(now() + 180 * MINUTE) });
    await due(first.id, 2_000);
    await due(second.id, 1_000);
    await tickUntilBegun(robot);
    expect(await records()).toMatchObject([{ taskId: first.id, state: 'inProgress' }]);
    expect((await runsOf(second.id))[0]).toMatchObject({ state: 'waiting', reason: 'robotBusy' });
  });
});

describe('a week', () => {
  it('ends with one record for every planned run, on two servers, and nothing stays in progress', async () => {
    const from = now();
    const made = [
      await task({ cruiseSetting: '{"patience":90}' }),
      await task({ checkboxRespeatDays: '1,3,5', executeTime: clockAt(from + 200 * MINUTE) }),
      await task({ checkboxRespeatDays: '', executeTime: clockAt(from + 300 * MINUTE) }),
    ];
    for (let hour = 0; hour < 7 * 24; hour += 1) {
      shift += 60 * MINUTE;
      await tick();
    }
    const planned = made.flatMap(({ id, executeTime, checkboxRespeatDays }) =>
      occurrencesOf(
        { executeTime, days: daysOf(checkboxRespeatDays), anchorAt: from },
        ZONE,
        from,
        now() - 3 * 60 * MINUTE,
      ).map(({ at }) => `${id} ${at}`),
    );
    const rows = (await records()).map(({ taskId, plannedAt }) => `${taskId} ${plannedAt?.getTime()}`);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows).toEqual(expect.arrayContaining(planned));
    expect((await records()).filter(({ state }) => state === 'inProgress')).toEqual([]);
  }, 120_000);
});

describe('an exception', () => {
  const local = (at: number): string => `${zonedDate(ZONE, at)} ${clockAt(at)}`;
  const except = (points: string[], id = 'x') =>
    world.db.insert(scheduleExceptions).values({
      id,
      serialNumber: 'A-1',
      start: local(now() - 60 * MINUTE),
      end: local(now() + 60 * MINUTE),
      points,
      savedBy: 'lin',
      createdAt: new Date(now()),
    });

  it('leaves out its stops, and the whole run if none is left', async () => {
    const robot = await world.ready();
    const { id } = await task();
    await except(['bar', 'pool']);
    await due(id);
    await tickUntilBegun(robot);
    expect(await records()).toMatchObject([
      {
        state: 'inProgress',
        skipped: 2,
        stops: [{ state: expect.stringMatching(/^(waiting|underway)$/u) }, { state: 'skipped' }, { state: 'skipped' }],
      },
    ]);
    const other = await task({ executeTime: clockAt(now() + 180 * MINUTE) });
    await except([], 'all');
    await due(other.id);
    await tick();
    expect((await runsOf(other.id))[0]).toMatchObject({ state: 'notStarted', reason: 'exception' });
  });

  it('does not keep a run from starting that a person wants all the same', async () => {
    const robot = await world.ready();
    const { id } = await task();
    await except([]);
    const [next] = await runsOf(id);
    const plannedAt = next?.plannedAt.getTime() ?? 0;
    await world.within('lin', (context) =>
      schedules.changeRun(
        {
          serialNumber: 'A-1',
          taskId: id,
          plannedAt,
          startsAt: now() + 1_000,
          isForced: true,
          reason: 'The wedding is off',
        },
        context,
      ),
    );
    shift += 1_500;
    await tickUntilBegun(robot);
    expect(await records()).toMatchObject([{ state: 'inProgress', skipped: 0 }]);
  });
});

describe('a task that is changed', () => {
  it('is planned again from its new time, and not at all when it is off or deleted', async () => {
    const { id } = await task();
    await world.within('lin', (context) =>
      schedules.setState({ userId: '', serialNumber: 'A-1', id, state: '0' }, context),
    );
    expect(await runsOf(id)).toEqual([]);
    await world.within('lin', (context) =>
      schedules.setState({ userId: '', serialNumber: 'A-1', id, state: '1' }, context),
    );
    expect(await runsOf(id)).toMatchObject([{ state: 'planned' }]);
    await world.within('lin', (context) => schedules.remove({ userId: '', id, serialNumber: 'A-1' }, context));
    expect(await runsOf(id)).toEqual([]);
    await world.within('lin', (context) => schedules.restore({ id, serialNumber: 'A-1' }, context));
    expect(await runsOf(id)).toMatchObject([{ state: 'planned' }]);
  });

  it('ends what waits, with the reason', async () => {
    const { id } = await task();
    await due(id);
    await tick();
    await world.within('lin', (context) =>
      schedules.setState({ userId: '', serialNumber: 'A-1', id, state: '0' }, context),
    );
    expect(await records()).toMatchObject([{ state: 'failed', reason: { type: 'taskOff' } }]);
  });
});

describe('the timetable', () => {
  it('shows what was, what is and what is expected', async () => {
    const robot = await world.ready();
    const { id } = await task();
    await due(id);
    await tickUntilBegun(robot);
    await robot.state();
    const found = await schedules.timetable({ siteId: 'site', from: zonedDate(ZONE, now()), days: 7 }, world.as('lin'));
    const runs = found.runs.filter(({ taskId }) => taskId === id);
    expect(runs[0]).toMatchObject({ verdict: 'over', state: 'inProgress', stops: 3 });
    expect(runs.slice(1).every(({ verdict, state }) => verdict === 'asPlanned' && state === null)).toBe(true);
    expect(found.summary.total).toBe(found.summary.asPlanned);
    expect(found).toMatchObject({ timeZone: ZONE, tasks: [{ id, pathName: 'Round' }], deleted: [] });
    expect(found.robots).toMatchObject([{ serialNumber: 'A-1', isSilent: false, battery: 80 }]);
    expect(runs[1]?.endsAt).toBeGreaterThan((runs[1]?.startsAt ?? 0) + 60_000);
  });
});
