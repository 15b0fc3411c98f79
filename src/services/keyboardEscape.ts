/**
 * Escape as Stop (design 6). `first`: before any dialog or tool, which then does not hear of it. Else last: only when
 * nobody on the page wanted it, and not out of a text field. Never while an input method composes.
 */
import { isComposing, isTextEntry, type KeyTarget } from './keyboardDriving.ts';

export function listenEscape(target: KeyTarget, first: boolean, press: () => void): () => void {
  const hear = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    if (!first && (event.defaultPrevented || isTextEntry(event.target))) return;
    event.preventDefault();
    if (first) event.stopImmediatePropagation();
    if (!event.repeat) press();
  };
  const options = { capture: first };
  target.addEventListener('keydown', hear, options);
  return () => target.removeEventListener('keydown', hear, options);
}
