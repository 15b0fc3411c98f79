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

  it('of a robot that floods with one alarm is still taken for another alarm, once a minute for each type', async () => {
    const handled: string[] = [];
    const { inbox, take, later } = inboxWith(async ({ message }) => {
      handled.push((message as { event: { alarm: string } }).event.alarm);
    });
    const raise = async (...alarms: string[]): Promise<string[]> => {
      for (const alarm of alarms) take({ event: { type: 'alarm', alarm } }, 'A', 'events');
      await inbox.idle();
      return handled.splice(0);
    };
    for (let n = 0; n < 10; n += 1) await raise(...Array<string>(20).fill('smoke'));
    expect(await raise('fall', 'fall', 'smoke', 'noSuchAlarm', 'noise')).toEqual(['fall', 'noise']);
    later(60_000);
    for (let n = 0; n < 10; n += 1) await raise(...Array<string>(20).fill('smoke'));
    expect(await raise('fall', 'fall')).toEqual(['fall']);
  });

  it('keeps the only alarm of its type while the database is slow and others flood', async () => {
    const handled: string[] = [];
    const first = gate();
    const { inbox, take, later } = inboxWith(async ({ message }) => {
      await first.opened;
      handled.push((message as { event: { alarm: string } }).event.alarm);
    });
    const raise = (alarm: string): void => take({ event: { type: 'alarm', alarm } }, 'A', 'events');
    raise('smoke');
    raise('fall');
    for (let n = 0; n < 150; n += 1) {
      later(1_000);
      raise('smoke');
    }
    first.open();
    await inbox.idle();
    expect(handled).toHaveLength(101);
    expect(handled.slice(0, 2)).toEqual(['smoke', 'fall']);
  });

  /** Events as robots send them, by their kind. */
  const SMOKE = { event: { type: 'alarm', alarm: 'smoke' } };
  const NEEDED = [
    { event: { type: 'call', callId: '', what: 'pressed' } },
    { event: { type: 'delivery', deliveryId: 'd1', status: 'arrived' } },
    { event: { type: 'compartment', deliveryId: 'd1', result: 'opened' } },
    { event: { type: 'delivery', deliveryId: 'd1', status: 'delivered' } },
    { event: { type: 'alarmOver', alarmId: 'a1' } },
    { event: { type: 'disinfection', runId: 'r1', state: 'finished' } },
    { event: { type: 'visit', visitId: 'v1' } },
  ];

  it('of a robot that floods with alarms: calls, deliveries and reports of tasks are still taken, at their own rate', async () => {
    const handled: unknown[] = [];
    const { inbox, take, later } = inboxWith(async ({ message }) => void handled.push(message));
    const send = async (...messages: unknown[]): Promise<unknown[]> => {
      for (const message of messages) take(message, 'A', 'events');
      await inbox.idle();
      return handled.splice(0);
    };
    for (let n = 0; n < 10; n += 1) await send(...Array<unknown>(20).fill(SMOKE));
    expect(
      await send(...NEEDED, SMOKE, { event: { type: 'speech', text: 'Hello' } }, { event: { type: 'new' } }),
    ).toEqual(NEEDED);
    // A flood of the events themselves is bounded for each kind.
    expect(await send(...Array<unknown>(50).fill(NEEDED[0]), NEEDED[1])).toHaveLength(9 + 1);
    later(5_000);
    await send(...Array<unknown>(50).fill(SMOKE));
    expect(await send(...Array<unknown>(50).fill(NEEDED[0]))).toHaveLength(1);
  });

  it('keeps them and the newest state in their order while the database is slow and alarms flood', async () => {
    const handled: unknown[] = [];
    const first = gate();
    const { inbox, take, later } = inboxWith(async ({ message }) => {
      await first.opened;
      handled.push(message);
    });
    take('under way');
    take('online', 'A', 'connection');
    take('at node 2');
    for (const message of NEEDED) take(message, 'A', 'events');
    for (let n = 0; n < 300; n += 1) {
      later(1_000);
      take(SMOKE, 'A', 'events');
    }
    take('at node 4');
    take('at 3, 4', 'A', 'visualization');
    first.open();
    await inbox.idle();
    expect(handled.filter((message) => message !== SMOKE)).toEqual(['under way', 'online', ...NEEDED, 'at node 4']);
    expect(handled).toHaveLength(101);
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
