/** Connections that do not read are closed and delay no other client. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UNREAD_MAX_BYTES, UNREAD_MAX_MS } from '../../../contract/rules/messageLimits.ts';
import { robotTopic, watchTopic } from '../../../contract/wire/topics.ts';
import { endSlowReader } from '../../../server/broker/slowReader.ts';
import { SCALED } from '../../fakes/brokerSlot.ts';
import { ROBOT, fleetWorld } from '../../fakes/fleetWorld.ts';

describe('a connection', () => {
  let taken: (() => void)[];
  let stream: Duplex;
  let reasons: string[];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    taken = [];
    reasons = [];
    stream = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => void taken.push(done) });
    endSlowReader(stream, (reason) => void reasons.push(reason));
  });
  afterEach(() => void vi.useRealTimers());
  const readAll = async (): Promise<void> => {
    const drained = once(stream, 'drain');
    const timer = setInterval(() => taken.splice(0).forEach((done) => done()), 1);
    await drained;
    clearInterval(timer);
  };

  it('takes whatever it is given, and is ended when too much of it is unread', () => {
    for (let bytes = 0; bytes < UNREAD_MAX_BYTES; bytes += 1 << 16)
      expect(stream.write(Buffer.alloc(1 << 16))).toBe(true);
    expect(stream.destroyed).toBe(false);
    for (let n = 0; n < 2; n += 1) stream.write(Buffer.alloc(1 << 16));
    expect(stream.destroyed).toBe(true);
    expect(reasons).toEqual([expect.stringMatching(/bytes unread$/u)]);
  });
  it('gets one message of any length, and what follows it', () => {
    stream.write(Buffer.alloc(3 * UNREAD_MAX_BYTES));
    stream.write(Buffer.alloc(1 << 16));
    expect(stream.destroyed).toBe(false);
  });
  it('is ended when it reads nothing for a while', () => {
    stream.write(Buffer.alloc(1 << 17));
    vi.advanceTimersByTime(UNREAD_MAX_MS - 1);
    expect(stream.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(stream.destroyed).toBe(true);
  });
  it('stays when it reads, however late', async () => {
    stream.write(Buffer.alloc(1 << 17));
    vi.advanceTimersByTime(UNREAD_MAX_MS - 1);
    await readAll();
    vi.advanceTimersByTime(UNREAD_MAX_MS);
    expect(stream.destroyed).toBe(false);
  });
});

describe('a viewer that stops reading', () => {
  let world: Awaited<ReturnType<typeof fleetWorld>>;
  beforeEach(async () => void (world = await fleetWorld()));
  afterEach(() => world.close());
  const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
  const stopReading = async (viewer: MqttClient): Promise<void> => {
    await new Promise((resolve) => viewer.once('connect', resolve));
    await viewer.subscribeAsync(watchTopic(ROBOT));
    viewer.stream.unpipe();
    viewer.stream.pause();
  };

  it('keeps nobody waiting: not its robot, not the server, not another robot, and is shown out', async () => {
    if (SCALED) return;
    const robot = await world.robot();
    const viewer = world.watcher('lin');
    await stopReading(viewer);
    const isGone = once(viewer.stream as Socket, 'close');
    const heard: string[] = [];
    world.broker.onRobotMessage((topic) => void heard.push(topic));
    const elsewhere = { ...ROBOT, serialNumber: 'B-2' };
    // More than the kernel buffers for it, and then more messages than the broker's former concurrency limit.
    for (let n = 0; n < 80; n += 1) void world.broker.publish(robotTopic(ROBOT, 'visualization'), 'x'.repeat(1 << 18));
    for (let n = 0; n < 1_100; n += 1) void world.broker.publish(robotTopic(ROBOT, 'visualization'), '{}');
    await robot.state();
    await soon(() => expect(heard).toContain(robotTopic(ROBOT, 'state')));
    const told = await Promise.race([
      world.broker.publish(robotTopic(elsewhere, 'instantActions'), {}).then(() => 'told'),
      new Promise((resolve) => setTimeout(resolve, 5_000, 'late')),
    ]);
    expect(told).toBe('told');
    viewer.stream.resume();
    await isGone;
  });
});
