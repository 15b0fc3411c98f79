/** A window that a machine opens has no trigger that Radix knows: when it closes, the focus goes back to what had it before. */
import { useRef } from 'react';
import { isInStopPlace } from './stopPlaces.ts';

export interface FocusBack {
  onOpenAutoFocus(): void;
  onCloseAutoFocus(): void;
}

export function useReturnFocus(): FocusBack {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => void (before.current = document.activeElement),
    onCloseAutoFocus: () => {
      // The next key press is meant for Stop: it must not reach another control.
      if (isInStopPlace(document.activeElement)) return;
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
