/**
 * A week of the demo's scheduled tasks on a fast clock: the whole server, and simulated robots that carry the runs out.
 * Every planned run has one record, and nothing stays in progress. While nobody works, time is skipped.
 */
import { readFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { and, gte, inArray, isNotNull, lt } from 'drizzle-orm';
import mqtt, { type MqttClient } from 'mqtt';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { occurrencesOf } from '../../contract/rules/schedule/occurrences.ts';
import { daysOf } from '../../contract/rules/schedule/scheduledTask.ts';
import { ROBOT_SILENT_MS } from '../../contract/rules/limits.ts';
import { robotCredentials } from '../../contract/wire/simulator.ts';
import { baseOf, parseTopic, privateEventsTopic } from '../../contract/wire/topics.ts';
import { demoFleet, ROBOTS, type DemoRobot } from '../../demo/roster.ts';
import { DISINFECTION_TASKS, TASKS } from '../../demo/schedules.ts';
import { SITES } from '../../demo/sites.ts';
import { writeRobotCredentials } from '../../server/db/seed/robotCredentials.ts';
import { cruiseRecords, disinfectionRecords, scheduledTasks, taskRuns } from '../../server/db/schema.ts';
import { scheduleSource } from '../../server/features/schedules.ts';
import { createFolderStore } from '../../server/files/fileStore.ts';
import { startDueTicker, type DueTicker } from '../../server/jobs/due.ts';
import { World } from '../../simulator/fleet/world.ts';
import { factsheetOf } from '../../simulator/robot/factsheet.ts';
import { stateOf } from '../../simulator/robot/report.ts';
import type { Robot } from '../../simulator/robot/robot.ts';
import { startTestServer, type TestServer } from '../fakes/testServer.ts';

const DAY_MS = 86_400_000;
/** A robot that says nothing for longer counts as silent. */
const STEP_MS = ROBOT_SILENT_MS;
/** Between two runs a robot charges up to the first, percent; below the second it goes to its charger by itself. */
const [CHARGED, EMPTY] = [80, 30];

const all = [...TASKS, ...DISINFECTION_TASKS];
const cast: readonly DemoRobot[] = ROBOTS.filter(({ serialNumber }) =>
  all.some((task) => task.serialNumber === serialNumber),
).map((robot) => ({ ...robot, round: [] }));

interface Actor {
  serialNumber: string;
  /** It has a run. */
  isBusy(): boolean;
  /** Works, or has waited for something to do, up to the present, and says where it is. */
  live(): Promise<void>;
  close(): Promise<void>;
}

let clock = Date.now();
let test: TestServer;
let ticker: DueTicker;
let actors: Actor[];
beforeAll(async () => {
  test = await startTestServer({
    environment: {
      ROUNDHOUSE_ROBOTS: String(ROBOTS.length),
      ROUNDHOUSE_DEMO_TASKS: 'on',
      LOG_LEVEL: 'silent',
    },
    now: () => clock,
  });
  const { deps, url } = test.server;
  const file = await writeRobotCredentials(test.db, demoFleet(), {
    dataFolder: test.folder,
    url: `${url.replace(/^http/u, 'ws')}/mqtt`,
  });
  await deps.fleet.refresh();
  const credentials = v.parse(robotCredentials, JSON.parse(await readFile(file, 'utf8')));
  actors = await Promise.all(cast.map((spec) => startActor(spec, credentials)));
  ticker = startDueTicker([scheduleSource({ ...deps, store: createFolderStore(test.folder) })], {
    db: test.db,
    now: () => clock,
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await ticker.close();
  await Promise.all(actors.map((actor) => actor.close()));
  await test.close();
});

/** A simulated robot in a world of its own, which only moves while the robot has something to do. */
async function startActor(spec: DemoRobot, { url, robots }: v.InferOutput<typeof robotCredentials>): Promise<Actor> {
  const { serialNumber } = spec;
  const { fleet } = test.server.deps;
  const world = new World({ robots: [spec], seed: 1, startAt: clock });
  const robot = world.robot(serialNumber) as Robot;
  const credentials = robots.find((one) => one.serialNumber === serialNumber);
  if (!credentials) throw new Error(`no credentials of ${serialNumber}`);
  const { username, password } = credentials;
  const line: MqttClient = mqtt.connect(url, { username, password, clientId: serialNumber, reconnectPeriod: 0 });
  await new Promise<void>((resolve, reject) => line.once('connect', () => resolve()).once('error', reject));
  const base = baseOf(credentials);
  let headerId = 0;
  const say = (name: string, body: object, retain = false): Promise<unknown> =>
    line.publishAsync(
      `${base}/${name}`,
      JSON.stringify({
        headerId: headerId++,
        timestamp: new Date(clock).toISOString(),
        version: '2.1.0',
        manufacturer: spec.manufacturer,
        serialNumber,
        ...body,
      }),
      { qos: 1, retain },
    );
  const sayState = () => say('state', stateOf(robot.told()));
  line.on('message', (topic, payload) => {
    const parsed = parseTopic(topic);
    if (parsed?.about !== 'robot') return;
    const message: unknown = JSON.parse(payload.toString());
    if (parsed.name === 'order') robot.handleOrder(message);
    else robot.handleInstantActions(message);
    void sayState();
  });
  await line.subscribeAsync([`${base}/order`, `${base}/instantActions`], { qos: 1 });
  await say('connection', { connectionState: 'ONLINE' }, true);
  await say('factsheet', factsheetOf(robot.profile, spec.softwareVersion), true);
  await sayState();
  await vi.waitFor(() => {
    expect(fleet.live(serialNumber, 'enUS')).toMatchObject({ connection: 'online', located: true });
    expect(fleet.fleetCache.abilitiesOf(serialNumber).actions).not.toEqual([]);
  });
  const needsCharge = (): boolean => {
    const { charge, charging } = robot.told().battery;
    return charge < (charging ? CHARGED : EMPTY);
  };
  const actor: Actor = {
    serialNumber,
    isBusy: () =>
      fleet.routeRuns.of(serialNumber) !== undefined ||
      fleet.disinfections.of(serialNumber) !== undefined ||
      robot.told().book.nodes.length > 0,
    async live() {
      if (actor.isBusy()) world.stepTo(clock);
      else {
        while (needsCharge() && world.now() < clock) world.step(STEP_MS / 1_000);
        if (world.now() < clock) world.skip(clock - world.now());
      }
      for (const event of robot.takeEvents())
        await line.publishAsync(
          event.event.type === 'disinfection' ? `${base}/events` : privateEventsTopic(credentials),
          JSON.stringify(event),
          { qos: 1 },
        );
      await sayState();
      while (fleet.live(serialNumber, 'enUS').at !== clock) await turn();
    },
    close: () => line.endAsync(true),
  };
  return actor;
}

/** When a run is due next that is planned before an instant, ms. */
async function nextDue(before: number): Promise<number> {
  const [row] = await test.db
    .select({ at: taskRuns.dueAt })
    .from(taskRuns)
    .where(and(isNotNull(taskRuns.dueAt), lt(taskRuns.plannedAt, new Date(before))))
    .orderBy(taskRuns.dueAt)
    .limit(1);
  return row?.at?.getTime() ?? Infinity;
}

it('ends with one record for every planned run, and nothing stays in progress', { timeout: 600_000 }, async () => {
  const from = clock;
  const to = from + 7 * DAY_MS;
  for (let due = await nextDue(to); ;) {
    const busy = actors.filter((actor) => actor.isBusy());
    if (due <= clock) {
      for (const actor of actors) await actor.live();
      await ticker.tick();
      due = await nextDue(to);
    } else if (due === Infinity && busy.length === 0) break;
    else {
      clock = busy.length > 0 ? clock + STEP_MS : due;
      for (const actor of busy) await actor.live();
    }
  }

  const tasks = await test.db.select().from(scheduledTasks);
  const zoneOf = (serialNumber: string): string =>
    SITES.find(({ id }) => id === cast.find((robot) => robot.serialNumber === serialNumber)?.siteId)?.timeZone ?? '';
  const planned = tasks
    .filter(({ isOn }) => isOn)
    .flatMap(({ id, serialNumber, executeTime, days, anchorAt }) =>
      occurrencesOf(
        { executeTime, days: daysOf(days), anchorAt: anchorAt.getTime() },
        zoneOf(serialNumber),
        Math.max(from, anchorAt.getTime()) + 1,
        to,
      ).map(({ at }) => `${id} ${at}`),
    );
  expect(planned.length).toBeGreaterThan(70);
  const runs = await test.db
    .select()
    .from(taskRuns)
    .where(and(gte(taskRuns.plannedAt, new Date(from)), lt(taskRuns.plannedAt, new Date(to))));
  expect(runs.map(({ taskId, plannedAt }) => `${taskId} ${plannedAt.getTime()}`).sort()).toEqual(planned.sort());

  const recordIds = runs.flatMap(({ recordId }) => recordId ?? []);
  const records = [
    ...(await test.db.select().from(cruiseRecords).where(inArray(cruiseRecords.id, recordIds))),
    ...(await test.db.select().from(disinfectionRecords).where(inArray(disinfectionRecords.id, recordIds))),
  ];
  expect(records).toHaveLength(planned.length);
  expect(records.filter(({ state, endedAt }) => state === 'inProgress' || endedAt === null)).toEqual([]);
  // All but the night round of the east patrol, which the wedding of tomorrow leaves out, were driven.
  const ends = records.map(({ state, reason }) => `${state} ${reason?.type ?? ''}`.trim());
  expect(ends.filter((end) => end === 'failed exception')).toHaveLength(1);
  expect(records.filter(({ state, reason }) => state !== 'finished' && reason === null)).toEqual([]);
  expect(ends.filter((end) => end === 'finished').length).toBeGreaterThan(planned.length * 0.9);
});
