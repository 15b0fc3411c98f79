/**
 * Reads the left stick of any gamepad, and its right face button (B, circle) as Stop. Polls only while one is
 * connected.
 */
export interface GamepadParts {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  pads(): readonly (Gamepad | null)[];
  /** Calls back at the next frame. @returns a function that cancels it */
  nextFrame(act: () => void): () => void;
}
export interface GamepadListener {
  /** Shares of full speed, -1 to 1; turn is counter-clockwise. */
  moved(stick: { forward: number; turn: number }): void;
  stopPressed(): void;
}

/** A thumb resting on the stick must not move the robot. */
export const DEAD_ZONE = 0.15;
const STOP_BUTTON = 1;

/**
 * Scales from the edge of the dead zone, so that slow speeds are possible; quantized, so that jitter causes no events.
 */
export function live(axis: number): number {
  const beyond = (Math.abs(axis) - DEAD_ZONE) / (1 - DEAD_ZONE);
  return beyond <= 0 || !Number.isFinite(beyond) ? 0 : Math.sign(axis) * Math.min(1, Math.round(beyond * 20) / 20);
}

export function listenGamepad({ window, pads, nextFrame }: GamepadParts, listener: GamepadListener): () => void {
  let callOff: (() => void) | null = null;
  let last = { forward: 0, turn: 0 };
  let wasStop = false;
  /** A stick held while the window loses focus has to return to the centre first. */
  let mustCentre = false;

  const read = (): void => {
    callOff = null;
    const present = pads().filter((pad): pad is Gamepad => pad !== null && pad.connected);
    const pad =
      present.find(
        ({ axes, buttons }) => axes.some((axis) => live(axis) !== 0) || buttons.some(({ pressed }) => pressed),
      ) ?? present[0];
    const stick = pad
      ? { forward: -live(pad.axes[1] ?? 0) || 0, turn: -live(pad.axes[0] ?? 0) || 0 }
      : { forward: 0, turn: 0 };
    if (stick.forward === 0 && stick.turn === 0) mustCentre = false;
    const counted = mustCentre ? { forward: 0, turn: 0 } : stick;
    if (counted.forward !== last.forward || counted.turn !== last.turn) {
      last = counted;
      listener.moved(counted);
    }
    const isStop = pad?.buttons[STOP_BUTTON]?.pressed ?? false;
    if (isStop && !wasStop) listener.stopPressed();
    wasStop = isStop;
    if (pad) poll();
  };
  const poll = (): void => {
    callOff ??= nextFrame(read);
  };
  const leave = (): void => {
    mustCentre = true;
    last = { forward: 0, turn: 0 };
  };
  window.addEventListener('gamepadconnected', poll);
  window.addEventListener('gamepaddisconnected', poll);
  window.addEventListener('blur', leave);
  poll();
  return () => {
    window.removeEventListener('gamepadconnected', poll);
    window.removeEventListener('gamepaddisconnected', poll);
    window.removeEventListener('blur', leave);
    callOff?.();
  };
}
