import { describe, expect, it, vi } from 'vitest';
import type { Robot } from '../../../contract/entities/robot.ts';
import type { Live, LivePose } from '../../../src/machines/live.ts';
import { fleetScene } from '../../../src/ui/canvas/fleetScene.ts';
import { NOW, robotOf } from '../robotOf.ts';

const pose = (serialNumber: string, x = 1): LivePose => ({
  serialNumber,
  mapId: 'm',
  x,
  y: 2,
  theta: 1,
  speed: 0,
  at: NOW,
  arrived: 0,
  before: null,
});

function stage(
  robots: readonly Robot[],
  {
    lost = false,
    alarms = new Map<string, string>(),
    poses = robots.map(({ serialNumber }) => pose(serialNumber)),
  } = {},
) {
  const state = { poses, robots: new Map(robots.map((robot) => [robot.serialNumber, robot])), lost, alarms, now: NOW };
  const live = {
    poses: () => state.poses,
    pose: (id: string) => state.poses.find((one) => one.serialNumber === id) ?? null,
    now: () => state.now,
    trail: () => [[0, 0, NOW]],
    path: () => [
      [1, 2],
      [1.2, 2],
      [4, 2],
      [8, 2],
    ],
    onMove: () => () => {},
  } as unknown as Live;
  const scene = (layers = { trails: true, paths: true }) =>
    fleetScene('m', live, {
      robots: () => state.robots,
      lost: () => state.lost,
      alarms: () => state.alarms,
      subscribe: () => () => {},
      ageText: (ms) => `${ms} ms`,
      ...layers,
    });
  return { state, scene };
}

describe('the fleet on a floor', () => {
  it('has poses from the live store and the rest from the fleet', () => {
    const { scene } = stage([robotOf()]);
    expect(scene().read()).toEqual([
      {
        id: 'W1-2308-0417',
        name: 'Porter 1',
        kind: 'delivery',
        status: 'working',
        x: 1,
        y: 2,
        theta: 1,
        ghost: false,
        ageText: '',
      },
    ]);
  });
  it('leaves out who is not listed', () => {
    const { scene, state } = stage([robotOf()]);
    state.poses = [pose('W1-2308-0417'), pose('X')];
    expect(
      scene()
        .read()
        .map(({ id }) => id),
    ).toEqual(['W1-2308-0417']);
  });
  it('answers the same list while nothing changed', () => {
    const { scene, state } = stage([robotOf()]);
    const one = scene();
    const first = one.read();
    expect(one.read()).toBe(first);
    state.poses = [pose('W1-2308-0417', 5)];
    expect(one.read()).not.toBe(first);
  });
  it('makes a ghost of who is gone or silent, and of everybody while the feed is lost', () => {
    const gone = robotOf({ live: { connection: 'offline', status: 'offline', at: NOW - 9_000 } });
    expect(stage([gone]).scene().read()[0]).toMatchObject({
      ghost: true,
      theta: null,
      status: 'offline',
      ageText: '9000 ms',
    });
    expect(stage([robotOf()], { lost: true }).scene().read()[0]).toMatchObject({ ghost: true, status: 'offline' });
  });
  it('shows that a robot is watched, not of a ghost', () => {
    const watched = robotOf({ live: { watching: { viewers: 1, listening: 0 } } });
    expect(stage([watched]).scene().read()[0]?.watched).toBe(true);
    expect(stage([watched], { lost: true }).scene().read()[0]?.watched).toBeUndefined();
    expect(stage([robotOf()]).scene().read()[0]?.watched).toBeUndefined();
  });

  it('shows the lights that are on, not those of a ghost', () => {
    const lit = robotOf({ live: { lights: ['front'] } });
    expect(stage([lit]).scene().read()[0]?.lights).toEqual(['front']);
    expect(stage([lit], { lost: true }).scene().read()[0]?.lights).toBeUndefined();
  });
  it('keeps the alarm of a ghost', () => {
    const alarm = robotOf({ live: { status: 'alarm', at: NOW - 60_000 } });
    expect(stage([alarm]).scene().read()[0]).toMatchObject({ ghost: true, status: 'alarm' });
  });
  it('names the unresolved alarm case of a robot, also when it comes or goes', () => {
    const { scene, state } = stage([robotOf()]);
    const one = scene();
    expect(one.read()[0]?.alarm).toBeUndefined();
    state.alarms = new Map([['W1-2308-0417', 'Smoke']]);
    expect(one.read()[0]?.alarm).toBe('Smoke');
    state.alarms = new Map();
    expect(one.read()[0]?.alarm).toBeUndefined();
  });
  it('takes off a way what has been passed, and all of it where nobody hears the robot', () => {
    const { scene, state } = stage([robotOf()]);
    expect(scene().path('W1-2308-0417')).toEqual([
      [4, 2],
      [8, 2],
    ]);
    state.lost = true;
    expect(scene().path('W1-2308-0417')).toEqual([]);
  });
  it('draws neither trail nor way that is switched off', () => {
    const one = stage([robotOf()]).scene({ trails: false, paths: false });
    expect([one.trail('W1-2308-0417'), one.path('W1-2308-0417')]).toEqual([[], []]);
  });
  it('lets ghosts grow older though they do not move', () => {
    vi.useFakeTimers();
    try {
      const changed = vi.fn();
      const one = stage([robotOf({ live: { connection: 'offline', status: 'offline' } })]).scene();
      const end = one.subscribe(changed);
      one.read();
      vi.advanceTimersByTime(1_000);
      expect(changed).toHaveBeenCalledOnce();
      end();
      vi.advanceTimersByTime(5_000);
      expect(changed).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});
