import { describe, expect, it, vi } from 'vitest';
import { TRAIL_MS } from '../../contract/rules/limits.ts';
import { createClock } from '../../src/services/clock.ts';
import { createLiveStore } from '../../src/services/liveStore.ts';
import { liveOf } from '../ui/robotOf.ts';

function start() {
  let now = 1_000_000;
  const pending: (() => void)[] = [];
  const store = createLiveStore({
    clock: createClock(() => now),
    ticks: () => now,
    frames: { next: (act) => (pending.push(act), () => {}) },
  });
  const at = (x: number, y = 0, mapId = 'f1', serialNumber = 'A') =>
    liveOf({
      serialNumber,
      at: now,
      pose: { mapId, x, y, theta: 0 },
      path: [
        [x, y],
        [9, 9],
      ],
    });
  return {
    store,
    at,
    pass: (ms: number) => (now += ms),
    draw: () => pending.splice(0).forEach((act) => act()),
    now: () => now,
  };
}

describe('poses', () => {
  it('are those of a map, a new list only when one moved there', () => {
    const { store, at } = start();
    store.beat([at(1), at(2, 0, 'f1', 'B'), at(3, 0, 'f2', 'C')]);
    const first = store.poses('f1');
    expect(first.map(({ serialNumber }) => serialNumber)).toEqual(['A', 'B']);
    expect(store.poses('f1')).toBe(first);
    store.beat([at(4, 0, 'f2', 'C')]);
    expect(store.poses('f1')).toBe(first);
    expect(store.poses('f2')[0]?.x).toBe(4);
    store.beat([at(1.2)]);
    expect(store.poses('f1')).not.toBe(first);
    expect(store.poses('nowhere')).toEqual([]);
  });

  it('remember the one before, to glide from', () => {
    const { store, at, pass, now } = start();
    store.beat([at(1)]);
    expect(store.pose('A')?.before).toBeNull();
    pass(1_000);
    store.beat([at(1.5)]);
    expect(store.pose('A')).toMatchObject({ x: 1.5, arrived: now(), before: { x: 1, arrived: now() - 1_000 } });
  });

  it('do not glide to another map, nor over a relocation', () => {
    const { store, at, pass } = start();
    store.beat([at(1)]);
    pass(1_000);
    store.beat([at(1, 0, 'f2')]);
    expect(store.pose('A')).toMatchObject({ mapId: 'f2', before: null });
    expect(store.poses('f1')).toEqual([]);
    pass(1_000);
    store.beat([at(8, 0, 'f2')]);
    expect(store.pose('A')?.before).toBeNull();
    expect(store.trail('A')).toHaveLength(1);
  });

  it('are not set back by what comes late', () => {
    const { store, at, pass } = start();
    const old = at(1);
    pass(500);
    store.see({ serialNumber: 'A', mapId: 'f1', x: 2, y: 0, theta: 1, speed: 1, at: old.at! + 500 });
    store.beat([old]);
    expect(store.pose('A')).toMatchObject({ x: 2, theta: 1 });
  });

  it('are forgotten with the robots that are no longer listed, and all at the end', () => {
    const { store, at } = start();
    store.beat([at(1), at(2, 0, 'f1', 'B')]);
    store.list([at(1)]);
    expect(store.poses('f1')).toHaveLength(1);
    expect([store.pose('B'), store.path('B'), store.trail('B')]).toEqual([null, [], []]);
    store.clear();
    expect(store.poses('f1')).toEqual([]);
  });

  it('of a robot that was never heard are none', () => {
    const { store } = start();
    store.list([liveOf({ serialNumber: 'N', at: null, pose: null, path: [] })]);
    expect(store.pose('N')).toBeNull();
  });
});

describe('trails and ways', () => {
  it('a trail has the last minute, and no dots of a robot that stands', () => {
    const { store, at, pass, now } = start();
    store.beat([at(0)]);
    pass(1_000);
    store.beat([at(0.05)]);
    expect(store.trail('A')).toHaveLength(1);
    for (let step = 1; step <= 70; step += 1) {
      pass(1_000);
      store.beat([at(step * 0.5)]);
    }
    const trail = store.trail('A');
    expect(trail.at(-1)).toEqual([35, 0, now()]);
    expect(trail[0]?.[2]).toBeGreaterThanOrEqual(now() - TRAIL_MS);
    expect(trail).toHaveLength(61);
    pass(TRAIL_MS + 1);
    expect(store.trail('A')).toEqual([]);
  });

  it('the way ahead is the newest said, and may be taken back', () => {
    const { store, at } = start();
    store.beat([at(1)]);
    expect(store.path('A')).toEqual([
      [1, 0],
      [9, 9],
    ]);
    store.beat([{ ...at(1), path: [] }]);
    expect(store.path('A')).toEqual([]);
    expect(store.path('nobody')).toEqual([]);
  });
});

it('tells at most once a frame that something moved, and nobody who left', () => {
  const { store, at, draw } = start();
  const listener = vi.fn();
  const leave = store.onMove(listener);
  store.beat([at(1)]);
  store.beat([at(2)]);
  expect(listener).not.toHaveBeenCalled();
  draw();
  expect(listener).toHaveBeenCalledTimes(1);
  store.beat([]);
  draw();
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
  store.beat([at(3)]);
  draw();
  expect(listener).toHaveBeenCalledTimes(1);
});
