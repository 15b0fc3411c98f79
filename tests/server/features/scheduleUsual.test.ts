/** What is expected of planned runs follows from how long the task's last runs took, on a real database. */
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plusDays, zonedDate } from '../../../contract/rules/zonedTime.ts';
import { usualTaskRuns } from '../../../server/db/repositories/usualTaskRuns.ts';
import { cruiseRecords, disinfectionRecords, scheduledTasks, taskRuns } from '../../../server/db/schema.ts';
import { createScheduleHandlers } from '../../../server/features/schedules.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { roundTask } from '../../fakes/roundTask.ts';
import { routeRunWorld, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';

const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: RouteRunWorld;
let needs: Parameters<typeof createScheduleHandlers>[0];
beforeEach(async () => {
  world = await routeRunWorld();
  const log = pino({ level: 'silent' });
  needs = { ...world.deps, now: Date.now, log, store: createFolderStore(world.deps.settings.dataFolder) };
});
afterEach(() => world.close());

/** Handlers that have read nothing yet. */
const schedules = () => createScheduleHandlers(needs);
const save = (change: object = {}) =>
  world.within('lin', async (context) => (await schedules().save(roundTask(change), context)).id);
const stop = (areaId: string) => ({ areaId, name: 'Point', state: 'arrived', arrivedAt: null, leftAt: null });
/** Past runs of a task, each of so many minutes. */
const ran = (taskId: string, minutes: readonly number[], change: Partial<typeof cruiseRecords.$inferInsert> = {}) =>
  world.db.insert(cruiseRecords).values(
    minutes.map((took, i): typeof cruiseRecords.$inferInsert => {
      const startedAt = new Date(Date.now() - (i + 2) * DAY);
      return {
        id: `${taskId}-${took}-${i}-${change.state ?? ''}`,
        serialNumber: 'A-1',
        taskId,
        plannedAt: startedAt,
        pathId: 'round',
        pathName: 'Round',
        mapId: 'm1',
        mapName: 'Ground',
        cycleType: 'single',
        state: 'finished',
        startedBy: 'lin',
        startedByName: 'Lin',
        startedAt,
        endedAt: new Date(startedAt.getTime() + took * MINUTE),
        stops: ['p1', 'bar', 'pool'].map(stop) as never,
        ...change,
      };
    }),
  );
/** Minutes that the next run of a task is expected to take. */
async function expected(taskId: string): Promise<number> {
  const { runs } = await schedules().timetable(
    { siteId: 'site', from: plusDays(zonedDate(ZONE, Date.now()), 1), days: 2 },
    world.as('lin'),
  );
  const run = runs.find((one) => one.taskId === taskId);
  return Math.round(((run?.endsAt ?? 0) - (run?.startsAt ?? 0)) / MINUTE);
}

it('a run takes as long as the last ones of its task did, in the middle; with too few of them, as estimated', async () => {
  await world.ready();
  const [usual, fresh] = [await save(), await save({ executeTime: '14:00' })];
  const estimated = await expected(fresh);
  await ran(usual, [40, 42, 41, 300, 43]);
  await ran(fresh, [40, 40, 40, 40]);
  expect([await expected(usual), await expected(fresh)]).toEqual([42, estimated]);
  expect(estimated).toBeLessThan(20);
});

it('counts whole runs only, and only those that are like the next one', async () => {
  await world.ready();
  const id = await save();
  const estimated = await expected(id);
  const five = [40, 41, 42, 43, 44];
  await ran(id, five, { state: 'failed' });
  await ran(id, [50, 51, 52, 53, 54], { skipped: 1 });
  await ran(id, [60, 61, 62, 63, 64], { cycleType: 'loop', rounds: 2 });
  await ran(id, [70, 71, 72, 73, 74], { stops: [stop('p1')] as never });
  await ran(id, [80, 81, 82, 83, 84], { stops: ['pool', 'bar', 'p1'].map(stop) as never });
  expect(await expected(id)).toBe(estimated);
});

it('are not those from before its stays were made much longer', async () => {
  await world.ready();
  const id = await save();
  await ran(id, [40, 41, 42, 43, 44]);
  expect(await expected(id)).toBe(42);
  await save({ id, pointSettings: '[{"areaId":"pool","stayTime":6000}]' });
  expect(await expected(id)).toBeGreaterThan(100);
});

it('of a disinfection, those of as many places in the same mode and dose', async () => {
  const disinfection = {
    mapId: 'm1',
    target: { kind: 'rooms' as const, rooms: ['a', 'b'] },
    mode: 'mist' as const,
    dose: 5,
    waitUntilEmpty: true,
  };
  const base = { serialNumber: 'A-1', executeTime: '03:00', pathId: '', pathName: 'Rooms', pointSettings: [] };
  const at = new Date();
  const [task] = await world.db
    .insert(scheduledTasks)
    .values({
      ...base,
      ...{ id: 'mist', kind: 'disinfection', days: '1', patience: 30, savedBy: 'lin', anchorAt: at, createdAt: at },
      disinfection,
    })
    .returning();
  if (!task) throw new Error('no task');
  for (const [i, took] of [20, 22, 24, 26, 28, 90].entries()) {
    const startedAt = new Date(Date.now() - (i + 1) * DAY);
    const section = {
      id: 'a',
      name: 'A',
      cells: 1,
      aim: 5,
      stand: null,
      state: 'done',
      seconds: 1,
      covered: 1,
      dose: 5,
    };
    const [record] = await world.db
      .insert(disinfectionRecords)
      .values({
        ...{ id: `d${i}`, serialNumber: 'A-1', robotName: 'A', mapId: 'm1', mapName: 'Ground', robotMapName: 'm1' },
        ...{ kind: 'rooms', mode: 'mist', waitUntilEmpty: true, state: 'finished', startedBy: 'lin' },
        ...{ startedByName: 'Lin', startedAt, endedAt: new Date(startedAt.getTime() + took * MINUTE) },
        // The last one had another dose.
        aim: took === 90 ? 9 : 5,
        ...{ estimate: {}, plannedCells: 2, grid: {}, planned: [], doses: [], pauses: [] },
        sections: [section, { ...section, id: 'b' }],
      } as unknown as typeof disinfectionRecords.$inferInsert)
      .returning();
    await world.db.insert(taskRuns).values({
      ...{ taskId: 'mist', plannedAt: startedAt, serialNumber: 'A-1', state: 'started', startsAt: startedAt },
      recordId: record?.id ?? '',
    });
  }
  expect([...(await usualTaskRuns(world.db, [{ task, stops: ['a', 'b'] }]))]).toEqual([['mist', 24 * MINUTE]]);
  expect([...(await usualTaskRuns(world.db, [{ task, stops: ['a', 'c'] }]))]).toEqual([]);
});
