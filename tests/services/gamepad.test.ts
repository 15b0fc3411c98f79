import { expect, it } from 'vitest';
import { DEAD_ZONE, listenGamepad, live } from '../../src/services/gamepad.ts';

function table() {
  const target = new EventTarget();
  const frames: (() => void)[] = [];
  const heard: unknown[] = [];
  let pad: { axes: number[]; buttons: { pressed: boolean }[]; connected: boolean } | null = null;
  const stop = listenGamepad(
    {
      window: target as unknown as Window,
      pads: () => [null, pad as unknown as Gamepad | null],
      nextFrame: (act) => {
        frames.push(act);
        return () => void frames.splice(frames.indexOf(act), 1);
      },
    },
    { moved: (stick) => heard.push(stick), stopPressed: () => heard.push('stop') },
  );
  const draw = () => frames.splice(0).forEach((act) => act());
  return {
    heard,
    frames,
    stop,
    draw,
    target,
    plug() {
      pad = { axes: [0, 0], buttons: [{ pressed: false }, { pressed: false }], connected: true };
      target.dispatchEvent(new Event('gamepadconnected'));
      draw();
    },
    hold(x: number, y: number, button = false) {
      if (pad) {
        pad.axes = [x, y];
        pad.buttons[1] = { pressed: button };
      }
      draw();
    },
    unplug() {
      pad = null;
      draw();
    },
  };
}

it('is polled only while one is there', () => {
  const { frames, plug, draw, unplug, stop } = table();
  draw();
  expect(frames).toHaveLength(0);
  plug();
  expect(frames).toHaveLength(1);
  unplug();
  expect(frames).toHaveLength(0);
  plug();
  stop();
  expect(frames).toHaveLength(0);
});

it('pushes forward and to the left as the thumb does, and reports changes only', () => {
  const { plug, hold, heard } = table();
  plug();
  hold(-1, -1);
  hold(-1, -1);
  hold(0, 0);
  expect(heard).toEqual([
    { forward: 1, turn: 1 },
    { forward: 0, turn: 0 },
  ]);
});

it('ignores a resting thumb and can be slow beyond it', () => {
  expect(live(DEAD_ZONE)).toBe(0);
  expect(live(-DEAD_ZONE / 2)).toBe(0);
  expect(live(DEAD_ZONE + 0.05)).toBeCloseTo(0.05, 1);
  expect(live(-1)).toBe(-1);
  expect(live(Number.NaN)).toBe(0);
});

it('a pad that is pulled out lets go', () => {
  const { plug, hold, unplug, heard } = table();
  plug();
  hold(0, -1);
  unplug();
  expect(heard.at(-1)).toEqual({ forward: 0, turn: 0 });
});

it('a stick held while the window was left counts again only after it was let go', () => {
  const { plug, hold, heard, target } = table();
  plug();
  hold(0, -1);
  target.dispatchEvent(new Event('blur'));
  hold(0, -0.9);
  expect(heard).toHaveLength(1);
  hold(0, 0);
  hold(0, -0.5);
  expect(heard.at(-1)).toMatchObject({ forward: expect.closeTo(0.4) });
});

it('its red button is Stop, once a press', () => {
  const { plug, hold, heard } = table();
  plug();
  hold(0, 0, true);
  hold(0, 0, true);
  hold(0, 0, false);
  hold(0, 0, true);
  expect(heard).toEqual(['stop', 'stop']);
});
