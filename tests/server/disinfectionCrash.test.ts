/**
 * Sends `kill -9` to the server in the middle of scheduled disinfections, twice. Each of them goes on or ends as its robot
 * says, as one record; its planned run leads to that record, and is not started again.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import mqtt, { type MqttClient } from 'mqtt';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { decodeRuns, encodeRuns } from '../../contract/rules/cellGrid.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { zonedTimeOfDay } from '../../contract/rules/zonedTime.ts';
import { DISINFECT } from '../../contract/rules/robotCan.ts';
import { disinfectOrder, DOSE_STEPS, type DisinfectionReport } from '../../contract/wire/disinfection.ts';
import type { OrderMessage, StateMessage } from '../../contract/wire/vda5050.ts';
import { HARBOUR, pointOf, SITES } from '../../demo/sites.ts';
import { connect } from '../../server/db/connect.ts';
import type { Db } from '../../server/db/database.ts';
import { disinfectionRecords, taskRuns } from '../../server/db/schema.ts';
import { createApi } from '../fakes/apiClient.ts';
import { freshDatabase, type FreshDatabase } from '../fakes/database.ts';
import { seededTemplate } from '../fakes/databaseTemplates.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from '../fakes/scriptedRobot.ts';
import { programSettings, serverProgram, type ServerProgram } from '../fakes/serverProcess.ts';

/** The robots while the server is down: one finishes, one continues, one is switched off and on. */
const ROBOTS = ['D-finishes', 'D-goes-on', 'D-restarts'] as const;
type Name = (typeof ROBOTS)[number];
const POINTS = ['harbour-1f.gym', 'harbour-1f.meeting-1'] as const;
const MAP = 'harbour-1f';
const TIME_ZONE = SITES.find(({ id }) => id === HARBOUR)?.timeZone ?? 'UTC';
/** The tasks are planned so far from now that none of their runs comes due by itself, at whatever hour this runs. */
const HALF_DAY_MS = 12 * 3_600_000;

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 30_000, interval: 50 });

