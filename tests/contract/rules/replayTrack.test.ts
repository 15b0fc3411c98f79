/** Tracks read back: what is replayed is what was sent, a gap is a gap, and the lanes say what the robot did. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterIdle,
  barsOf,
  IDLE_SKIPPED_MS,
  joinPeriods,
  sharesOf,
  stateAt,
  type RecordedPeriods,
} from '../../../contract/rules/replayTrack.ts';
import type { TrackSample } from '../../../contract/rules/trackChunk.ts';

const T0 = 1_750_000_000_000;
const MINUTE = 60_000;
const sample = (seconds: number, change: Partial<TrackSample> = {}): TrackSample => ({
  at: T0 + seconds * 1_000,
  pose: { mapId: 'lobby', x: 0, y: 0, theta: 0 },
  status: 'working',
  connection: 'online',
  battery: 80,
  ...change,
});
const at = (x: number, y = 0, theta = 0): TrackSample['pose'] => ({ mapId: 'lobby', x, y, theta });
const always: RecordedPeriods = [[T0, T0 + 3_600_000]];

describe('the place at a moment', () => {
  const driving = [sample(0), sample(1, { pose: at(0.5) }), sample(31, { pose: at(1) })];
  it('glides between two samples of a moving robot', () => {
    expect(stateAt(driving, always, T0 + 500)).toMatchObject({ pose: { x: 0.25 }, isKnown: true });
  });
  it('stays while the robot stood, and moves within the last second', () => {
    expect(stateAt(driving, always, T0 + 20_000)?.pose?.x).toBe(0.5);
    expect(stateAt(driving, always, T0 + 30_500)?.pose?.x).toBeCloseTo(0.75, 5);
  });
  it('turns by the shorter way', () => {
    const turning = [sample(0, { pose: at(0, 0, 3) }), sample(1, { pose: at(0, 0, -3) })];
    expect(Math.abs(stateAt(turning, always, T0 + 500)?.pose?.theta ?? 0)).toBeCloseTo(Math.PI, 1);
  });
  it('does not glide over a relocation, to another map or over a gap', () => {
    const far = [sample(0), sample(1, { pose: at(9) })];
    const floors = [sample(0), sample(1, { pose: { mapId: 'first', x: 1, y: 0, theta: 0 } })];
    expect(stateAt(far, always, T0 + 900)?.pose?.x).toBe(0);
    expect(stateAt(floors, always, T0 + 900)?.pose).toMatchObject({ mapId: 'lobby', x: 0 });
    const restarted: RecordedPeriods = [
      [T0, T0 + 1_000],
      [T0 + 60_000, T0 + 90_000],
    ];
    const over = [sample(0), sample(60, { pose: at(2) })];
    expect(stateAt(over, restarted, T0 + 59_500)).toMatchObject({ pose: { x: 0 }, isKnown: false, since: T0 });
    expect(stateAt(over, restarted, T0 + 60_000)).toMatchObject({ pose: { x: 2 }, isKnown: true });
  });
  it('is not known while the robot was not connected, nor long after its last sample', () => {
    const lost = [sample(0), sample(10, { connection: 'broken', status: 'offline' })];
    expect(stateAt(lost, always, T0 + 20_000)).toMatchObject({ isKnown: false, since: T0 + 10_000 });
    expect(stateAt([sample(0)], always, T0 + 4 * MINUTE)?.isKnown).toBe(true);
    expect(stateAt([sample(0)], always, T0 + 6 * MINUTE)?.isKnown).toBe(false);
    expect(stateAt([sample(10)], always, T0)).toBeNull();
  });
});

describe('the bars of a lane', () => {
  it('join what is alike, say what was silent and leave out what was not recorded', () => {
    const samples = [
      sample(0, { status: 'standby' }),
      sample(60, { status: 'working' }),
      sample(90, { status: 'working', pose: at(3) }),
      sample(120, { status: 'offline', connection: 'broken' }),
      sample(240, { status: 'online' }),
    ];
    const periods: RecordedPeriods = [
      [T0, T0 + 180_000],
      [T0 + 240_000, T0 + 300_000],
    ];
    expect(barsOf(samples, periods, T0 + 30_000, T0 + 290_000)).toEqual([
      [T0 + 30_000, T0 + 60_000, 'standby'],
      [T0 + 60_000, T0 + 120_000, 'working'],
      [T0 + 120_000, T0 + 180_000, 'silent'],
      [T0 + 240_000, T0 + 290_000, 'standby'],
    ]);
  });
  it('add up to their shares', () => {
    expect(
      sharesOf([
        [0, 10, 'working'],
        [20, 25, 'alarm'],
        [30, 32, 'working'],
      ]),
    ).toEqual({ working: 12, standby: 0, charging: 0, alarm: 5, stopped: 0, silent: 0 });
  });
  it('are never longer than what was recorded, whatever the samples', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 3_000 }), (seconds, until) => {
        const samples = seconds.sort((a, b) => a - b).map((second) => sample(second));
        const periods: RecordedPeriods = [[T0, T0 + until * 1_000]];
        const bars = barsOf(samples, periods, T0, T0 + 3_600_000);
        const length = bars.reduce((sum, [from, end]) => sum + end - from, 0);
        expect(length).toBeLessThanOrEqual(until * 1_000);
        for (const [index, [from, end]] of bars.entries()) {
          expect(end).toBeGreaterThan(from);
          expect(from).toBeGreaterThanOrEqual(bars[index - 1]?.[1] ?? 0);
        }
      }),
    );
  });
});

it('joins periods that touch, and only those', () => {
  expect(
    joinPeriods(
      [
        [20, 30],
        [0, 10],
        [11, 15],
      ],
      2,
    ),
  ).toEqual([
    [0, 15],
    [20, 30],
  ]);
});

describe('idle stretches', () => {
  it('are skipped up to the next that happens, if they are long', () => {
    const busy = [[100, 200] as const, [IDLE_SKIPPED_MS * 3, IDLE_SKIPPED_MS * 4] as const];
    expect(afterIdle(busy, 150, IDLE_SKIPPED_MS * 9)).toBeNull();
    expect(afterIdle(busy, 200, IDLE_SKIPPED_MS * 9)).toBe(IDLE_SKIPPED_MS * 3);
    expect(afterIdle(busy, IDLE_SKIPPED_MS * 3 - 50, IDLE_SKIPPED_MS * 9)).toBeNull();
    expect(afterIdle([], 0, IDLE_SKIPPED_MS)).toBeNull();
  });
});
