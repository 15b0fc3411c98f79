/** Motion within the wheels' limits. */
import { describe, expect, it } from 'vitest';
import { follow, steer, turnTo } from '../../../simulator/robot/drive.ts';
import type { DriveLimits, Motion } from '../../../simulator/robot/drive.ts';
import { placeAt, remainderOf, rounded, trackOf } from '../../../simulator/robot/track.ts';

const limits: DriveLimits = { speed: 0.9, acceleration: 0.7, deceleration: 1, turnRate: 1.2, turnAcceleration: 2.5 };
const standing: Motion = { x: 0, y: 0, theta: 0, v: 0, w: 0 };
const DT = 0.05;

describe('a track', () => {
  const track = trackOf([
    [0, 0],
    [4, 0],
    [4, 3],
  ]);
  it('is measured along', () => {
    expect(track.length).toBe(7);
    expect(placeAt(track, 5)).toEqual([4, 1]);
    expect(placeAt(track, 99)).toEqual([4, 3]);
    expect(remainderOf(track, 5)).toEqual([
      [4, 1],
      [4, 3],
    ]);
  });
  it('knows its sharp bends, and rounds them where there is room', () => {
    expect(track.sharp).toEqual([4]);
    expect(
      trackOf(
        rounded(
          [
            [0, 0],
            [4, 0],
            [4, 3],
          ],
          () => true,
        ),
      ).sharp,
    ).toEqual([]);
    expect(
      trackOf(
        rounded(
          [
            [0, 0],
            [4, 0],
            [4, 3],
          ],
          () => false,
        ),
      ).sharp,
    ).toEqual([4]);
  });
});

describe('following a track', () => {
  const drive = (room: (s: number) => number = () => Infinity) => {
    const track = trackOf([
      [0, 0],
      [4, 0],
      [4, 3],
    ]);
    const trace: { motion: Motion; s: number }[] = [{ motion: standing, s: 0 }];
    for (let t = 0; t < 60; t += DT) {
      const { motion, s } = trace.at(-1) ?? { motion: standing, s: 0 };
      const next = follow(motion, track, s, limits, limits.speed, room(s), DT);
      trace.push(next);
      if (next.arrived) break;
    }
    return trace;
  };

  it('arrives, stands there, and never breaks a limit on the way', () => {
    const trace = drive();
    const end = trace.at(-1)?.motion;
    expect(end).toMatchObject({ v: 0 });
    expect([end?.x, end?.y]).toEqual([expect.closeTo(4, 2), expect.closeTo(3, 2)]);
    trace.slice(1).forEach(({ motion }, i) => {
      const before = trace[i]?.motion ?? standing;
      expect(motion.v).toBeLessThanOrEqual(limits.speed + 1e-9);
      expect(motion.v - before.v).toBeLessThanOrEqual(limits.acceleration * DT + 1e-9);
      expect(Math.abs(motion.w)).toBeLessThanOrEqual(limits.turnRate + 1e-9);
      expect(Math.hypot(motion.x - before.x, motion.y - before.y)).toBeLessThanOrEqual(limits.speed * DT + 1e-9);
    });
    expect(Math.max(...trace.map(({ motion }) => motion.v))).toBeGreaterThan(0.8);
  });

  it('stops where the way is no longer free, by braking', () => {
    const trace = drive((s) => 2 - s);
    expect(trace.at(-1)?.s).toBeLessThanOrEqual(2);
    expect(trace.at(-1)?.s).toBeGreaterThan(1.9);
    trace
      .slice(1)
      .forEach(({ motion }, i) =>
        expect((trace[i]?.motion.v ?? 0) - motion.v).toBeLessThanOrEqual(limits.deceleration * 1.5 * DT + 0.02),
      );
  });
});

describe('turning on the spot', () => {
  it.each([Math.PI / 2, -Math.PI / 2, 3, 0.02, Math.PI])('looks at %f without overshooting', (to) => {
    let motion = standing;
    let turned = 0;
    let done = false;
    for (let t = 0; t < 10 && !done; t += DT) {
      const next = turnTo(motion, to, limits, DT);
      turned += Math.abs(next.motion.w) * DT;
      ({ motion, done } = next);
    }
    expect(done).toBe(true);
    expect(Math.cos(motion.theta - to)).toBeGreaterThan(0.9998);
    expect(turned).toBeLessThan(Math.abs(to) + 0.05);
  });
});

describe('steering by hand', () => {
  it('reaches the wish within the limits, and drives an arc', () => {
    let motion = standing;
    for (let t = 0; t < 2; t += DT) motion = steer(motion, { v: 5, w: 0.5 }, limits, DT);
    expect(motion.v).toBe(limits.speed);
    expect(motion.w).toBe(0.5);
    expect(motion.y).toBeGreaterThan(0.3);
  });
});