let folder: string;
let database: FreshDatabase;
let program: ServerProgram;
let pool: pg.Pool;
let db: Db;
const lines: MqttClient[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-disinfection-crash-'));
  database = await freshDatabase(await seededTemplate(programSettings()));
  program = await serverProgram(folder, { DATABASE_URL: database.url });
  await program.start();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  db = connect(pool);
}, 400_000);
afterAll(async () => {
  for (const line of lines) line.end(true);
  await program.remove();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const ordersOf = (robot: ScriptedRobot): OrderMessage[] =>
  robot.received.filter(({ name }) => name === 'order').map(({ message }) => message as unknown as OrderMessage);
const [{ x, y }] = [pointOf(POINTS[0])];
const idle: Partial<StateMessage> = { agvPosition: { x, y, theta: 0, mapId: MAP, positionInitialized: true } };
const doing = ({ orderId, nodes }: OrderMessage, actionStatus: 'RUNNING' | 'FINISHED') => ({
  ...idle,
  orderId,
  actionStates: (nodes[0]?.actions ?? []).map(({ actionId, actionType }) => ({ actionId, actionType, actionStatus })),
});
function planIn({ nodes }: OrderMessage) {
  const found = nodes[0]?.actions?.find(({ actionType }) => actionType === DISINFECT);
  const plan = found?.actionParameters?.find(({ key }) => key === 'plan')?.value;
  return v.parse(disinfectOrder, JSON.parse(v.parse(v.string(), plan)));
}
/** The first `sections` of the order are covered. */
function report(robot: ScriptedRobot, order: OrderMessage, sections: number, over: 'done' | null): Promise<void> {
  const { runId, grid, planned, sections: all } = planIn(order);
  const cells = decodeRuns(planned, grid.columns * grid.rows);
  const event: DisinfectionReport = {
    runId,
    sequence: sections,
    doses: encodeRuns(cells.map((section) => (section > 0 && section <= sections ? DOSE_STEPS : 0))),
    sections: all.map((_, i) => ({ state: i < sections ? 'done' : 'waiting', seconds: i < sections ? 60 : 0 })),
    pauses: [],
    agentLeft: 5 - sections,
    agentFull: 6,
    over,
  };
  return robot.say('events', {
    id: `${runId}-${sections}-${Math.random()}`,
    at: Date.now(),
    event: { type: 'disinfection', ...event },
  });
}

it('goes on or ends as one record, which its planned run leads to', async () => {
  const { accessToken: token, userId } = await createApi(program.url, catalogue).session.signIn({
    email: 'admin@demo.roundhouse',
    password: encodePassword('Roundhouse1'),
  });
  const api = createApi(program.url, catalogue, { token, userId });
  const accounts = new Map<Name, { username: string; password: string }>();
  for (const serialNumber of ROBOTS) {
    const made = await api.robots.register({
      serialNumber,
      manufacturer: 'Acme',
      robotModel: 'D2',
      registerSiteId: 'harbour',
      maps: [{ registerMapId: MAP, robotMapName: MAP }],
      bindToCaller: true,
    });
    accounts.set(serialNumber, { username: made.mqttUsername, password: made.mqttPassword });
  }
  const connectRobot = async (serialNumber: Name): Promise<ScriptedRobot> => {
    const line = mqtt.connect(`${program.url.replace('http', 'ws')}/mqtt`, {
      ...accounts.get(serialNumber),
      clientId: serialNumber,
      reconnectPeriod: 0,
    });
    line.on('error', () => undefined);
    lines.push(line);
    return scriptedRobot(line, { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber });
  };

  const robots = new Map<Name, ScriptedRobot>();
  const robotOf = (name: Name): ScriptedRobot => robots.get(name) ?? expect.fail(`${name} is not connected`);
  const orders = new Map<Name, OrderMessage>();
  const orderOf = (name: Name): OrderMessage => orders.get(name) ?? expect.fail(`${name} has no order`);
  const agvActions = [...FACTSHEET.protocolFeatures.agvActions, { actionType: DISINFECT, actionScopes: ['NODE'] }];
  const taskIds = new Map<Name, string>();
  const recordsOf = (serialNumber: Name) =>
    db.select().from(disinfectionRecords).where(eq(disinfectionRecords.serialNumber, serialNumber));
  const recordOf = async (name: Name) => {
    const found = await recordsOf(name);
    expect(found).toHaveLength(1);
    return found[0];
  };
  for (const serialNumber of ROBOTS) {
    const robot = await connectRobot(serialNumber);
    robots.set(serialNumber, robot);
    await robot.say('factsheet', { ...FACTSHEET, protocolFeatures: { agvActions } }, { retain: true });
    await robot.state(idle);
    const { id } = await soon(() =>
      api.schedules.save({
        serialNumber,
        kind: 'disinfection',
        executeTime: zonedTimeOfDay(TIME_ZONE, Date.now() + HALF_DAY_MS),
        pathId: '',
        cruiseCount: 1,
        checkboxRespeatDays: '1,2,3,4,5,6,7',
        speech: '',
        state: '1',
        pointSettings: null,
        cruiseSetting: null,
        disinfection: {
          mapId: MAP,
          target: { kind: 'points', points: POINTS.map((areaId) => ({ areaId, minutes: 2 })) },
          mode: 'mist',
          dose: 5,
          waitUntilEmpty: false,
        },
      }),
    );
    taskIds.set(serialNumber, id);
    const startsAt = new Date();
    await db
      .update(taskRuns)
      .set({ startsAt, dueAt: startsAt, movedTo: startsAt, changedBy: userId })
      .where(eq(taskRuns.taskId, id));
    // States are repeated: a robot that says nothing for some seconds counts as silent, and waits.
    await soon(async () => {
      if (ordersOf(robot).length === 0) await robot.state(idle);
      expect(ordersOf(robot).length).toBeGreaterThan(0);
    });
    const order = ordersOf(robot)[0] ?? expect.fail('no order');
    orders.set(serialNumber, order);
    await report(robot, order, 1, null);
    await soon(async () => {
      await robot.state(doing(order, 'RUNNING'));
      expect(await recordOf(serialNumber)).toMatchObject({ isTaken: true, phase: 'working', sequence: 1 });
    });
  }

  await program.end('SIGKILL');
  await program.start();
  for (const name of ROBOTS) robots.set(name, await connectRobot(name));
  const [finishes, goesOn, restarts] = ROBOTS;
  // A robot repeats its last report; one that was switched off has forgotten everything.
  await robotOf(finishes).state(doing(orderOf(finishes), 'FINISHED'));
  await report(robotOf(finishes), orderOf(finishes), 2, 'done');
  await soon(async () => {
    await robotOf(restarts).state(idle);
    await robotOf(goesOn).state(doing(orderOf(goesOn), 'RUNNING'));
    expect(await recordOf(restarts)).toMatchObject({
      state: 'partiallyCompleted',
      reason: { type: 'robotRestarted' },
    });
  });
  await soon(async () => {
    await robotOf(finishes).state(doing(orderOf(finishes), 'FINISHED'));
    expect(await recordOf(finishes)).toMatchObject({ state: 'finished', reason: null });
  });
  expect(await recordOf(goesOn)).toMatchObject({ state: 'inProgress', phase: 'working' });

  await program.end('SIGKILL');
  await program.start();
  const robot = await connectRobot(goesOn);
  await robot.state(doing(orderOf(goesOn), 'RUNNING'));
  await report(robot, orderOf(goesOn), 2, 'done');
  await soon(async () => {
    await robot.state(doing(orderOf(goesOn), 'FINISHED'));
    expect(await recordOf(goesOn)).toMatchObject({ state: 'finished', sequence: 2, reason: null });
  });
  // Later servers sent the robots no order or cancellation for the run.
  for (const one of [robotOf(finishes), robotOf(goesOn), robot])
    expect([...ordersOf(one), ...one.actions().filter(({ actionType }) => actionType === 'cancelOrder')]).toEqual([]);

  for (const name of ROBOTS) {
    const record = await recordOf(name);
    const runs = await db
      .select()
      .from(taskRuns)
      .where(eq(taskRuns.taskId, taskIds.get(name) ?? ''))
      .orderBy(taskRuns.plannedAt);
    expect(runs.map(({ state }) => state)).toEqual(['started', 'planned']);
    expect(runs[0]).toMatchObject({ recordId: record?.id, dueAt: null });
    const shown = await api.disinfections.details({ disinfectionId: record?.id ?? '' });
    expect(shown.run).toMatchObject({
      state: name === restarts ? 'partiallyCompleted' : 'finished',
      task: { id: taskIds.get(name), plannedAt: runs[0]?.plannedAt.getTime() },
    });
  }
}, 400_000);
