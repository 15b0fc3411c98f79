/**
 * Pulling a page down with a finger, from its very top, refreshes it. The page has a button for the same: this is only
 * the way of a phone.
 */
import { type TouchEvent, useEffect, useState } from 'react';

/** How far the finger goes until letting go refreshes, px; and what the page follows at most. */
const PULL_PX = 72;
const FOLLOW_PX = 96;

interface Start {
  readonly x: number;
  readonly y: number;
}

/** Nothing around the element is scrolled down, so that a pull cannot be meant to scroll. */
function isAtTop(place: Element): boolean {
  for (let one: Element | null = place; one; one = one.parentElement) if (one.scrollTop > 0) return false;
  return true;
}

/** @returns `pulled` in px, 0 at rest; `isFar`: letting go refreshes now; `handlers` of the element that is pulled */
export function usePullToRefresh(onRefresh: () => void) {
  const [start, setStart] = useState<Start | null>(null);
  const [pulled, setPulled] = useState(0);
  const isFar = pulled >= PULL_PX;
  const reset = (): void => {
    setStart(null);
    setPulled(0);
  };
  // Otherwise the browser reloads the page for the same pull.
  useEffect(() => {
    const { style } = document.documentElement;
    style.overscrollBehaviorY = 'contain';
    return () => void (style.overscrollBehaviorY = '');
  }, []);
  return {
    pulled,
    isFar,
    handlers: {
      onTouchStart: ({ touches, currentTarget }: TouchEvent<HTMLElement>): void => {
        const finger = touches[0];
        // Two fingers zoom.
        setStart(
          finger && touches.length === 1 && isAtTop(currentTarget) ? { x: finger.clientX, y: finger.clientY } : null,
        );
        setPulled(0);
      },
      onTouchMove: ({ touches }: TouchEvent<HTMLElement>): void => {
        const finger = touches[0];
        if (!start || !finger) return;
        const down = finger.clientY - start.y;
        // Sideways or upwards it is no pull.
        if (down < 0 || Math.abs(finger.clientX - start.x) > Math.max(down, PULL_PX)) reset();
        else setPulled(Math.min(FOLLOW_PX, down));
      },
      onTouchEnd: (): void => {
        if (isFar) onRefresh();
        reset();
      },
      onTouchCancel: reset,
    },
  };
}
