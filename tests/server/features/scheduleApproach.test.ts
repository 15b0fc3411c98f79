/** The ways to the first stop of a due run: planned, used, and given up; on a real database, fleet and planner. */
import { pino } from 'pino';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FloorPlan, Place } from '../../../contract/entities/floorPlan.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { zonedDate, zonedTimeOfDay } from '../../../contract/rules/zonedTime.ts';
import type { Db } from '../../../server/db/database.ts';
import {
  cruiseRecords,
  elevators,
  entrances,
  maps,
  points,
  scheduleExceptions,
  taskRuns,
} from '../../../server/db/schema.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import {
  APPROACH_PATIENCE_MS,
  APPROACH_USABLE_MS,
  createScheduleApproach,
} from '../../../server/features/scheduleApproach.ts';
import { ESTIMATE_PATIENCE_MS } from '../../../server/features/scheduleAttempt.ts';
import { createScheduleEstimates, type ScheduleEstimates } from '../../../server/features/scheduleEstimates.ts';
import { createScheduleHandlers } from '../../../server/features/schedules.ts';
import { createScheduleRunner } from '../../../server/features/scheduleRunner.ts';
import { roundTask } from '../../fakes/roundTask.ts';
import { EMPTY_HALL } from '../../fakes/emptyHall.ts';
import { routeRunWorld, soon, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';
import type { ScriptedRobot } from '../../fakes/scriptedRobot.ts';

const log = pino({ level: 'silent' });
const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;

let world: RouteRunWorld;
let needs: Parameters<typeof createScheduleEstimates>[0] & Parameters<typeof createScheduleHandlers>[0];
beforeEach(async () => {
  world = await routeRunWorld();
  needs = { ...world.deps, now: Date.now, log, store: createFolderStore(world.deps.settings.dataFolder) };
});
afterEach(() => world.close());

/** A task of the route p1, bar, pool whose next run is far away. */
async function task(patience = 30, executeTime = zonedTimeOfDay(ZONE, Date.now() + 120 * MINUTE)): Promise<string> {
  const { id } = await world.within('lin', (context) =>
    createScheduleHandlers(needs).save(
      roundTask({ executeTime, cruiseSetting: JSON.stringify({ patience }) }),
      context,
    ),
  );
  return id;
}
/** The run that is due; the next one is planned with the first look at it. */
const runOf = async (taskId: string) =>
  (await world.db.select().from(taskRuns).where(eq(taskRuns.taskId, taskId)).orderBy(taskRuns.plannedAt))[0];
/** Makes the run due: its time was so long ago, and a server looks at it now. */
async function due(taskId: string, ago = 0, change: Partial<typeof taskRuns.$inferInsert> = {}): Promise<void> {
  const run = await runOf(taskId);
  if (!run) throw new Error('nothing is planned');
  const startsAt = new Date(Date.now() - ago);
  await world.db
    .update(taskRuns)
    .set({ startsAt, dueAt: new Date(), movedTo: startsAt, changedBy: 'lin', ...change })
    .where(eq(taskRuns.plannedAt, run.plannedAt));
}
const records = () => world.db.select().from(cruiseRecords).orderBy(cruiseRecords.startedAt);
/** One look of a server at the due runs. */
async function look(change: Partial<ScheduleEstimates> = {}, at = new Date(), most = 100): Promise<void> {
  const source = createScheduleRunner({ ...needs, estimates: { ...createScheduleEstimates(needs), ...change } });
  await world.db.transaction((db) => source.take(db, at, most, () => undefined));
}
const ESTIMATE = { stops: [], roundSeconds: 60, metres: 10, battery: 1, paths: [] };
const unplanned: Partial<ScheduleEstimates> = { known: async () => undefined };

describe('the ways of a robot to its first stop', () => {
  let at: number;
  const planner = (warned: unknown[] = []) => {
    at = 1_750_000_000_000;
    return createScheduleApproach({ ...needs, log: { warn: (one) => void warned.push(one) }, now: () => at });
  };
  const from = (x: number, to: Place = [15, 8]) => {
    const robot: Place = [x, 2];
    return { serialNumber: 'A-1', runId: 'run', robot, ways: [[{ mapId: 'm1', from: robot, to }]] };
  };

  it('are planned before the next look, and used for some time while the robot moves', async () => {
    const approach = planner();
    expect(await approach.known(world.db, from(2))).toBeUndefined();
    await approach.plan(world.db, 'A-1');
    const found = await approach.known(world.db, from(2.2));
    expect(found?.[0]?.[0]?.path.length).toBeGreaterThan(1);
    expect(await approach.known(world.db, from(6))).toBe(found);
    at += APPROACH_USABLE_MS;
    // It is where it was: the way is the same.
    expect(await approach.known(world.db, from(2))).toBe(found);
    expect(await approach.known(world.db, from(6))).toBeUndefined();
    await approach.plan(world.db, 'A-1');
    expect((await approach.known(world.db, from(6)))?.[0]?.[0]?.path[0]?.[0]).toBeCloseTo(6);
  });

  it('to another stop, or on a changed map, are others', async () => {
    const approach = planner();
    await approach.known(world.db, from(2));
    await approach.plan(world.db, 'A-1');
    expect(await approach.known(world.db, from(2))).toBeDefined();
    await world.db.update(maps).set({ revision: 7 }).where(eq(maps.id, 'm1'));
    expect(await approach.known(world.db, from(2))).toBeUndefined();
    await approach.plan(world.db, 'A-1');
    expect(await approach.known(world.db, from(2))).toBeDefined();
    expect(await approach.known(world.db, from(2, [10, 2]))).toBeUndefined();
  });

  it('are given up if they are not planned in time, while the robot drives', async () => {
    const approach = planner();
    for (let second = 0; second < APPROACH_PATIENCE_MS / 1_000; second += 1, at += 1_000)
      expect(await approach.known(world.db, from(2 + second / 10))).toBeUndefined();
    expect(await approach.known(world.db, from(9))).toEqual([]);
  });

  it('block nothing if they cannot be planned, which is logged', async () => {
    const warned: unknown[] = [];
    const approach = planner(warned);
    await approach.known(world.db, from(2));
    await approach.plan(undefined as unknown as Db, 'A-1');
    expect(await approach.known(world.db, from(2))).toEqual([]);
    expect(warned).toMatchObject([{ serialNumber: 'A-1' }]);
  });

  it('are not known while the queue of the planner is full, and planned with a later look', async () => {
    const approach = planner();
    const full = {
      select() {
        throw new ApiError('tooManyRequests');
      },
    } as unknown as Db;
    await approach.known(world.db, from(2));
    await approach.plan(full, 'A-1');
    expect(await approach.known(world.db, from(2))).toBeUndefined();
    await approach.plan(full, 'A-1');
    await approach.plan(world.db, 'A-1');
    expect((await approach.known(world.db, from(2)))?.[0]?.[0]?.path.length).toBeGreaterThan(1);
  });

  it('are kept until the run started or ended, or nothing asks for them any more', async () => {
    const approach = planner();
    const robots = ['A-1', 'A-2', 'A-3'];
    for (const serialNumber of robots) await approach.known(world.db, { ...from(2), serialNumber });
    expect(approach.deleteUnused()).toBe(3);
    approach.forget('A-1', 'another run');
    expect(approach.deleteUnused()).toBe(3);
    approach.forget('A-1', 'run');
    expect(approach.deleteUnused()).toBe(2);
    at += 50_000;
    await approach.known(world.db, { ...from(2), serialNumber: 'A-2' });
    at += 50_000;
    // As of a robot that is deleted.
    expect(approach.deleteUnused()).toBe(1);
  });
});

describe('a run whose ways are not planned', () => {
  it('waits for them longer than for its robot, but not for ever, and starts without', async () => {
    await world.ready();
    const id = await task(0);
    await due(id);
    await look(unplanned);
    expect(await runOf(id)).toMatchObject({ state: 'waiting', reason: 'notChecked' });
    await due(id, ESTIMATE_PATIENCE_MS - 5_000);
    await look(unplanned);
    expect(await runOf(id)).toMatchObject({ state: 'waiting', reason: 'notChecked' });
    expect(await records()).toEqual([]);
    await due(id, ESTIMATE_PATIENCE_MS + 1_000);
    await look(unplanned);
    expect(await records()).toMatchObject([{ state: 'inProgress', taskId: id }]);
  });

  it('ends with that as its reason, not as if no server had run', async () => {
    await world.ready();
    const id = await task();
    await due(id);
    await look(unplanned);
    await due(id, 31 * MINUTE);
    await look(unplanned);
    expect(await records()).toMatchObject([{ state: 'failed', reason: { type: 'notChecked' } }]);
    expect(await runOf(id)).toMatchObject({ state: 'notStarted', reason: 'notChecked' });
  });

  it('ends because the server was down if none looked at it again', async () => {
    const id = await task();
    await due(id);
    await look(unplanned);
    await due(id, 31 * MINUTE, { state: 'waiting', reason: 'notChecked', dueAt: new Date(Date.now() - 30 * MINUTE) });
    await look(unplanned);
    expect(await records()).toMatchObject([{ state: 'failed', reason: { type: 'serverDown' } }]);
  });

  it('lets no later run of its robot start before', async () => {
    await world.ready();
    const first = await task();
    const second = await task(30, zonedTimeOfDay(ZONE, Date.now() + 180 * MINUTE));
    await due(first, 2_000);
    await look(unplanned);
    await due(second, 1_000);
    await look();
    expect(await runOf(first)).toMatchObject({ state: 'waiting', reason: 'notChecked' });
    expect(await runOf(second)).toMatchObject({ state: 'waiting', reason: 'robotBusy' });
  });

  it('keeps the reason for which it waited before', async () => {
    const id = await task();
    await due(id);
    await look();
    expect(await runOf(id)).toMatchObject({ state: 'waiting', reason: 'robotOffline' });
    await world.ready();
    await due(id);
    await look(unplanned);
    expect(await runOf(id)).toMatchObject({ state: 'waiting', reason: 'robotOffline' });
  });

  it('ends with that as its reason if only that kept it when its patience ended', async () => {
    const id = await task(1);
    await due(id);
    await look();
    expect(await runOf(id)).toMatchObject({ state: 'waiting', reason: 'robotOffline' });
    await world.ready();
    await due(id, MINUTE - 20_000);
    await look(unplanned);
    expect(await runOf(id)).toMatchObject({ state: 'waiting', reason: 'robotOffline' });
    // Its way, too, is planned for some time after its patience.
    const notKnown = { ...createScheduleEstimates(needs).approach, known: async () => undefined };
    await world.db
      .insert(entrances)
      .values({ id: 'gate', siteId: 'site', mapId: 'm1', name: 'Gate', isOutOfService: true });
    await due(id, MINUTE + 1_000);
    await look({ approach: notKnown, known: async () => ESTIMATE });
    expect(await runOf(id)).toMatchObject({ state: 'waiting', reason: 'notChecked' });
  });

  it('lets others have their turn, although it is soon due again', async () => {
    await world.ready();
    const first = await task();
    const second = await task(30, zonedTimeOfDay(ZONE, Date.now() + 180 * MINUTE));
    await due(first, 2_000);
    await due(second, 1_000);
    const later = new Date(Date.now() + MINUTE);
    await look(unplanned, later, 1);
    expect(await runOf(first)).toMatchObject({ state: 'waiting', reason: 'notChecked' });
    await look(unplanned, later, 1);
    expect(await runOf(second)).toMatchObject({ state: 'waiting', reason: 'robotBusy' });
  });

  it('that no look can decide ends with a record that says so', async () => {
    await world.ready();
    const id = await task(1);
    const failing: Partial<ScheduleEstimates> = { known: () => Promise.reject(new Error('broken')) };
    await due(id);
    await look(failing);
    expect(await runOf(id)).toMatchObject({ state: 'planned', reason: 'notChecked' });
    await due(id, ESTIMATE_PATIENCE_MS + APPROACH_PATIENCE_MS + 11_000);
    await look(failing);
    expect(await records()).toMatchObject([{ state: 'failed', reason: { type: 'notChecked' } }]);
  });
});

describe('a run on whose way a door is out of service', () => {
  const gate = (x: number) => ({
    walls: [
      { from: [x, 0], to: [x, 3] },
      { from: [x, 7], to: [x, 10] },
    ] satisfies FloorPlan['walls'],
    doors: [{ id: 'gate', from: [x, 3], to: [x, 7], swing: [1, 0], controlled: true }] satisfies FloorPlan['doors'],
  });
  async function close(mapId: string, drawn: Pick<FloorPlan, 'walls' | 'doors'>): Promise<void> {
    await world.db
      .update(maps)
      .set({ plan: { ...EMPTY_HALL, ...drawn } })
      .where(eq(maps.id, mapId));
    await world.db.insert(entrances).values({ id: 'gate', siteId: 'site', mapId, name: 'Gate', isOutOfService: true });
  }
  /** Looks at the run until it is decided, as a server that keeps its estimates. */
  function looking(robot: ScriptedRobot, id: string, state: Parameters<ScriptedRobot['state']>[0] = {}) {
    const source = createScheduleRunner({ ...needs, estimates: createScheduleEstimates(needs) });
    return async (): Promise<void> => {
      await robot.state(state);
      await due(id);
      await source.prepare?.(world.db, new Date(), 100);
      await world.db.transaction((db) => source.take(db, new Date(), 100, () => undefined));
    };
  }
  const begins = (lookOnce: () => Promise<void>) =>
    soon(async () => {
      await lookOnce();
      expect(await records()).toMatchObject([{ state: 'inProgress' }]);
    });
  const waitsForGate = (lookOnce: () => Promise<void>, id: string) =>
    soon(async () => {
      await lookOnce();
      expect(await runOf(id)).toMatchObject({ state: 'waiting', reason: 'doorOut' });
    });
  const leaveOut = (areaId: string) => {
    const local = (at: number): string => `${zonedDate(ZONE, at)} ${zonedTimeOfDay(ZONE, at)}`;
    return world.db.insert(scheduleExceptions).values({
      id: 'x',
      serialNumber: 'A-1',
      start: local(Date.now() - 60 * MINUTE),
      end: local(Date.now() + 60 * MINUTE),
      points: [areaId],
      savedBy: 'lin',
      createdAt: new Date(),
    });
  };

  it('does not wait for the door of a stop that an exception leaves out', async () => {
    const robot = await world.ready();
    // A room around p1, the first stop.
    await close('m1', {
      walls: [
        { from: [3.5, 3.5], to: [6.5, 3.5] },
        { from: [6.5, 3.5], to: [6.5, 6.5] },
        { from: [6.5, 6.5], to: [3.5, 6.5] },
      ],
      doors: [{ id: 'gate', from: [3.5, 3.5], to: [3.5, 6.5], swing: [1, 0], controlled: true }],
    });
    const id = await task();
    const lookOnce = looking(robot, id);
    await waitsForGate(lookOnce, id);
    await leaveOut('p1');
    await begins(lookOnce);
    expect(await records()).toMatchObject([{ skipped: 1 }]);
  });

  it('waits for a door on the way to the first stop that it drives to', async () => {
    const robot = await world.ready();
    // Between p1, which is left out, and the bar.
    await close('m1', gate(6.5));
    await leaveOut('p1');
    const id = await task();
    const lookOnce = looking(robot, id);
    await waitsForGate(lookOnce, id);
    await world.db.update(entrances).set({ isOutOfService: false });
    await begins(lookOnce);
  });

  describe('to another floor', () => {
    const none = { departWord: '', arrivedWord: '', chargeBase: [], attributes: ['waitingElevator' as const] };
    const upstairs = { agvPosition: { x: 2, y: 2, theta: 0, mapId: 'first', positionInitialized: true } };
    /** Elevators at these x on both floors. */
    const elevatorsAt = async (...xs: number[]): Promise<void> => {
      for (const x of xs) {
        const stops = ['m1', 'm2'].map((mapId) => ({ mapId, areaId: `lift-${x}-${mapId}`, pointName: 'Lift' }));
        await world.db.insert(elevators).values({ id: `lift-${x}`, siteId: 'site', name: 'Lift', stops });
        await world.db
          .insert(points)
          .values(stops.map(({ mapId, areaId }) => ({ ...none, areaId, mapId, name: 'Lift', x, y: 5 })));
      }
    };

    it.each([
      ['the floor of the robot', 'm2', 16],
      ['the floor of the first stop', 'm1', 1],
    ])('waits if the door is on %s, and another elevator cannot be reached without it', async (_, mapId, lift) => {
      const robot = await world.ready(upstairs);
      await elevatorsAt(lift);
      await close(mapId, gate(mapId === 'm2' ? 10 : 3));
      const id = await task();
      const lookOnce = looking(robot, id, upstairs);
      await waitsForGate(lookOnce, id);
      // In front of the gate upstairs; behind it downstairs.
      await elevatorsAt(7);
      await begins(lookOnce);
    });
  });
});
