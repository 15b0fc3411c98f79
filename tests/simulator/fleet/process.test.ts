/** The simulator as the server starts it: a process with a credentials file and an IPC channel. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatorCommand, SimulatorReport } from '../../../contract/wire/simulator.ts';
import { baseOf } from '../../../contract/wire/topics.ts';
import { MANUFACTURER, ROBOTS } from '../../../demo/roster.ts';
import { startBroker } from './loopbackBroker.ts';
import type { LoopbackBroker } from './loopbackBroker.ts';

const names = ROBOTS.slice(0, 3).map(({ serialNumber }) => serialNumber);
const [FIRST = ''] = names;
const connectionOf = (serialNumber: string): string =>
  `${baseOf({ interfaceName: 'uagv', manufacturer: MANUFACTURER, serialNumber })}/connection`;

let broker: LoopbackBroker;
let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  broker = await startBroker();
  folder = await mkdtemp(join(tmpdir(), 'roundhouse-simulator-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await broker.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(credentials: unknown, ...more: string[]): Promise<ChildProcess> {
  const file = join(folder, `${Math.random()}.json`);
  await writeFile(file, JSON.stringify(credentials));
  const child = fork('simulator/main.ts', [file, ...more], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
const credentials = () => ({
  url: broker.url,
  robots: names.map((serialNumber) => ({
    serialNumber,
    manufacturer: MANUFACTURER,
    interfaceName: 'uagv',
    username: serialNumber,
    password: `secret of ${serialNumber}`,
  })),
});
const ready = (child: ChildProcess): Promise<SimulatorReport> =>
  new Promise((resolve) => child.once('message', (message) => resolve(message as SimulatorReport)));
const exit = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code)));
const states = (serialNumber: string): string[] =>
  broker.heard
    .filter(({ topic }) => topic === connectionOf(serialNumber))
    .map(({ message }) => (message as { connectionState: string }).connectionState);
/** The broker passes a message on some time after the process has sent it, and its report comes another way. */
async function allSay(state: string): Promise<void> {
  for (const name of names) await expect.poll(() => states(name).at(-1), { timeout: 10_000 }).toBe(state);
}

describe('the simulator process', { timeout: 60_000 }, () => {
  it('says when its robots are there, obeys the switchboard, and takes its leave on SIGTERM', async () => {
    const child = await start(credentials(), '--seed', '4');
    expect(await ready(child)).toEqual({ type: 'ready', robots: 3 });
    await allSay('ONLINE');
    child.send({ type: 'fault', serialNumber: FIRST, fault: 'die', on: true } satisfies SimulatorCommand);
    await expect.poll(() => states(FIRST).at(-1), { timeout: 5_000 }).toBe('CONNECTIONBROKEN');
    child.send({ type: 'fault', serialNumber: FIRST, fault: 'die', on: false } satisfies SimulatorCommand);
    await expect.poll(() => states(FIRST).at(-1), { timeout: 5_000 }).toBe('ONLINE');
    child.kill('SIGTERM');
    expect(await exit(child)).toBe(0);
    await allSay('OFFLINE');
  });

  it('draws what a camera saw in the past, and says when it cannot', async () => {
    const child = await start(credentials());
    await ready(child);
    const { mapId, pose } = ROBOTS[0] ?? { mapId: '', pose: { x: 0, y: 0, theta: 0 } };
    const photo = (requestId: string, wish: { serialNumber: string; mapId: string }) => {
      const answer = ready(child);
      child.send({ type: 'photo', requestId, ...pose, at: Date.now(), ...wish } satisfies SimulatorCommand);
      return answer;
    };
    const drawn = await photo('one', { serialNumber: FIRST, mapId });
    // The beginning of a JPEG file in base64.
    expect(drawn).toMatchObject({ type: 'photo', requestId: 'one', jpeg: expect.stringMatching(/^\/9j\//u) });
    expect(await photo('two', { serialNumber: 'nobody', mapId })).toEqual({
      type: 'photo',
      requestId: 'two',
      jpeg: null,
    });
    expect(await photo('three', { serialNumber: FIRST, mapId: 'nowhere' })).toMatchObject({ jpeg: null });
    child.kill('SIGTERM');
    expect(await exit(child)).toBe(0);
  });

  it('has its last wills spoken when it is killed', async () => {
    const child = await start(credentials());
    await ready(child);
    child.kill('SIGKILL');
    await exit(child);
    await allSay('CONNECTIONBROKEN');
  });

  it('takes as many robots as are asked for, comes back after a lost broker, and goes with its parent', async () => {
    const child = await start(credentials(), '--robots', '2');
    expect(await ready(child)).toEqual({ type: 'ready', robots: 2 });
    const before = states(FIRST).length;
    broker.cutAll();
    // The test's own subscription is cut as well, so it reads the retained message over a new connection.
    const kept = async () =>
      ((await broker.retained(connectionOf(FIRST))) as { connectionState: string } | null)?.connectionState;
    await expect.poll(kept, { timeout: 10_000, interval: 300 }).toBe('ONLINE');
    expect(before).toBeGreaterThan(0);
    child.disconnect();
    expect(await exit(child)).toBe(0);
    await expect.poll(kept, { timeout: 10_000, interval: 300 }).toBe('OFFLINE');
  });

  it.each([
    ['no credentials at all', { url: 1 }, []],
    ['a number of robots that is none', credentialsLike(), ['--robots', 'many']],
  ])('refuses %s and says why', async (_what, file, more) => {
    const child = await start(file, ...more);
    let said = '';
    child.stderr?.on('data', (data: Buffer) => void (said += data.toString()));
    expect(await exit(child)).toBe(2);
    expect(said).toMatch(/credentials/u);
  });
});

function credentialsLike() {
  return { url: 'ws://127.0.0.1:1/mqtt', robots: [] };
}
