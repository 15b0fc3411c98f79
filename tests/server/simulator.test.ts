/**
 * The simulator's process: started with its parameters, restarted when it dies, given the switchboard's commands,
 * stopped.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../server/simulator.ts';
import { startTestServer } from '../fakes/testServer.ts';

/** A fake simulator that records what happens to it. */
const STAND_IN = `
import { appendFileSync } from 'node:fs';
const say = (line) => appendFileSync(process.argv[2] + '.said', line + '\\n');
say('start ' + process.argv.slice(3).join(' ') + ' pid ' + process.pid);
process.send({ type: 'ready', robots: 2 });
process.on('message', (message) => {
  say(JSON.stringify(message));
  if (message.type === 'stop') process.exit(0);
});
process.on('disconnect', () => process.exit(0));
`;

let folder: string;
let simulator: Simulator | undefined;
const said: { fields: object; message: string }[] = [];
const note = (fields: object, message: string) => void said.push({ fields, message });
beforeEach(async () => {
  said.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'rh-simulator-'));
  await writeFile(join(folder, 'standIn.mjs'), STAND_IN);
});
afterEach(async () => {
  await simulator?.stop();
  await rm(folder, { recursive: true, force: true });
});
const start = (onReady?: () => void) =>
  (simulator = startSimulator({
    ...(onReady ? { onReady } : {}),
    credentialsFile: join(folder, 'robots.json'),
    robots: 2,
    seed: 7,
    log: { info: note, warn: note, error: note },
    program: [join(folder, 'standIn.mjs')],
  }));
const lines = async () =>
  (await readFile(join(folder, 'robots.json.said'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean);
const pidOf = (line: string | undefined) => Number(/pid (\d+)/u.exec(line ?? '')?.[1]);
const ready = (times: number) =>
  expect
    .poll(() => said.filter(({ message }) => message === 'the simulated robots are running'), { timeout: 10_000 })
    .toHaveLength(times);

describe('the simulator', () => {
  it('gets the file, the number of robots and the seed, hears orders, and stops when told', async () => {
    const running = start();
    await ready(1);
    expect((await lines())[0]).toMatch(/^start --robots 2 --seed 7 pid \d+$/u);
    running.order({ type: 'fault', serialNumber: 'W1', fault: 'busy', on: true });
    await running.stop();
    expect((await lines()).slice(1).map((line) => JSON.parse(line) as unknown)).toEqual([
      { type: 'fault', serialNumber: 'W1', fault: 'busy', on: true },
      { type: 'stop' },
    ]);
    expect(() => running.order({ type: 'stop' })).toThrow('faultUnknown');
  });

  it('is started again when it dies, and no more after a stop', async () => {
    const running = start();
    await ready(1);
    process.kill(pidOf((await lines())[0]), 'SIGKILL');
    await ready(2);
    expect(said.some(({ message }) => message.includes('restarting it'))).toBe(true);
    await running.stop();
    expect(await lines()).toHaveLength(3);
  });

  it('is told what its robots must have each time it runs', async () => {
    const running: Simulator = start(() =>
      running.order({ type: 'fault', serialNumber: 'W1', fault: 'busy', on: true }),
    );
    const heard = async () => (await lines()).filter((line) => line.includes('"busy"')).length;
    await expect.poll(heard, { timeout: 10_000 }).toBe(1);
    process.kill(pidOf((await lines())[0]), 'SIGKILL');
    await expect.poll(heard, { timeout: 10_000 }).toBe(2);
  });

  it('is the real one in a server: its robots come online and leave with it', async () => {
    const test = await startTestServer({
      simulate: true,
      environment: { ROUNDHOUSE_ROBOTS: '2', LOG_LEVEL: 'silent' },
    });
    const { fleet } = test.server.deps;
    const connections = () =>
      ['W1-2308-0417', 'S2-2402-0057'].map((serialNumber) => fleet.live(serialNumber, 'enUS').connection);
    try {
      await expect.poll(connections, { timeout: 30_000 }).toEqual(['online', 'online']);
    } finally {
      await test.close();
    }
    expect(connections()).toEqual(['offline', 'offline']);
  });
});
