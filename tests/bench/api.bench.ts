/**
 * Signed calls at 200 per second, in a console's typical mix, on a running server; startup is measured by another
 * benchmark.
 */
import { apiOf, startServer, until } from '../e2e/harness.ts';
import { percentile, say, wait } from './figures.ts';

const PER_SECOND = 200;
const SECONDS = 10;
/** After the last robot is online, the simulator still prepares its cameras, on a separate core. */
const SETTLED_MS = 5_000;

const server = await startServer();
try {
  const api = await apiOf(server);
  const serialNumber = 'W1-2308-0417';
  const calls = [
    () => api.robots.detail({ serialNumber }),
    () => api.robots.list({}),
    () => api.commands.list({ serialNumber }),
    () => api.control.get({ serialNumber }),
  ];
  const took: number[] = [];
  const one = async (n: number): Promise<void> => {
    const from = performance.now();
    await calls[n % calls.length]?.();
    took.push(performance.now() - from);
  };
  await until(
    async () => (await api.robots.list({})).robots.every(({ live }) => live.connection === 'online'),
    'the fleet is online',
    60_000,
  );
  await wait(SETTLED_MS);
  for (let n = 0; n < 100; n += 1) await one(n);
  took.length = 0;
  const under: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < PER_SECOND * SECONDS; n += 1) {
    const due = start + (n * 1_000) / PER_SECOND;
    if (due > performance.now()) await wait(due - performance.now());
    under.push(one(n));
  }
  await Promise.all(under);
  say({ figure: 'signed calls at 200/s, p99', value: percentile(took, 0.99), unit: 'ms', bound: 50 });
  say({ figure: 'signed calls at 200/s, p50', value: percentile(took, 0.5), unit: 'ms', bound: 50 });
} finally {
  await server.close();
}
