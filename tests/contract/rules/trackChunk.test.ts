/** Tracks in their compact form: what goes in comes out within the resolution, and damage is noticed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROBOT_STATUSES } from '../../../contract/entities/robotConstants.ts';
import { CONNECTIONS } from '../../../contract/entities/robot.ts';
import { decodeTrack, encodeTrack, TrackDamaged, type TrackSample } from '../../../contract/rules/trackChunk.ts';

const START = Date.UTC(2026, 10, 25, 8);
const metres = fc.double({ min: -100_000, max: 100_000, noNaN: true });
const sample = fc.record({
  wait: fc.integer({ min: 0, max: 20_000 }),
  pose: fc.option(
    fc.record({
      mapId: fc.oneof(fc.constantFrom('lobby', 'guest'), fc.string({ unit: 'grapheme', maxLength: 40 })),
      x: metres,
      y: metres,
      theta: fc.double({ min: -20, max: 20, noNaN: true }),
    }),
  ),
  status: fc.constantFrom(...ROBOT_STATUSES),
  connection: fc.constantFrom(...CONNECTIONS),
  battery: fc.option(fc.integer({ min: 0, max: 100 })),
});
const samples = fc.array(sample, { minLength: 1, maxLength: 120 }).map((rows) => {
  let at = START;
  // A robot that has reported a position keeps it.
  let isPlaced = false;
  return rows.map(({ wait, pose, ...rest }): TrackSample => {
    at += wait;
    isPlaced ||= pose !== null;
    return { at, pose: pose ?? (isPlaced ? { mapId: 'lobby', x: 0, y: 0, theta: 0 } : null), ...rest };
  });
});
/** Difference of two angles, radians. */
const turn = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

describe('a chunk', () => {
  it('gives back every sample within a centimetre, a 256th of a turn and an eighth of a second', () => {
    fc.assert(
      fc.property(samples, (given) => {
        const found = decodeTrack(encodeTrack(given));
        expect(found).toHaveLength(given.length);
        for (const [n, { at, pose, ...rest }] of given.entries()) {
          const { at: foundAt, pose: foundPose, ...foundRest } = found[n] ?? {};
          expect(foundRest).toEqual(rest);
          expect(Math.abs((foundAt ?? 0) - at)).toBeLessThanOrEqual(125);
          expect(foundPose?.mapId).toBe(pose?.mapId);
          if (!pose || !foundPose) continue;
          expect(Math.abs(foundPose.x - pose.x)).toBeLessThanOrEqual(0.005_001);
          expect(Math.abs(foundPose.y - pose.y)).toBeLessThanOrEqual(0.005_001);
          expect(turn(foundPose.theta, pose.theta)).toBeLessThanOrEqual(Math.PI / 256 + 1e-9);
        }
      }),
    );
  });

  it('takes about 200 bytes for a minute of driving along a curve', () => {
    const drive = Array.from({ length: 60 }, (_, second): TrackSample => {
      const angle = second / 20;
      return {
        at: START + second * 1_000 + (second % 3) * 40,
        pose: { mapId: 'harbour-ground', x: 12 + 18 * Math.cos(angle), y: 7 + 18 * Math.sin(angle), theta: angle },
        status: 'working',
        connection: 'online',
        battery: 83,
      };
    });
    expect(encodeTrack(drive).length).toBeLessThan(300);
  });

  it('is refused when it is cut off, extended, or has values out of range', () => {
    const chunk = encodeTrack([
      {
        at: START,
        pose: { mapId: 'lobby', x: 1, y: 2, theta: 3 },
        status: 'working',
        connection: 'online',
        battery: 50,
      },
    ]);
    for (let length = 0; length < chunk.length; length++)
      expect(() => decodeTrack(chunk.subarray(0, length))).toThrow(TrackDamaged);
    expect(() => decodeTrack(Uint8Array.from([...chunk, 0]))).toThrow(TrackDamaged);
    expect(() => decodeTrack(Uint8Array.from([2, ...chunk.subarray(1)]))).toThrow(TrackDamaged);
    expect(() => decodeTrack(Uint8Array.from([...chunk.subarray(0, -1), 120]))).toThrow(TrackDamaged);
  });

  it('never hangs or crashes on arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeTrack(Uint8Array.from([1, ...bytes]));
        } catch (error) {
          expect(error).toBeInstanceOf(TrackDamaged);
        }
      }),
    );
  });
});
