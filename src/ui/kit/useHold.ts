/**
 * Press and hold, for controls that move a robot. Every press ends in exactly one release, however it ends: released,
 * slid off and lifted, cancelled by the system, focus lost, window left, tab hidden, control disabled, unmounted.
 */
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { isPressBlocked } from './isPressBlocked.ts';
import { useReleaseAway } from './useReleaseAway.ts';

export interface HoldHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  readonly onLostPointerCapture: (event: PointerEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onKeyUp: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
  readonly onContextMenu: (event: { preventDefault: () => void }) => void;
}

const isPressKey = (key: string): boolean => key === ' ' || key === 'Enter';
const MAIN_BUTTON = 0;

export function useHold(blocked: boolean, onPress: () => void, onRelease: () => void): HoldHandlers {
  /** The holding input: a pointer id, or the keyboard. */
  const holder = useRef<number | 'keyboard' | null>(null);
  const latest = useRef({ onPress, onRelease });
  useLayoutEffect(() => {
    latest.current = { onPress, onRelease };
  });

  const release = useCallback(() => {
    if (holder.current === null) return;
    holder.current = null;
    latest.current.onRelease();
  }, []);

  useReleaseAway(release, blocked);

  const press = (by: number | 'keyboard'): void => {
    if (isPressBlocked(blocked) || holder.current !== null) return;
    holder.current = by;
    latest.current.onPress();
  };
  const letGo = (event: PointerEvent<HTMLElement>): void => {
    if (holder.current === event.pointerId) release();
  };

  return {
    onPointerDown: (event) => {
      if (event.button !== MAIN_BUTTON) return;
      // Without pointer capture, lifting a finger that slid off the button would not be reported.
      event.currentTarget.setPointerCapture?.(event.pointerId);
      press(event.pointerId);
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onLostPointerCapture: letGo,
    onKeyDown: (event) => {
      if (!isPressKey(event.key)) return;
      event.preventDefault();
      if (!event.repeat) press('keyboard');
    },
    onKeyUp: (event) => {
      if (isPressKey(event.key) && holder.current === 'keyboard') release();
    },
    onBlur: () => {
      if (holder.current === 'keyboard') release();
    },
    // A long press must move the robot, not open a menu.
    onContextMenu: (event) => event.preventDefault(),
  };
}
