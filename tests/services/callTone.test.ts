/** The tone of a call that rings: from one tab of a person, and from the next one when that tab is quiet. */
import { expect, it, vi } from 'vitest';
import { ringCall, type ToneParts } from '../../src/services/callTone.ts';
import { settle } from '../fakes/settle.ts';

/** As the tabs of a browser share it: one holder at a time, the others wait in order. */
function sharedLock() {
  let last: Promise<unknown> = Promise.resolve();
  const names = new Set<string>();
  const request = (name: string, act: () => unknown): Promise<unknown> => {
    names.add(name);
    last = last.then(act);
    return last;
  };
  return { names, locks: { request } as unknown as ToneParts['locks'] };
}

function tab(locks: ToneParts['locks']) {
  const repeats = new Set<() => void>();
  const log = vi.fn();
  let tones = 0;
  const node = () => ({
    connect: (next: unknown) => next,
    frequency: { value: 0 },
    gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
    start: () => void (tones += 1),
    stop: () => {},
  });
  const audio = { currentTime: 0, destination: {}, createOscillator: node, createGain: node, close: async () => {} };
  const parts: ToneParts = {
    locks,
    audio: () => audio as unknown as AudioContext,
    every: (_, act) => {
      repeats.add(act);
      return () => void repeats.delete(act);
    },
    log,
  };
  return {
    log,
    ring: () => ringCall(parts),
    tones: () => tones,
    isRinging: () => repeats.size > 0,
    /** The interval between two rings passes. */
    pass: () => {
      for (const act of repeats) act();
    },
  };
}

it('comes from one of two tabs, and from the other when the first is quiet', async () => {
  const { locks, names } = sharedLock();
  const [first, second] = [tab(locks), tab(locks)];
  const stopFirst = first.ring();
  const stopSecond = second.ring();
  await settle();
  expect([first.isRinging(), second.isRinging()]).toEqual([true, false]);
  const once = first.tones();
  expect(once).toBeGreaterThan(0);
  expect(second.tones()).toBe(0);
  first.pass();
  expect(first.tones()).toBe(2 * once);
  stopFirst();
  await settle();
  expect([first.isRinging(), second.isRinging()]).toEqual([false, true]);
  stopSecond();
  await settle();
  expect(second.isRinging()).toBe(false);
  expect(names.size).toBe(1);
  expect([first.log.mock.calls, second.log.mock.calls]).toEqual([[], []]);
});

it('does not come from a tab whose call was over before its turn', async () => {
  const { locks } = sharedLock();
  const [first, second] = [tab(locks), tab(locks)];
  const stopFirst = first.ring();
  second.ring()();
  stopFirst();
  await settle();
  expect(second.tones()).toBe(0);
});

it('comes in a browser without locks too, and a refused lock is reported', async () => {
  const alone = tab(undefined);
  const stop = alone.ring();
  await settle();
  expect(alone.isRinging()).toBe(true);
  stop();
  await settle();
  expect(alone.isRinging()).toBe(false);
  const refused = new Error('no lock');
  const barred = tab({ request: () => Promise.reject(refused) } as unknown as ToneParts['locks']);
  barred.ring();
  await settle();
  expect(barred.log).toHaveBeenCalledWith(refused);
  expect(barred.tones()).toBe(0);
});
