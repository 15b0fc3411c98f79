/**
 * Due runs of scheduled tasks on two servers with one database and one broker: each starts once, on whichever server,
 * also when the server that leads is killed as they fall due.
 */
import { randomBytes } from 'node:crypto';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { scheduledRobots, soon } from '../../fakes/scheduledRobots.ts';
import { severalServers, signInAt, type RunningServer, type SeveralServers } from '../../fakes/severalServers.ts';

const ROBOTS = [1, 2, 3, 4, 5];
const run = randomBytes(3).toString('hex');

let cluster: SeveralServers;
/** Started first, so it leads. */
let leading: RunningServer;
let scheduled: ReturnType<typeof scheduledRobots>;
beforeAll(async () => {
  cluster = await severalServers({ robots: 0 });
  leading = await cluster.start();
  const other = await cluster.start();
  scheduled = scheduledRobots({
    api: await signInAt(other.url, 'admin@demo.roundhouse'),
    db: cluster.db,
    connect: (options) => mqtt.connect(cluster.slot.tcpUrl, options),
  });
});
afterAll(async () => {
  scheduled.close();
  await cluster.close();
});

it.each(['both servers run', 'the one that leads is killed'] as const)(
  'each run starts once when all are due at the same moment and %s',
  async (moment) => {
    const isKilled = moment === 'the one that leads is killed';
    const robots = await Promise.all(ROBOTS.map((n) => scheduled.register(`T-${run}-${isKilled ? 'k' : 'b'}${n}`)));
    for (const robot of robots) await scheduled.comeOnline(robot);
    const taskIds: string[] = [];
    for (const robot of robots) taskIds.push(await scheduled.addTask(robot, 30));
    await scheduled.report(robots);
    const dueAt = Date.now() + 1_000;
    for (const id of taskIds) await scheduled.startAt(id, dueAt);
    if (isKilled) {
      await vi.waitUntil(() => Date.now() >= dueAt, { timeout: 5_000, interval: 1 });
      await leading.kill();
    }
    await soon(async () => {
      await scheduled.report(robots);
      expect(robots.filter(({ orders }) => orders.size === 0)).toEqual([]);
    });
    for (const [i, robot] of robots.entries()) await scheduled.expectStartedOnce(robot, taskIds[i] ?? '');
  },
  120_000,
);
