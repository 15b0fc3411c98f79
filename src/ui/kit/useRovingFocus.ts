/** Arrow keys, Home and End among the buttons of one group: only the chosen one is in the tab order. */
import type { KeyboardEvent } from 'react';

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The index that a key leads to, or null when the key is none of ours. Wraps around. Pure. */
export function rovingIndex(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = STEP[key];
  return step === undefined ? null : (at + step + count) % count;
}

/** Returns a key handler for the group's element. `choose` gets the index; the focus goes along. */
export function useRovingFocus(
  at: number,
  count: number,
  selector: string,
  choose: (index: number) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const next = rovingIndex(event.key, at, count);
    if (next === null) return;
    event.preventDefault();
    choose(next);
    event.currentTarget.querySelectorAll<HTMLElement>(selector)[next]?.focus();
  };
}
