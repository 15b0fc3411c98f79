// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { glideSpeed, glideTo, isGliding, poseAt, standing } from '../../../src/ui/canvas/interpolation.ts';

const here = { x: 0, y: 0, theta: 0 };

describe('gliding between reports', () => {
  it('stands at the first report', () => {
    const glide = glideTo(undefined, here, 0);
    expect(poseAt(glide, 500)).toEqual(here);
    expect(isGliding(glide, 0)).toBe(false);
  });

  it('takes the interval between two reports for the way between them', () => {
    const glide = glideTo(standing(here, 0), { x: 1, y: 0.5, theta: 0.4 }, 800);
    expect(poseAt(glide, 800)).toEqual(here);
    expect(poseAt(glide, 1200)).toEqual({ x: 0.5, y: 0.25, theta: expect.closeTo(0.2, 9) });
    expect(poseAt(glide, 1600)).toEqual({ x: 1, y: 0.5, theta: 0.4 });
    expect(glideSpeed(glide, 1000)).toBeCloseTo(Math.hypot(1, 0.5) / 0.8, 6);
  });

  it('never goes past what was reported', () => {
    const glide = glideTo(standing(here, 0), { x: 1, y: 0, theta: 0 }, 1000);
    expect(poseAt(glide, 60_000)).toEqual({ x: 1, y: 0, theta: 0 });
    expect(glideSpeed(glide, 60_000)).toBe(0);
  });

  it('goes on from where its mark is when a report comes early', () => {
    const first = glideTo(standing(here, 0), { x: 1, y: 0, theta: 0 }, 1000);
    const second = glideTo(first, { x: 2, y: 0, theta: 0 }, 1500);
    expect(poseAt(second, 1500).x).toBeCloseTo(0.5, 6);
    expect(second.durationMs).toBe(500);
  });

  it('does not take a minute for the first step after a minute of rest', () => {
    expect(glideTo(standing(here, 0), { x: 0.5, y: 0, theta: 0 }, 60_000).durationMs).toBe(1000);
  });

  it('jumps where a robot was relocated', () => {
    const glide = glideTo(standing(here, 0), { x: 20, y: 0, theta: 1 }, 1000);
    expect(poseAt(glide, 1000)).toEqual({ x: 20, y: 0, theta: 1 });
  });

  it('turns the shorter way around', () => {
    const glide = glideTo(standing({ ...here, theta: 3 }, 0), { ...here, theta: -3 }, 1000);
    const middle = poseAt(glide, 1500).theta ?? 0;
    expect(Math.cos(middle)).toBeCloseTo(-1, 6);
  });

  it('has no heading in between when one end is unknown', () => {
    const glide = glideTo(standing({ ...here, theta: null }, 0), { x: 1, y: 0, theta: 2 }, 1000);
    expect(poseAt(glide, 1500).theta).toBe(2);
    expect(poseAt(glideTo(standing(here, 0), { x: 1, y: 0, theta: null }, 1000), 1500).theta).toBeNull();
  });

  it('stays the same glide when the same report comes again', () => {
    const glide = glideTo(standing(here, 0), { x: 1, y: 0, theta: 0 }, 1000);
    expect(glideTo(glide, { x: 1, y: 0, theta: 0 }, 1400)).toBe(glide);
  });
});
