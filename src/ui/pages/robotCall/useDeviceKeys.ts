/** The keys of the controls of a call. They work wherever the focus is, except in text fields and under dialogs. */
import { type RefObject, useEffect, useRef } from 'react';
import { isPageKey } from './isPageKey.ts';

/** @returns for the element around the controls, which name their keys as `aria-keyshortcuts` */
export function useDeviceKeys(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (!isPageKey(event)) return;
      const control = [...(bar.current?.querySelectorAll('button') ?? [])].find(
        (button) => button.getAttribute('aria-keyshortcuts') === event.key.toUpperCase(),
      );
      if (!control) return;
      event.preventDefault();
      control.click();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  return bar;
}
