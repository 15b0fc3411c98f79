/**
 * One robot, two users and a map, with the real fleet, broker and database. No API layer: handlers are called directly.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import mqtt, { type MqttClient } from 'mqtt';
import type { AccountRole } from '../../contract/entities/constants.ts';
import type { RobotAddress } from '../../contract/wire/topics.ts';
import { robotTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../../server/appDeps.ts';
import { clientIdOf, hashOf, issuePassword, userNameOf } from '../../server/broker/credentials.ts';
import { outsideTransactionScope } from '../../server/db/connectionScope.ts';
import { accounts, maps, points, relations, robotMapNames, robots, sessions, sites } from '../../server/db/schema.ts';
import { createCommandHandlers } from '../../server/features/commands.ts';
import { createControlHandlers } from '../../server/features/control.ts';
import { createMediaHandlers } from '../../server/features/media.ts';
import { createFleet } from '../../server/fleet/createFleet.ts';
import type { RequestContext } from '../../server/requestContext.ts';
import { createLiveRights } from '../../server/rights/liveRights.ts';
import { readSettings } from '../../server/settings.ts';
import { EMPTY_HALL } from './emptyHall.ts';
import { SCALED } from './brokerSlot.ts';
import { migratedDatabase } from './migratedDatabase.ts';
import { scriptedRobot, lastWillOf, type ScriptedRobot } from './scriptedRobot.ts';
import { worldBroker } from './worldBroker.ts';

export const ROBOT: RobotAddress = { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: 'A-1' };

export async function fleetWorld() {
  const database = await migratedDatabase(8);
  const { db, log } = database;

  await db.insert(sites).values({ id: 'site', name: 'Site', timeZone: 'Europe/Berlin' });
  await db.insert(maps).values([
    { id: 'm1', siteId: 'site', floor: '1F', position: 0, name: 'One', resolution: 0.05, plan: EMPTY_HALL },
    { id: 'm2', siteId: 'site', floor: '2F', position: 1, name: 'Two', resolution: 0.05, plan: EMPTY_HALL },
  ]);
  const none = { departWord: '', arrivedWord: '', chargeBase: [] };
  await db.insert(points).values([
    { ...none, areaId: 'p1', mapId: 'm1', name: { enUS: 'Lobby', zhCN: '大堂' }, x: 5, y: 5, attributes: ['none'] },
    { ...none, areaId: 'p2', mapId: 'm2', name: 'Upstairs', x: 5, y: 5, attributes: ['none'] },
    {
      ...none,
      areaId: 'dock',
      mapId: 'm1',
      name: 'Dock',
      x: 1,
      y: 1,
      attributes: ['charging'],
      chargeBase: [{ id: 'bay1', name: 'Bay 1', x: 1, y: 1, theta: 0 }],
    },
  ]);
  const password = 'robot-password';
  await db.insert(robots).values({
    serialNumber: ROBOT.serialNumber,
    manufacturer: ROBOT.manufacturer,
    interfaceName: ROBOT.interfaceName,
    model: 'W1',
    kind: 'delivery',
    name: 'Robot A',
    siteId: 'site',
    dialect: '2.x',
    passwordHash: hashOf(password),
  });
  await db.insert(robotMapNames).values([
    { serialNumber: 'A-1', robotMapName: 'ground', mapId: 'm1' },
    { serialNumber: 'A-1', robotMapName: 'first', mapId: 'm2' },
  ]);

  const people = new Map<string, RequestContext>();
  const effects: Promise<unknown>[] = [];
  const person = async (userId: string, roles: AccountRole[], related = true): Promise<void> => {
    await db.insert(accounts).values({
      id: userId,
      nickname: { enUS: `Name of ${userId}`, zhCN: userId },
      roles,
      email: `${userId}@x`,
      passwordHash: '',
    });
    await db
      .insert(sessions)
      .values({ id: `s-${userId}`, tokenHash: userId, userId, expiresAt: new Date(Date.now() + 3_600_000) });
    if (related) await db.insert(relations).values({ id: `r-${userId}`, userId, serialNumber: 'A-1', isAuth: true });
    people.set(userId, {
      userId,
      nickname: { enUS: `Name of ${userId}`, zhCN: userId },
      roles,
      sessionId: `s-${userId}`,
      language: 'enUS',
      address: '127.0.0.1',
      device: '',
      requestId: '',
      onLastKnownRights: false,
      db,
      afterCommit: (effect) => void effects.push(outsideTransactionScope(() => Promise.resolve().then(effect))),
    });
  };
  await person('lin', ['operator']);
  await person('chen', ['operator']);
  await person('stranger', ['operator'], false);

  let shift = 0;
  let passed = 0;
  const now = () => Date.now() + shift;
  const monotonicNow = () => performance.now() + passed;
  const rights = await createLiveRights({ db, log, now, settings: readSettings({}) });
  const shared = { db, urgentDb: db, sharedDb: db, log, now, monotonicNow, rights };
  const dataFolder = await mkdtemp(join(tmpdir(), 'rh-world-'));
  const { settings: given, broker, url: brokerUrl, close: closeBroker } = await worldBroker(shared);
  const settings = { ...given, dataFolder };
  const fleet = await createFleet({
    settings,
    ...shared,
    broker,
    visitorEvents: { heard: async () => undefined, idle: async () => undefined },
    faceEvents: { heard: async () => undefined, handleReconnect: async () => undefined },
    alarmEvents: { heard: async () => undefined, photoEnded: async () => undefined },
    deliveryEvents: { heard: async () => undefined, handleReconnect: () => undefined },
    callEvents: {
      heard: async () => undefined,
      heardScreen: async () => undefined,
      handleReconnect: () => undefined,
    },
  });
  const deps: AppDeps = { settings, ...shared, broker, fleet };

  const clients: MqttClient[] = [];
  const connectAs = (
    username: string,
    secret: string,
    clientId: string,
    more: mqtt.IClientOptions = {},
  ): MqttClient => {
    const client = mqtt.connect(brokerUrl, { username, password: secret, clientId, reconnectPeriod: 0, ...more });
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  return {
    deps,
    broker,
    fleet,
    db,
    connectAs,
    brokerUrl,
    commands: createCommandHandlers({ ...deps, placePatienceMs: 60_000 }),
    control: createControlHandlers(deps),
    media: createMediaHandlers(deps),
    as: (userId: string): RequestContext => {
      const context = people.get(userId);
      if (!context) throw new Error(userId);
      return { ...context, requestId: randomUUID() };
    },
    endSession: async (userId: string): Promise<void> =>
      void (await db.update(sessions).set({ endedCode: 1006 }).where(eq(sessions.userId, userId))),
    settled: async () => void (await Promise.all(effects)),
    /** Advances the server's clocks; periodic work runs within the next second. */
    later: (ms: number): void => {
      shift += ms;
      passed += ms;
    },
    /** Shifts the wall clock only. */
    setClock: (ms: number) => void (shift += ms),
    clientIdOf: (userId: string, tab = 'tab') => clientIdOf(userId, 'A-1', tab, true),
    /** A user's MQTT connection to the robot's topics. */
    watcher: (userId: string, tab = 'tab', key: string | null = 'A-1'): MqttClient => {
      const clientId = clientIdOf(userId, key, tab, true);
      return connectAs(
        userNameOf(userId, `s-${userId}`),
        issuePassword({ userId, sessionId: `s-${userId}`, clientId, language: 'enUS' }, broker.secret, now()),
        clientId,
      );
    },
    robot: (): Promise<ScriptedRobot> =>
      scriptedRobot(connectAs('A-1', password, `robot-${randomUUID()}`, { will: lastWillOf(ROBOT) }), ROBOT),
    async close() {
      await Promise.allSettled(effects);
      for (const client of clients) client.end(true);
      await fleet.close();
      // RabbitMQ slots are reused and keep retained messages.
      if (SCALED && broker.isUp())
        await Promise.all(
          (['connection', 'factsheet', 'lease'] as const).map((name) =>
            broker.publish(robotTopic(ROBOT, name), '', { retain: true }),
          ),
        );
      await closeBroker();
      await rights.close();
      await rm(dataFolder, { recursive: true, force: true });
      await database.close();
    },
  };
}
