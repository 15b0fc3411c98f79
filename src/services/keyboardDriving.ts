/**
 * Teleop by keyboard: W A S D, the arrow keys, Q and E (look: pad). A and D turn at half the rate of Q and E. Keys
 * pressed in text fields, in an input method or as part of shortcuts are ignored.
 */
export interface KeyInput {
  /** -1 to 1 */
  forward: number;
  /** -1 to 1, counter-clockwise */
  turn: number;
}
/** The part of `window` that is used. */
export interface KeyTarget {
  addEventListener(
    type: 'keydown' | 'keyup',
    listener: (event: KeyboardEvent) => void,
    options?: { capture?: boolean },
  ): void;
  addEventListener(type: 'blur', listener: () => void): void;
  removeEventListener(
    type: 'keydown' | 'keyup',
    listener: (event: KeyboardEvent) => void,
    options?: { capture?: boolean },
  ): void;
  removeEventListener(type: 'blur', listener: () => void): void;
}

const STEER = 0.5;
/** By physical key position, so that the layout is the same on every keyboard. */
const KEYS: Readonly<Record<string, KeyInput>> = {
  KeyW: { forward: 1, turn: 0 },
  ArrowUp: { forward: 1, turn: 0 },
  KeyS: { forward: -1, turn: 0 },
  ArrowDown: { forward: -1, turn: 0 },
  KeyA: { forward: 0, turn: STEER },
  ArrowLeft: { forward: 0, turn: STEER },
  KeyD: { forward: 0, turn: -STEER },
  ArrowRight: { forward: 0, turn: -STEER },
  KeyQ: { forward: 0, turn: 1 },
  KeyE: { forward: 0, turn: -1 },
};

/** An input method is composing. Older browsers report key code 229 instead of `isComposing`. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

const TEXT_INPUTS =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]):not([type=range]), textarea, select, [contenteditable=""], [contenteditable=true]';
/** Controls that use the arrow keys themselves. */
const ARROW_USERS =
  '[role=slider], [role=listbox], [role=menu], [role=menubar], [role=radiogroup], [role=tablist], [role=grid], [role=application], input[type=range]';

const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;
export const isTextEntry = (target: EventTarget | null): boolean => isWithin(target, TEXT_INPUTS);

const clamp = (value: number): number => Math.min(1, Math.max(-1, value));

/** Reports the stick on every change. @returns a function that releases all keys and stops listening */
export function listenDriving(target: KeyTarget, report: (stick: KeyInput) => void): () => void {
  const down = new Set<string>();
  const tell = (): void => {
    let forward = 0;
    let turn = 0;
    // W and the up arrow together count as one full push.
    for (const code of down) {
      const key = KEYS[code];
      if (!key) continue;
      forward = clamp(forward + key.forward);
      turn = clamp(turn + key.turn);
    }
    report({ forward, turn });
  };
  const press = (event: KeyboardEvent): void => {
    if (
      !KEYS[event.code] ||
      event.defaultPrevented ||
      isComposing(event) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    const isArrow = event.code.startsWith('Arrow');
    if (isTextEntry(event.target) || (isArrow && isWithin(event.target, ARROW_USERS))) return;
    if (isArrow) event.preventDefault();
    if (event.repeat || down.has(event.code)) return;
    down.add(event.code);
    tell();
  };
  /** Handles keyup wherever the focus is. */
  const release = (event: KeyboardEvent): void => {
    if (down.delete(event.code)) tell();
  };
  const releaseAll = (): void => {
    if (down.size === 0) return;
    down.clear();
    tell();
  };
  target.addEventListener('keydown', press);
  target.addEventListener('keyup', release, { capture: true });
  target.addEventListener('blur', releaseAll);
  return () => {
    target.removeEventListener('keydown', press);
    target.removeEventListener('keyup', release, { capture: true });
    target.removeEventListener('blur', releaseAll);
    releaseAll();
  };
}
