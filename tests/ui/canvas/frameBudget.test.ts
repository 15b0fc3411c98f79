// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createMotion } from '../../../src/ui/canvas/motion.ts';
import {
  minIntervalAfterUpdate,
  isPictureDue,
  glideInterval,
  whileZooming,
} from '../../../src/ui/canvas/frameBudget.ts';

describe('when the moving layer is drawn', () => {
  it('is at once for news of up to 50 marks', () => {
    expect(minIntervalAfterUpdate({ inView: 50, fastest: 0, lastCost: 9 })).toBe(0);
  });

  it('is at most four times a second above that, and less when a picture is dear', () => {
    expect(minIntervalAfterUpdate({ inView: 51, fastest: 0, lastCost: 1 })).toBe(250);
    expect(minIntervalAfterUpdate({ inView: 5000, fastest: 0, lastCost: 40 })).toBe(800);
  });

  it('waits for the hand while that moves a crowd', () => {
    const crowd = { inView: 1000, fastest: 0, lastCost: 5 };
    expect(isPictureDue(crowd, 300, true, false)).toBe(true);
    expect(isPictureDue(crowd, 300, true, true)).toBe(false);
    expect(isPictureDue(crowd, 1000, true, true)).toBe(true);
    expect(isPictureDue({ ...crowd, inView: 12 }, 0, true, true)).toBe(true);
  });

  it('follows a zoom in every frame, with a crowd less often', () => {
    expect(whileZooming({ inView: 12, fastest: 0, lastCost: 5 }, true)).toBe(0);
    expect(whileZooming({ inView: 1000, fastest: 0, lastCost: 5 }, true)).toBe(90);
    expect(whileZooming({ inView: 1000, fastest: 0, lastCost: 40 }, true)).toBe(240);
    expect(whileZooming({ inView: 1000, fastest: 0, lastCost: 40 }, false)).toBe(0);
  });

  it('is due while marks glide, and not without news or a glide', () => {
    expect(isPictureDue({ inView: 12, fastest: 16, lastCost: 1 }, 50, false, false)).toBe(true);
    expect(isPictureDue({ inView: 12, fastest: 16, lastCost: 1 }, 20, false, false)).toBe(false);
    expect(isPictureDue({ inView: 12, fastest: 0, lastCost: 1 }, 9000, false, false)).toBe(false);
  });

  it('never happens at rest', () => {
    expect(glideInterval({ inView: 12, fastest: 0, lastCost: 1 })).toBeNull();
  });

  it('follows a glide as often as it can be seen to move', () => {
    expect(glideInterval({ inView: 12, fastest: 12, lastCost: 1 })).toBeCloseTo(66.7, 1);
    expect(glideInterval({ inView: 12, fastest: 500, lastCost: 1 })).toBeCloseTo(16.7, 1);
    expect(glideInterval({ inView: 12, fastest: 0.1, lastCost: 1 })).toBe(80);
  });

  it('glides no crowd', () => {
    expect(glideInterval({ inView: 51, fastest: 12, lastCost: 1 })).toBeNull();
  });
});

describe('a movement', () => {
  const view = (cx: number, scale = 10) => ({ scale, cx, cy: 0 });

  it('is drawn ahead of, by no more than the layer has margin', () => {
    const motion = createMotion();
    motion.frame(view(0), 0, true);
    motion.frame(view(0.2), 16, true);
    expect(motion.ahead(view(0.2)).cx).toBeCloseTo(0.2 + (0.2 / 16) * 200, 6);
    motion.frame(view(50), 32, true);
    expect(motion.ahead(view(50)).cx).toBeCloseTo(63, 6);
  });

  it('is not drawn ahead of while zooming or at rest', () => {
    const motion = createMotion();
    motion.frame(view(0), 0, true);
    motion.frame(view(1, 12), 16, true);
    expect(motion.ahead(view(1, 12))).toEqual(view(1, 12));
    motion.frame(view(2, 12), 32, false);
    expect(motion.ahead(view(2, 12))).toEqual(view(2, 12));
  });

  it('notices late frames, but takes a pause for no strain', () => {
    const motion = createMotion();
    motion.frame(view(0), 0, true);
    motion.frame(view(1), 16, true);
    expect(motion.isStrained(16)).toBe(false);
    motion.frame(view(2), 66, true);
    expect(motion.isStrained(300)).toBe(true);
    expect(motion.isStrained(500)).toBe(false);
    motion.frame(view(3), 5000, true);
    expect(motion.isStrained(5000)).toBe(false);
  });
});
