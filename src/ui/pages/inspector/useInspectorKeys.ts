/**
 * Keyboard shortcuts of the page: arrow keys step, Home and End jump, Space plays, / searches. Focused widgets take
 * precedence.
 */
import { useEffect } from 'react';
import type { InspectorRef } from '../../../machines/inspector/inspector.selectors.ts';
import { neighbour } from './journal.ts';

/** Elements that handle these keys themselves. */
const KEYS_OF_ITS_OWN =
  'input, textarea, select, [contenteditable], [role=application], [role=dialog], [role=alertdialog], [role=menu], [role=tree], [role=radiogroup]';
export const SEARCH_ID = 'inspector-search';

export function useInspectorKeys(
  screen: InspectorRef,
  on: boolean,
  step: number,
  length: number,
  listed: readonly number[] | null,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const at = event.target instanceof Element ? event.target : null;
      if (
        !on ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        at?.closest(KEYS_OF_ITS_OWN)
      )
        return;
      const go = (to: number): void => {
        event.preventDefault();
        screen.send({ type: 'step.go', step: to });
      };
      switch (event.key) {
        case 'ArrowRight':
        case 'ArrowDown':
          return go(neighbour(listed, length, step, 1));
        case 'ArrowLeft':
        case 'ArrowUp':
          return go(neighbour(listed, length, step, -1));
        case 'Home':
          return go(-1);
        case 'End':
          return go(length - 1);
        case ' ':
          if (at?.closest('button, a, [role=slider] button, summary')) return;
          event.preventDefault();
          return screen.send({ type: 'play.toggle' });
        case '/':
          event.preventDefault();
          document.getElementById(SEARCH_ID)?.focus();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [screen, on, step, length, listed]);
}
