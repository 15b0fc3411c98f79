/** Due runs of robots whose battery is too low for them, on a real database, broker and fleet. */
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { zonedDate } from '../../../contract/rules/zonedTime.ts';
import { cruiseRecords, sites, taskRuns } from '../../../server/db/schema.ts';
import { createScheduleHandlers, scheduleSource } from '../../../server/features/schedules.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { startDueTicker, type DueTicker } from '../../../server/jobs/due.ts';
import { roundTask } from '../../fakes/roundTask.ts';
import { routeRunWorld, soon, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';
import type { ScriptedRobot } from '../../fakes/scriptedRobot.ts';

const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const PATIENCE = 2;
const RESERVE = 40;

let world: RouteRunWorld;
let schedules: ReturnType<typeof createScheduleHandlers>;
let ticker: DueTicker;
const now = () => Date.now();

beforeEach(async () => {
  world = await routeRunWorld();
  const log = pino({ level: 'silent' });
  const needs = { ...world.deps, now, log, store: createFolderStore(world.deps.settings.dataFolder) };
  schedules = createScheduleHandlers(needs);
  ticker = startDueTicker([scheduleSource(needs)], { db: world.db, now, log });
  await world.db.update(sites).set({ batteryReserve: RESERVE });
});
afterEach(async () => {
  await ticker.close();
  await world.close();
});

const records = () => world.db.select().from(cruiseRecords);
const runOf = async (taskId: string) => {
  const [run] = await world.db.select().from(taskRuns).where(eq(taskRuns.taskId, taskId)).orderBy(taskRuns.plannedAt);
  if (!run) throw new Error('nothing is planned');
  return run;
};
/** The run's time was so long ago, and it is looked at with the next tick. */
const due = async (taskId: string, ago: number): Promise<unknown> => {
  const [{ plannedAt }, startsAt] = [await runOf(taskId), new Date(now() - ago)];
  const change = { startsAt, movedTo: startsAt, dueAt: new Date(now()), changedBy: 'lin' };
  return world.db.update(taskRuns).set(change).where(eq(taskRuns.plannedAt, plannedAt));
};
/** A run that waits because of the battery. */
async function waitingRun(robot: ScriptedRobot, batteryCharge: number): Promise<string> {
  const { id } = await world.within('lin', (context) =>
    schedules.save(
      roundTask({
        executeTime: new Intl.DateTimeFormat('en-GB', {
          timeZone: ZONE,
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        }).format(now() + 120 * MINUTE),
        cruiseSetting: JSON.stringify({ patience: PATIENCE }),
      }),
      context,
    ),
  );
  await soon(async () => {
    // On a slow machine it may count as silent.
    await robot.state({ batteryState: { batteryCharge, charging: false } });
    await due(id, 1_000);
    await ticker.tick();
    expect(await runOf(id)).toMatchObject({ state: 'waiting', reason: 'robotBatteryLow' });
  });
  return id;
}
const ready = (batteryCharge: number) => world.ready({ batteryState: { batteryCharge, charging: false } });

it('a run whose robot would end below the reserve of the site waits, as forecast', async () => {
  await waitingRun(await ready(25), 25);
  const { runs } = await schedules.timetable(
    { siteId: 'site', from: zonedDate(ZONE, now()), days: 7 },
    world.as('lin'),
  );
  const run = runs.find(({ state }) => state === 'waiting');
  expect(run).toMatchObject({ reason: { type: 'robotBatteryLow' }, verdict: 'inDoubt' });
  const params = run?.notes.find(({ type }) => type === 'battery')?.params;
  expect(params).toMatchObject({ charge: 25, minutes: PATIENCE });
  expect(params?.['needs']).toBeGreaterThan(RESERVE);
  expect(await records()).toEqual([]);
});

it('it starts when the battery is enough', async () => {
  const robot = await ready(25);
  const id = await waitingRun(robot, 25);
  await soon(async () => {
    await robot.state({ batteryState: { batteryCharge: 60, charging: false } });
    await due(id, 1_000);
    await ticker.tick();
    expect(await records()).toMatchObject([{ state: 'inProgress', taskId: id }]);
  });
});

it('it ends with that reason when its patience is over', async () => {
  const robot = await ready(25);
  const id = await waitingRun(robot, 25);
  await robot.state({ batteryState: { batteryCharge: 25, charging: false } });
  await due(id, PATIENCE * MINUTE + 1_000);
  await ticker.tick();
  expect(await records()).toMatchObject([{ state: 'failed', taskId: id, reason: { type: 'robotBatteryLow' } }]);
  expect(await runOf(id)).toMatchObject({ state: 'notStarted', reason: 'robotBatteryLow', dueAt: null });
});
