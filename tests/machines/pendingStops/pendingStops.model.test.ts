/**
 * Requirement (safety.md 3): the browser never drops a requested Stop: not on leaving the page, reloading, losing the
 * network or signing out. It is resent automatically for ten minutes under any signed-in account; an older one waits
 * for a user.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { createActor, setup, SimulatedClock } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { STOP_DELIVERED_MS, STOP_RETRY_MS } from '../../../contract/rules/limits.ts';
import type { FoundStop } from '../../../src/machines/app/events.ts';
import { ME, stopsInMemory } from '../../fakes/besideStops.ts';
import { settle } from '../../fakes/settle.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'press'
  | 'press offline'
  | 'press, not allowed'
  | 'press again'
  | 'reload'
  | 'sign out'
  | 'sign in'
  | 'somebody else signs in'
  | 'network back'
  | 'ten minutes pass'
  | 'robot stops'
  | 'somebody resumes'
  | 'withdraw'
  | 'eight seconds pass';

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'nothing',
  states: {
    nothing: { on: { press: 'sent', 'press offline': 'unsent', 'press, not allowed': 'refused' } },
    unsent: {
      on: { reload: 'unsentReloaded', 'sign out': 'signedOut', 'network back': 'sent', 'ten minutes pass': 'overdue' },
    },
    unsentReloaded: { on: { 'network back': 'sent', 'ten minutes pass': 'overdue' } },
    signedOut: { on: { 'sign in': 'sent', 'somebody else signs in': 'sent', 'ten minutes pass': 'overdueSignedOut' } },
    overdueSignedOut: { on: { 'sign in': 'overdue', withdraw: 'over' } },
    overdue: { on: { 'press again': 'sent', withdraw: 'over', reload: 'overdueReloaded' } },
    overdueReloaded: { on: { withdraw: 'over' } },
    refused: { on: { 'somebody else signs in': 'sent', withdraw: 'over' } },
    sent: { on: { 'robot stops': 'delivered', reload: 'sentReloaded', 'somebody resumes': 'over' } },
    sentReloaded: { on: { 'robot stops': 'delivered' } },
    delivered: { on: { 'eight seconds pass': 'over' } },
    over: {},
  },
});

const SN = 'W1-0001';
const reached = new Set<string>();

function startStops() {
  const clock = new SimulatedClock();
  const kept = new Map<string, FoundStop>();
  let pressedAt = 0;
  const world = {
    user: { userId: 'me', name: 'Lin Wei' } as typeof ME | null,
    answers: true,
    no: null as 'notAllowed' | null,
  };
  const open = () => {
    for (const [key, found] of kept) kept.set(key, { ...found, age: clock.now() - pressedAt });
    const memory = stopsInMemory(clock, kept);
    Object.assign(memory.cloud, { answers: world.answers, no: world.no });
    const actor = createActor(memory.machine, { clock, systemId: 'pendingStops' }).start();
    actor.subscribe(({ context }) => Object.values(context.entries).forEach(({ stage }) => reached.add(stage)));
    actor.send({ type: 'user.changed', user: world.user });
    return { ...memory, actor };
  };
  let tab = open();
  const it = {
    get actor() {
      return tab.actor;
    },
    get cloud() {
      return tab.cloud;
    },
    kept,
    guarded: () => tab.tab.guarded,
    stage: () => tab.actor.getSnapshot().context.entries[SN]?.stage ?? null,
    set(change: Partial<typeof world>) {
      Object.assign(world, change);
      Object.assign(tab.cloud, { answers: world.answers, no: world.no });
    },
    async press() {
      pressedAt = clock.now();
      tab.actor.send({ type: 'stop.ask', serialNumber: SN, at: clock.now() });
      await settle();
    },
    async user(user: typeof ME | null) {
      world.user = user;
      tab.actor.send({ type: 'user.changed', user });
      await settle();
    },
    async reload() {
      tab.actor.stop();
      tab = open();
      await settle();
    },
    async seen(held: boolean, paused: boolean) {
      clock.increment(6_000);
      tab.actor.send({ type: 'fleet.started' });
      tab.actor.send({
        type: 'robots.seen',
        robots: [{ serialNumber: SN, held, paused, online: true }],
        at: clock.now(),
      });
      await settle();
    },
    async wait(ms: number) {
      clock.increment(ms);
      await settle();
    },
    send: (type: 'stop.withdraw') => tab.actor.send({ type, serialNumber: SN, at: clock.now() }),
  };
  return it;
}

describe('a Stop asked for', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const stops = startStops();
      await walk(
        path,
        { model: 'pendingStops', actor: stops.actor },
        {
          events: {
            press: stops.press,
            'press offline': async () => {
              stops.set({ answers: false });
              await stops.press();
            },
            'press, not allowed': async () => {
              stops.set({ no: 'notAllowed' });
              await stops.press();
            },
            'press again': async () => {
              stops.set({ answers: true });
              await stops.press();
            },
            reload: stops.reload,
            'sign out': () => stops.user(null),
            'sign in': async () => {
              stops.set({ answers: true });
              await stops.user(ME);
            },
            'somebody else signs in': async () => {
              stops.set({ answers: true, no: null });
              await stops.user({ userId: 'other', name: 'Chen Yu' });
            },
            'network back': async () => {
              stops.set({ answers: true });
              stops.actor.send({ type: 'network.found' });
              await settle();
            },
            'ten minutes pass': () => stops.wait(STOP_RETRY_MS),
            'robot stops': () => stops.seen(true, true),
            'somebody resumes': () => stops.seen(false, false),
            withdraw: async () => {
              stops.send('stop.withdraw');
              await settle();
            },
            'eight seconds pass': () => stops.wait(STOP_DELIVERED_MS),
          },
          states: {
            nothing: () => {
              expect(stops.stage()).toBeNull();
              expect(stops.guarded()).toBe(false);
            },
            unsent: async () => {
              expect(stops.stage()).toBe('retrying');
              const before = stops.cloud.asked.length;
              await stops.wait(1_000);
              expect(stops.cloud.asked.length).toBe(before + 1);
              expect(stops.kept.has(SN)).toBe(true);
              expect(stops.guarded()).toBe(true);
            },
            unsentReloaded: () => {
              expect(stops.stage()).toBe('retrying');
              expect(stops.guarded()).toBe(true);
            },
            signedOut: async () => {
              const before = stops.cloud.asked.length;
              await stops.wait(5_000);
              expect(stops.cloud.asked.length).toBe(before);
              expect(stops.stage()).toBe('signedOut');
              expect(stops.kept.has(SN)).toBe(true);
            },
            overdueSignedOut: () => expect(stops.stage()).toBe('overdue'),
            overdue: async () => {
              const before = stops.cloud.asked.length;
              await stops.wait(30_000);
              expect(stops.cloud.asked.length).toBe(before);
              expect(stops.stage()).toBe('overdue');
            },
            overdueReloaded: () => expect(stops.stage()).toBe('overdue'),
            refused: () => {
              expect(stops.stage()).toBe('refused');
              expect(stops.kept.has(SN)).toBe(true);
            },
            sent: () => {
              expect(stops.stage()).toBe('sent');
              expect(stops.guarded()).toBe(false);
              expect(stops.kept.get(SN)?.stop.sentAt).not.toBeNull();
            },
            sentReloaded: () => {
              expect(stops.stage()).toBe('sent');
              expect(stops.cloud.asked).toEqual([]);
            },
            delivered: () => {
              expect(stops.stage()).toBe('delivered');
              expect(stops.kept.has(SN)).toBe(true);
            },
            over: () => {
              expect(stops.stage()).toBeNull();
              expect(stops.kept.size).toBe(0);
            },
          },
        },
      );
    });
  }

  afterAll(() => {
    for (const stage of ['signedOut', 'retrying', 'refused', 'overdue', 'sent', 'delivered'])
      expect(reached.has(stage), stage).toBe(true);
  });
});
