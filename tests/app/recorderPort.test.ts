import type { InspectionEvent } from 'xstate';
import { describe, expect, it, vi } from 'vitest';
import { createRecorderPort } from '../../src/app/recorder/port.ts';
import type { Recorder } from '../../src/machines/recording/recorder.ts';
import { settle } from '../fakes/settle.ts';

const seen = (number: number) => ({ type: '@xstate.event', number }) as unknown as InspectionEvent;

function start({ fails = 0 } = {}) {
  const told: [number: number, at: number | undefined][] = [];
  const world = { now: 0, fetched: 0, fails };
  const learned: string[] = [];
  const recorder = {
    learnRules: (rules: object) => void learned.push(`${Object.keys(rules).join(' ')} after ${told.length}`),
    observe: (event: InspectionEvent, at?: number) =>
      void told.push([(event as unknown as { number: number }).number, at]),
  } as unknown as Recorder;
  const log = vi.fn();
  const port = createRecorderPort({
    now: () => world.now,
    tab: 't',
    log,
    async fetchRecorder() {
      world.fetched += 1;
      if (world.fails-- > 0) throw new Error('chunk');
      return recorder;
    },
  });
  return { port, told, learned, world, log };
}

describe('what happens before the recorder is there', () => {
  it('is held with its time, and told when it comes', async () => {
    const { port, told, world } = start();
    port.inspect(seen(1));
    world.now = 7;
    port.inspect(seen(2));
    expect(told).toEqual([]);
    await Promise.all([port.load(), port.load()]);
    port.inspect(seen(3));
    expect([told, world.fetched]).toEqual([
      [
        [1, 0],
        [2, 7],
        [3, undefined],
      ],
      1,
    ]);
  });

  it('learns redaction rules before the events of their machines', async () => {
    const { port, learned } = start();
    port.learnRules({ sites: {} });
    port.inspect(seen(1));
    await port.load();
    port.learnRules({ maps: {} });
    expect(learned).toEqual(['sites after 0', 'maps after 1']);
  });

  it('fetches the recorder when it is much, and is bounded when it does not come', async () => {
    const { port, told, world, log } = start({ fails: 2 });
    for (let n = 0; n < 9_000; n += 1) port.inspect(seen(n));
    await settle();
    expect(world.fetched).toBeGreaterThan(0);
    expect(log).toHaveBeenCalled();
    world.fails = 0;
    await port.load();
    expect(told.length).toBeLessThanOrEqual(2_000);
    expect(told.at(-1)?.[0]).toBe(8_999);
  });
});
