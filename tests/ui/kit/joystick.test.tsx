// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Joystick } from '../../../src/ui/kit/Joystick.tsx';
import { pushOf } from '../../../src/ui/kit/joystickReach.ts';

afterEach(cleanup);

describe('where the thumb is', () => {
  it('drives forward upwards and turns left leftwards, to one at the edge', () => {
    expect(pushOf(0, -54, 54).push).toEqual({ vx: 1, wz: 0 });
    expect(pushOf(-54, 0, 54).push).toEqual({ vx: 0, wz: 1 });
    expect(pushOf(0, 200, 54).push).toEqual({ vx: -1, wz: 0 });
  });

  it('moves nothing while the thumb only rests, and begins softly', () => {
    expect(pushOf(3, 3, 54).push).toEqual({ vx: 0, wz: 0 });
    expect(pushOf(0, -7, 54).push.vx).toBeLessThan(0.02);
  });

  it('never exceeds one, however far the thumb goes aslant', () => {
    const { push, kx, ky } = pushOf(300, -300, 54);
    expect(Math.hypot(push.vx, push.wz)).toBeCloseTo(1, 6);
    expect(Math.hypot(kx, ky)).toBeCloseTo(54, 6);
  });
});

describe('the stick', () => {
  const stick = (disabledReason?: string) => {
    const onMove = vi.fn();
    const onRelease = vi.fn();
    render(<Joystick label="Drive" onMove={onMove} onRelease={onRelease} disabledReason={disabledReason} />);
    return { onMove, onRelease, element: screen.getByRole('application', { name: 'Drive' }) };
  };

  it('stops when it is let go, however that happens', () => {
    for (const end of ['pointerUp', 'pointerCancel', 'lostPointerCapture'] as const) {
      const { onMove, onRelease, element } = stick();
      fireEvent.pointerDown(element, { pointerId: 1, clientX: 0, clientY: -54 });
      expect(onMove).toHaveBeenLastCalledWith({ vx: 1, wz: 0 });
      fireEvent[end](element, { pointerId: 1 });
      expect(onMove).toHaveBeenLastCalledWith({ vx: 0, wz: 0 });
      expect(onRelease).toHaveBeenCalledTimes(1);
      cleanup();
    }
  });

  it('stops when the window loses the focus', () => {
    const { onRelease, element } = stick();
    fireEvent.pointerDown(element, { pointerId: 1, clientX: 0, clientY: -54 });
    fireEvent.blur(window);
    expect(onRelease).toHaveBeenCalledTimes(1);
  });

  it('drives by arrow keys while they are held', () => {
    const { onMove, onRelease, element } = stick();
    fireEvent.keyDown(element, { key: 'ArrowUp' });
    expect(onMove).toHaveBeenLastCalledWith({ vx: 1, wz: 0 });
    fireEvent.keyUp(element, { key: 'ArrowUp' });
    expect(onRelease).toHaveBeenCalledTimes(1);
  });

  it('drives nowhere when it cannot', () => {
    const { onMove, element } = stick('Nobody has control.');
    fireEvent.pointerDown(element, { pointerId: 1, clientX: 0, clientY: -54 });
    fireEvent.keyDown(element, { key: 'ArrowUp' });
    expect(onMove).not.toHaveBeenCalled();
    expect(element.getAttribute('aria-disabled')).toBe('true');
  });
});
