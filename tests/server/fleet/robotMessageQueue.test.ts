import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { FromRobot } from '../../../contract/wire/topics.ts';
import { createRobotMessageQueue, type RobotMessage } from '../../../server/fleet/robotMessageQueue.ts';

function inboxWith(handle: (message: RobotMessage) => Promise<void>) {
  let time = 0;
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const inbox = createRobotMessageQueue({ handle, log, now: () => time });
  const take = (message: unknown, serialNumber = 'A', name: FromRobot = 'state') =>
    inbox.take({ serialNumber, name, message });
  return { inbox, take, logged, later: (ms: number) => void (time += ms) };
}
const gate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
};

describe('what robots say', () => {
  it('is handled one after the other for each robot, and side by side for several', async () => {
    const began: unknown[] = [];
    const first = gate();
    const { inbox, take } = inboxWith(async ({ serialNumber, message }) => {
      began.push(`${serialNumber}${String(message)}`);
      if (serialNumber === 'A') await first.opened;
    });
    for (const n of [1, 2, 3]) take(n);
    take(1, 'B');
    take(2, 'B');
    await new Promise((resolve) => setImmediate(resolve));
    expect(began).toEqual(['A1', 'B1', 'B2']);
    first.open();
    await inbox.idle();
    expect(began).toEqual(['A1', 'B1', 'B2', 'A2', 'A3']);
  });

  it('goes on after a message that could not be handled, which is said once and not a thousand times', async () => {
    const handled: unknown[] = [];
    const { inbox, take, logged, later } = inboxWith(async ({ message }) => {
      if (typeof message === 'number') throw new Error('no database');
      handled.push(message);
    });
    for (let n = 0; n < 90; n += 1) take(n);
    take('good');
    await inbox.idle();
    expect(handled).toEqual(['good']);
    expect(logged).toHaveLength(1);
    later(10_000);
    take(1);
    await inbox.idle();
    expect(logged[1]).toMatchObject({ times: 90 });
  });

  it('of a robot that floods with events is taken at a rate, of the others all', async () => {
    let handled: string[] = [];
    const { inbox, take, logged, later } = inboxWith(async ({ serialNumber }) => void handled.push(serialNumber));
    for (let n = 0; n < 30; n += 1) {
      for (let m = 0; m < 50; m += 1) take(n, 'mad', 'events');
      take(n, 'good', 'events');
      await inbox.idle();
    }
    expect(handled.filter((who) => who === 'good')).toHaveLength(30);
    expect(handled.filter((who) => who === 'mad')).toHaveLength(100);
    expect(logged).toMatchObject([{ serialNumber: 'mad' }]);
    handled = [];
    for (let second = 0; second < 10; second += 1) {
      later(1_000);
      for (let m = 0; m < 5; m += 1) take(m, 'mad', 'events');
      await inbox.idle();
    }
    expect(handled).toHaveLength(50);
  });

  it('waits in no longer a line than is worth it: the oldest pictures go first, connections and events stay', async () => {
    const handled: unknown[] = [];
    const first = gate();
    const { inbox, take } = inboxWith(async ({ message }) => {
      await first.opened;
      handled.push(message);
    });
    take('under way');
    take('lost', 'A', 'connection');
    take('alarm', 'A', 'events');
    for (let n = 0; n < 250; n += 1) take(n);
    first.open();
    await inbox.idle();
    expect(handled.slice(0, 3)).toEqual(['under way', 'lost', 'alarm']);
    expect(handled).toHaveLength(101);
    expect(handled.at(-1)).toBe(249);
  });
});
