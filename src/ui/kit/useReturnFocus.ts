/**
 * A dialog opened by a machine has no Radix trigger: when it closes, focus returns to the previously focused element.
 */
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
      // The next key press is meant for Stop and must not reach another control.
      if (isInStopPlace(document.activeElement)) return;
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
