/** The keys of the controls of a call. They work wherever the focus is, except in text fields and under dialogs. */
import { type RefObject, useEffect, useRef } from 'react';
import { isTextEntry } from '../../kit/isTextEntry.ts';

/** @returns for the element around the controls, which name their keys as `aria-keyshortcuts` */
export function useDeviceKeys(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey, repeat, isComposing } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || repeat || isComposing) return;
      if (target instanceof Element && isTextEntry(target)) return;
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
      const control = [...(bar.current?.querySelectorAll('button') ?? [])].find(
        (button) => button.getAttribute('aria-keyshortcuts') === key.toUpperCase(),
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
