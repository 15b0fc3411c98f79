/**
 * A pending Stop in the whole console, without a screen: with the server reachable or not, across reloads, sign-outs
 * and tabs.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PendingStopsContext } from '../../src/machines/pendingStops/pendingStops.machine.ts';
import { type LoopbackBroker, loopbackBroker } from '../fakes/loopbackBroker.ts';
import { memoryStorage } from '../fakes/memoryStorage.ts';
import { startApp } from '../fakes/startApp.ts';
import { robotOf } from '../ui/robotOf.ts';

let broker: LoopbackBroker;
const running: { app: { stop(): void } }[] = [];
beforeEach(async () => {
  broker = await loopbackBroker();
});
afterEach(async () => {
  running.splice(0).forEach(({ app }) => app.stop());
  await broker.close();
});
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 8_000, interval: 10 });
const STOP = '/navigation/stop-navigate';
const COMMAND = {
  id: 'c1',
  serialNumber: 'A',
  kind: 'stop',
  target: '',
  targetId: null,
  askedBy: { userId: 'u1', name: 'Lin Wei' },
  state: 'sent',
  askedAt: 1,
  sentAt: 1,
  acceptedAt: null,
  runningAt: null,
  endedAt: null,
  expiresAt: null,
  reason: null,
};

async function open(storage: Storage) {
  const console = startApp(broker, { storage, answers: { [STOP]: () => COMMAND } });
  running.push(console);
  console.app.start();
  await soon(() => expect(console.page()).toBe('home'));
  const entry = () =>
    (console.child('pendingStops')!.getSnapshot() as { context: PendingStopsContext }).context.entries['A'];
  return {
    ...console,
    entry,
    press: () => console.child('pendingStops')!.send({ type: 'stop.ask', serialNumber: 'A', at: Date.now() }),
  };
}
const signedIn = () => memoryStorage({ user_token: 'token-0', user_id: 'u1' });

describe('a Stop asked for', () => {
  it("that cannot be sent is kept with the robot's name, guards the tab, and goes out after a reload as the same request", async () => {
    const storage = signedIn();
    const first = await open(storage);
    await soon(() => expect(first.child('fleet')!.getSnapshot()).toMatchObject({ context: { order: ['A', 'B'] } }));
    first.cloud.isAway = true;
    first.press();
    await soon(() =>
      expect(first.entry()).toMatchObject({
        stage: 'retrying',
        stop: { name: robotOf({ serialNumber: 'A' }).robotNickName, askedBy: { userId: 'u1' } },
      }),
    );
    expect(first.browser.guards).toBe(1);
    const kept = JSON.parse(storage.getItem('pending_stop.A') ?? '') as { request: { id: string } };
    expect(kept.request.id).toMatch(/^[0-9a-f]{32}$/u);
    first.app.stop();

    const second = await open(storage);
    await soon(() => expect(second.entry()?.stage).toBe('sent'));
    expect(second.cloud.last(STOP)).toMatchObject({ data: { serialNumber: 'A' } });
    expect(second.browser.guards).toBe(0);
    await soon(async () => {
      await second.beat({
        time: Date.now() + 1_000,
        robots: [
          robotOf({ serialNumber: 'A', live: { held: true, paused: true, connection: 'online', at: Date.now() } }).live,
        ],
      });
      expect(second.entry()?.stage).toBe('delivered');
    });
    second.clock.increment(8_000);
    expect(second.entry()).toBeUndefined();
    expect(storage.getItem('pending_stop.A')).toBeNull();
  });

  it('waits while nobody is signed in, and shows what another tab asked for', async () => {
    const storage = signedIn();
    const tab = await open(storage);
    tab.cloud.isAway = true;
    tab.press();
    await soon(() => expect(tab.entry()?.stage).toBe('retrying'));
    const other = await open(storage);
    await soon(() => expect(other.entry()?.stage).toBe('sent'));
    tab.browser.storage('pending_stop.A');
    await soon(() => expect(tab.entry()?.stage).toBe('sent'));
    for (const key of ['user_token', 'user_id']) storage.removeItem(key);
    tab.browser.storage('user_id');
    await soon(() => expect(tab.page()).toBe('signIn'));
    tab.press();
    await soon(() => expect(tab.entry()?.stage).toBe('signedOut'));
    expect(storage.getItem('pending_stop.A')).not.toBeNull();
  });
});

it('a page that did not come for want of a network comes by itself when there is one', async () => {
  const console = await open(signedIn());
  console.world.pageFails = true;
  console.child('navigation')!.send({ type: 'navigation.go', to: '/nowhere' });
  await soon(() => expect(console.root.getSnapshot().context.failure).not.toBeNull());
  console.world.pageFails = false;
  console.browser.network(true);
  await soon(() => expect(console.page()).toBe('notFound'));
  expect(console.root.getSnapshot().context.failure).toBeNull();
});
