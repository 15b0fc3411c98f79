/** The server as a separate process that a test can kill. */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { readSettings, type Settings } from '../../server/settings.ts';
import { builtServer } from './builtServer.ts';
import { freePort } from './freePort.ts';

export interface ServerProgram {
  url: string;
  /** Resolves when the server is ready. */
  start(): Promise<ChildProcess>;
  /** Sends a signal and waits until the process has ended. @returns its exit code */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Forces a garbage collection, so that the remaining memory is in use. */
  collectGarbage(): Promise<void>;
  remove(): Promise<void>;
}

const ENVIRONMENT = {
  HOST: '127.0.0.1',
  ROUNDHOUSE_ROBOTS: '0',
  ROUNDHOUSE_DEMO_TASKS: 'off',
  ROUNDHOUSE_DEMO_PHOTOS: 'off',
  ROUNDHOUSE_DEMO: 'on',
  DATABASE_URL: '',
};
/** For a database as its first start leaves it (databaseTemplates.ts). */
export const programSettings = (): Settings => readSettings(ENVIRONMENT);

/** @param dataFolder kept across starts, as is the port */
export async function serverProgram(
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<ServerProgram> {
  const program = await builtServer();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => ending.once('close', resolve));
    ending.kill(signal);
    return ended;
  };
  return {
    url,
    end,
    async start() {
      const own = spawn(process.execPath, ['--inspect=127.0.0.1:0', program], {
        env: {
          ...process.env,
          ...ENVIRONMENT,
          PORT: String(port),
          ROUNDHOUSE_DATA: dataFolder,
          LOG_LEVEL: 'warn',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = own;
      for (const stream of [own.stdout, own.stderr]) stream.on('data', (words: Buffer) => (output += words.toString()));
      while (
        !(await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ))
      ) {
        if (own.exitCode !== null) throw new Error(`the server ended:\n${output}`);
        await sleep(20);
      }
      return own;
    },
    collectGarbage: () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket([...output.matchAll(/Debugger listening on (ws:\S+)/gu)].at(-1)?.[1] ?? '');
        socket.once('error', reject);
        socket.once('open', () => socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' })));
        socket.once('message', () => {
          socket.close();
          resolve();
        });
      }),
    async remove() {
      await end('SIGKILL');
    },
  };
}
