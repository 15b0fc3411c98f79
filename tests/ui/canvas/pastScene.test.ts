/** The scene of the past: robots at the moment of the clock, every frame while it plays, ghosts where nothing is known. */
import { expect, it, vi } from 'vitest';
import type { PastState } from '../../../contract/rules/replayTrack.ts';
import type { PastReader } from '../../../src/machines/live.ts';
import { pastScene } from '../../../src/ui/canvas/pastScene.ts';

function world() {
  let [at, playing] = [1_000 as number | null, false];
  const states = new Map<string, PastState>();
  const [changes, loads] = [new Set<() => void>(), new Set<() => void>()];
  const frames: (() => void)[] = [];
  const past: PastReader = {
    isLoaded: () => true,
    serialNumbers: () => [...states.keys()],
    state: (serialNumber, moment) => {
      const state = states.get(serialNumber);
      return state?.pose ? { ...state, pose: { ...state.pose, x: moment / 1_000 } } : null;
    },
    trail: (_, moment) => [[0, 0, moment]],
    ahead: () => [[1, 1]],
    onChange: (listener) => {
      loads.add(listener);
      return () => loads.delete(listener);
    },
  };
  const robots = new Map(['A', 'B'].map((id) => [id, { name: `Porter ${id}`, kind: 'delivery' as const }]));
  const scene = pastScene(
    'lobby',
    past,
    {
      moment: () => at,
      isPlaying: () => playing,
      robots: () => robots,
      ageText: (ms) => `${ms / 1_000} s`,
      subscribe: (changed) => {
        changes.add(changed);
        return () => changes.delete(changed);
      },
    },
    { request: (act) => frames.push(act), cancel: () => {} },
  );
  const set = (next: number | null, isPlaying = playing): void => {
    [at, playing] = [next, isPlaying];
    for (const changed of changes) changed();
  };
  return { scene, states, set, frames, moveOn: (next: number) => void (at = next), changes, loads };
}
const known = (mapId = 'lobby', change: Partial<PastState> = {}): PastState => ({
  pose: { mapId, x: 0, y: 2, theta: 1 },
  status: 'working',
  battery: 50,
  isKnown: true,
  since: 0,
  ...change,
});

it('has the robots of the floor at the moment, and the same list while nothing changed', () => {
  const { scene, states, set } = world();
  states.set('A', known());
  states.set('B', known('first'));
  states.set('C', known());
  const list = scene.read();
  expect(list).toMatchObject([{ id: 'A', name: 'Porter A', status: 'working', x: 1, theta: 1, ghost: false }]);
  expect(scene.read()).toBe(list);
  set(5_000);
  expect(scene.read()[0]?.x).toBe(5);
  expect(scene.trail('A')).toEqual([[0, 0, 5_000]]);
  set(null);
  expect([scene.read(), scene.trail('A'), scene.path('A')]).toEqual([[], [], []]);
});

it('draws what is not known as a ghost with its age, and keeps an alarm in sight', () => {
  const { scene, states } = world();
  states.set('A', known('lobby', { isKnown: false, since: -4_000 }));
  states.set('B', known('lobby', { isKnown: false, status: 'alarm' }));
  expect(scene.read()).toMatchObject([
    { ghost: true, theta: null, status: 'offline', ageText: '5 s' },
    { ghost: true, status: 'alarm' },
  ]);
});

it('asks for every frame while it plays, and for none at rest', () => {
  const { scene, set, frames, moveOn, states } = world();
  states.set('A', known());
  const changed = vi.fn();
  const end = scene.subscribe(changed);
  expect(frames).toHaveLength(0);
  set(1_000, true);
  for (const at of [1_016, 1_033, 1_050]) {
    moveOn(at);
    frames.shift()?.();
    expect(scene.read()[0]?.x).toBe(at / 1_000);
  }
  expect(frames).toHaveLength(1);
  set(1_050, false);
  frames.shift()?.();
  expect(frames).toHaveLength(0);
  end();
  changed.mockClear();
  set(2_000);
  expect(changed).not.toHaveBeenCalled();
});

it('is drawn again when tracks were loaded', () => {
  const { scene, states, loads } = world();
  const changed = vi.fn();
  scene.subscribe(changed);
  expect(scene.read()).toEqual([]);
  states.set('A', known());
  loads.forEach((load) => load());
  expect(scene.read()).toHaveLength(1);
  expect(changed).toHaveBeenCalledTimes(2);
});
