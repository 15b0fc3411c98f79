/**
 * Several whole servers, each a separate process, on one database and one slot of the RabbitMQ; scaled run only. The
 * broker sends its authorisation requests to any server that answers.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { connect } from '../../server/db/connect.ts';
import type { Db } from '../../server/db/database.ts';
import { readSettings } from '../../server/settings.ts';
import { createApi, type Api } from './apiClient.ts';
import { CONNECTIONS, SERVER_SIGN_IN, takeBrokerSlot, type BrokerSlot } from './brokerSlot.ts';
import { builtServer } from './builtServer.ts';
import { freshDatabase } from './database.ts';
import { seededTemplate } from './databaseTemplates.ts';
import { freePort } from './freePort.ts';

const POLL_MS = 50;

export interface RunningServer {
  url: string;
  pid: number;
  /** Like a power failure: nothing is sent or released. */
  kill(): Promise<void>;
}

export interface SeveralServers {
  db: Db;
  databaseUrl: string;
  pool: pg.Pool;
  slot: BrokerSlot;
  /** Resolves when the server is ready: its database and its broker answer. */
  start(environment?: Record<string, string>): Promise<RunningServer>;
  close(): Promise<void>;
}

/** @param robots number of simulated robots; they use WebSocket, for which the broker has one listener */
export async function severalServers({ robots }: { robots: number }): Promise<SeveralServers> {
  const program = await builtServer();
  const seeded = {
    HOST: '127.0.0.1',
    ROUNDHOUSE_DEMO: 'on',
    ROUNDHOUSE_DEMO_TASKS: 'off',
    ROUNDHOUSE_ROBOTS: String(robots),
  };
  const database = await freshDatabase(await seededTemplate(readSettings(seeded)));
  const slot = await takeBrokerSlot({ needsSocket: robots > 0 });
  const folder = await mkdtemp(join(tmpdir(), 'rh-several-'));
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
  const running = new Map<string, ChildProcess>();
  let output = '';

  const endOf = (child: ChildProcess): Promise<void> =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise((resolve) => child.once('close', () => resolve()));

  return {
    db: connect(pool),
    databaseUrl: database.url,
    pool,
    slot,
    async start(environment = {}) {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const child = spawn(process.execPath, [program], {
        env: {
          ...process.env,
          PORT: String(port),
          ...seeded,
          ROUNDHOUSE_DATA: join(folder, String(port)),
          DATABASE_URL: database.url,
          DATABASE_CONNECTIONS: CONNECTIONS,
          MQTT_URL: slot.tcpUrl,
          MQTT_PUBLIC_URL: slot.wsUrl ?? 'ws://127.0.0.1:1',
          MQTT_USERNAME: SERVER_SIGN_IN.username,
          MQTT_PASSWORD: SERVER_SIGN_IN.password,
          LOG_LEVEL: 'warn',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (words: Buffer) => (output += words.toString()));
      running.set(url, child);
      await slot.aim(...[...running.keys()].map((each) => `${each}/mqtt-auth`));
      while (
        !(await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ))
      ) {
        if (child.exitCode !== null) throw new Error(`the server ended:\n${output}`);
        await sleep(POLL_MS);
      }
      return {
        url,
        pid: child.pid ?? 0,
        async kill() {
          child.kill('SIGKILL');
          await endOf(child);
        },
      };
    },
    async close() {
      for (const child of running.values()) child.kill('SIGTERM');
      await Promise.all([...running.values()].map(endOf));
      await pool.end();
      await slot.free();
      await database.drop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

export type FullApi = Api<typeof catalogue>;

/** Signs in at one server with the demo password. */
export async function signInAt(url: string, email: string): Promise<FullApi> {
  const { accessToken: token, userId } = await createApi(url, catalogue).session.signIn({
    email,
    password: encodePassword('Roundhouse1'),
  });
  return createApi(url, catalogue, { token, userId });
}

/** The same session at another server. */
export const alsoAt = (url: string, { token, userId }: FullApi): FullApi =>
  createApi(url, catalogue, { token, userId });
