/**
 * Two demo servers over one fleet: one simulator runs its robots, and the other server's simulator takes over when the
 * first is killed.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { robots } from '../../../server/db/schema.ts';
import {
  severalServers,
  signInAt,
  type FullApi,
  type RunningServer,
  type SeveralServers,
} from '../../fakes/severalServers.ts';

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 40_000, interval: 100 });

let cluster: SeveralServers;
let servers: [RunningServer, RunningServer];
beforeAll(async () => {
  cluster = await severalServers({ robots: 2 });
  servers = await Promise.all([cluster.start(), cluster.start()]);
});
afterAll(() => cluster.close());

/** Process ids of the simulators that a process started. */
async function simulatorsOf(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''))
    .split(' ')
    .filter(Boolean);
  const commands = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  );
  return children.filter((_, n) => commands[n]?.includes('simulator/main')).map(Number);
}
const simulators = async (): Promise<number[]> =>
  (await Promise.all(servers.map(({ pid }) => simulatorsOf(pid)))).flat();
const passwords = async (): Promise<string[]> =>
  (await cluster.db.select({ hash: robots.passwordHash }).from(robots)).map(({ hash }) => hash).sort();
const connections = async (api: FullApi): Promise<string[]> =>
  (await api.robots.list({})).robots.map(({ live }) => live.connection);
const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('one simulator runs, with the robots known to both servers; a second takes over with the same passwords', async () => {
  const apis = await Promise.all(servers.map(({ url }) => signInAt(url, 'operator@demo.roundhouse')));
  for (const api of apis) await soon(async () => expect(await connections(api)).toEqual(['online', 'online']));
  const [first, ...more] = await simulators();
  expect([typeof first, more]).toEqual(['number', []]);
  const known = await passwords();

  const isFirstRunning = (await simulatorsOf(servers[0].pid)).length > 0;
  const [gone, left] = isFirstRunning ? servers : [servers[1], servers[0]];
  const api = apis[isFirstRunning ? 1 : 0];
  if (!api || first === undefined) throw new Error('nobody is left');
  await gone.kill();
  await soon(async () => expect(await simulatorsOf(left.pid)).toHaveLength(1));
  await soon(() => expect(isThere(first)).toBe(false));
  const since = (await api.robots.list({})).serverTime;
  await soon(async () => {
    const { robots: list } = await api.robots.list({});
    expect(list.map(({ live }) => [live.connection, (live.at ?? 0) > since])).toEqual([
      ['online', true],
      ['online', true],
    ]);
  });
  expect(await passwords()).toEqual(known);
  expect(await simulatorsOf(left.pid)).toHaveLength(1);
});
