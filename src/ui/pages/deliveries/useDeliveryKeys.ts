/** The page's keys: N new delivery, J and K next and previous, / search. */
import { useEffect, useRef } from 'react';
import { isTextEntry } from '../../kit/isTextEntry.ts';

interface DeliveryKeys {
  readonly onNew: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

export function useDeliveryKeys(keys: DeliveryKeys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || (target instanceof Element && isTextEntry(target))) return;
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      const { onNew, onPrevious, onNext } = current.current;
      const search = key === '/' ? document.querySelector<HTMLElement>('main input[type=search]') : null;
      const act = { n: onNew, j: onNext, k: onPrevious }[key.toLowerCase()] ?? (search && (() => search.focus()));
      if (!act) return;
      // The letter must not be typed into the field that gets the focus.
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
