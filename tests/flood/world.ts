/**
 * A whole server in a separate process, with many robots in this one, and a network between the server and its database
 * that can be stalled.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import pg from 'pg';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { baseOf, type RobotAddress } from '../../contract/wire/topics.ts';
import { hashOf } from '../../server/broker/credentials.ts';
import { connect } from '../../server/db/connect.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { relations, robots } from '../../server/db/schema.ts';
import { createApi, type Api } from '../fakes/apiClient.ts';
import { databaseProxy, type DatabaseProxy } from '../fakes/databaseProxy.ts';
import { scriptedRobot, type ScriptedRobot } from '../fakes/scriptedRobot.ts';
import { serverProgram } from '../fakes/serverProcess.ts';

export const VIEWER = 'demo-viewer';
const ADMIN = 'demo-admin';
const PASSWORD = 'robot-password';

export interface FloodWorld {
  url: string;
  /** API client of a viewer. */
  api: Api<typeof catalogue>;
  /**
   * API client of the first robot's administrator. Signed in before the floods, because some of them use up this
   * address's sign-in attempts.
   */
  admin: Api<typeof catalogue>;
  robots: readonly string[];
  network: DatabaseProxy;
  /** When a robot received a Stop, ms; undefined until then. */
  heardAt(commandId: string): number | undefined;
  connectAs(options: mqtt.IClientOptions): MqttClient;
  robotSignIn(serialNumber: string): { username: string; password: string; clientId: string };
  addressOf(serialNumber: string): RobotAddress;
  /** 99th percentile and maximum of the event loop's delay since the last reading, s, and the memory in use, MiB. */
  figures(): Promise<{ lagP99: number; lagMax: number; memory: number }>;
  /** Memory in use after a garbage collection, MiB. */
  memoryHeld(): Promise<number>;
  close(): Promise<void>;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function floodWorld(count: number): Promise<FloodWorld> {
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return { ...(await build(count, (closer) => void closers.push(closer))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function build(count: number, onClose: (closer: () => unknown) => void): Promise<Omit<FloodWorld, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'rh-flood-'));
  onClose(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  await chmod(folder, 0o700);
  const { connection, stop } = await startEmbeddedPostgres({ folder, log: silent });
  onClose(stop);
  const databaseUrl = `postgres://${String(connection.user)}:${String(connection.password)}@localhost:${String(connection.port)}/${String(connection.database ?? 'postgres')}?host=${encodeURIComponent(connection.host ?? '')}`;
  const network = await databaseProxy(databaseUrl);
  onClose(() => network.close());
  const program = await serverProgram(join(folder, 'data'), { DATABASE_URL: network.databaseUrl });
  onClose(() => program.remove());
  await program.start();
  await program.end('SIGTERM');

  const serials = Array.from({ length: count }, (_, n) => `F-${String(n).padStart(4, '0')}`);
  const addressOf = (serialNumber: string): RobotAddress => ({
    interfaceName: 'uagv',
    manufacturer: 'Acme',
    serialNumber,
  });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const db = connect(pool);
  const passwordHash = hashOf(PASSWORD);
  await db.insert(robots).values(
    serials.map((serialNumber) => ({
      serialNumber,
      manufacturer: 'Acme',
      interfaceName: 'uagv',
      model: 'W1',
      kind: 'delivery' as const,
      name: serialNumber,
      siteId: 'harbour',
      dialect: '2.x' as const,
      passwordHash,
    })),
  );
  await db
    .insert(relations)
    .values([
      ...serials.map((serialNumber) => ({ id: `flood-${serialNumber}`, userId: VIEWER, serialNumber, isAuth: true })),
      { id: 'flood-admin', userId: ADMIN, serialNumber: serials[0] ?? '', isAuth: true, isRobotAdmin: true },
    ]);
  await pool.end();
  await program.start();
  const { url } = program;

  const clients: MqttClient[] = [];
  onClose(() => clients.forEach((client) => client.end(true)));
  const connectAs = (options: mqtt.IClientOptions): MqttClient => {
    const client = mqtt.connect(`${url.replace('http', 'ws')}/mqtt`, { reconnectPeriod: 0, ...options });
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  const robotSignIn = (serialNumber: string) => ({
    username: serialNumber,
    password: PASSWORD,
    clientId: serialNumber,
  });
  const heard = new Map<string, number>();
  const fleet: ScriptedRobot[] = [];
  for (const serialNumber of serials) {
    const client = connectAs(robotSignIn(serialNumber));
    const base = baseOf(addressOf(serialNumber));
    client.on('message', (topic, payload) => {
      if (topic !== `${base}/instantActions`) return;
      const at = performance.now();
      for (const { actionType, actionId } of (
        JSON.parse(payload.toString()) as { actions: { actionType: string; actionId: string }[] }
      ).actions)
        if (actionType === 'startPause' && !heard.has(actionId)) heard.set(actionId, at);
    });
    fleet.push(await scriptedRobot(client, addressOf(serialNumber)));
  }
  const speaking = setInterval(
    () => fleet.forEach((robot) => void robot.state({ paused: true }).catch(() => undefined)),
    2_000,
  );
  onClose(() => clearInterval(speaking));
  await Promise.all(fleet.map((robot) => robot.state({ paused: true })));

  const signedIn = async (email: string): Promise<Api<typeof catalogue>> => {
    const { accessToken: token, userId } = await createApi(url, catalogue).session.signIn({
      email,
      password: encodePassword('Roundhouse1'),
    });
    return createApi(url, catalogue, { token, userId });
  };
  const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
  const valueIn = (text: string, name: string): number =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'mu').exec(text)?.[1] ?? Number.NaN);
  const memoryIn = (text: string): number => valueIn(text, 'roundhouse_process_resident_memory_bytes') / (1 << 20);
  return {
    url,
    network,
    connectAs,
    robotSignIn,
    addressOf,
    robots: serials,
    api: await signedIn('viewer@demo.roundhouse'),
    admin: await signedIn('admin@demo.roundhouse'),
    heardAt: (commandId) => heard.get(commandId),
    async figures() {
      const text = await metrics();
      return {
        lagP99: valueIn(text, 'roundhouse_nodejs_eventloop_lag_p99_seconds'),
        lagMax: valueIn(text, 'roundhouse_nodejs_eventloop_lag_max_seconds'),
        memory: memoryIn(text),
      };
    },
    async memoryHeld() {
      await program.collectGarbage();
      return memoryIn(await metrics());
    },
  };
}
