/**
 * Where the focus goes when the focused button disappears with the change of control: with control to the pad or
 * joystick, without it to the bar. Both are containers, not buttons: a key that is still held down would press a button.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Id of the pad or the joystick. */
export const TELEOP_ID = 'teleop';

export interface LeaseFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly tabIndex: -1;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

/**
 * @param holder 'mine', the client id of another holder, or ''
 * @returns props of the element that contains the buttons, including those of dialogs
 */
export function useLeaseFocus(holder: string): LeaseFocus {
  const ref = useRef<HTMLDivElement>(null);
  // React reports no blur of an element that it removes, so this stays true then.
  const isInside = useRef(false);
  const before = useRef(holder);
  useLayoutEffect(() => {
    if (before.current === holder) return;
    before.current = holder;
    if (!isInside.current || document.activeElement !== document.body) return;
    const next = holder === 'mine' ? document.getElementById(TELEOP_ID) : ref.current;
    next?.focus({ preventScroll: true });
  }, [holder]);
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: () => {
      isInside.current = false;
    },
  };
}
