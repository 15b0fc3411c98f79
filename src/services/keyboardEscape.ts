/**
 * Escape as Stop (design 6). With `first`, Stop takes the key before any dialog or tool. Otherwise it comes last: only
 * if nothing else on the page used it, and not from a text field. Never while an input method composes.
 */
import { isComposing, isTextEntry, type KeyTarget } from './keyboardDriving.ts';

/** Layers that use Escape while they are open: dialogs, menus, popovers. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-radix-popper-content-wrapper]';
/** Whether something else on the page would use the key. */
const isTaken = (page: Pick<Document, 'querySelector'>, first: boolean, focus: EventTarget | null): boolean =>
  !first && (isTextEntry(focus) || page.querySelector(LAYERS) !== null);

export function listenEscape(
  target: KeyTarget,
  page: Pick<Document, 'querySelector'>,
  first: boolean,
  press: () => void,
): () => void {
  const hear = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    if (event.defaultPrevented && !first) return;
    if (isTaken(page, first, event.target)) return;
    event.preventDefault();
    if (first) event.stopImmediatePropagation();
    if (!event.repeat) press();
  };
  const options = { capture: first };
  target.addEventListener('keydown', hear, options);
  return () => target.removeEventListener('keydown', hear, options);
}

/**
 * Reports, at once and on each change, whether Escape would currently trigger `press` of listenEscape, for the hint on
 * the Stop button.
 */
export function watchEscape(page: Document, first: boolean, tell: (isOurs: boolean) => void): () => void {
  // A fork of the console has no document body.
  if (!(page.body instanceof Node)) return () => {};
  let composing = false;
  let told: boolean | null = null;
  const look = (): void => {
    const isOurs = !composing && !isTaken(page, first, page.activeElement);
    if (isOurs === told) return;
    told = isOurs;
    tell(isOurs);
  };
  const onCompose = ({ type }: Event): void => {
    composing = type === 'compositionstart';
    look();
  };
  const observer = new MutationObserver(look);
  // Dialogs and menus are appended to the body.
  observer.observe(page.body, { childList: true });
  page.addEventListener('focusin', look);
  page.addEventListener('focusout', look);
  page.addEventListener('compositionstart', onCompose);
  page.addEventListener('compositionend', onCompose);
  look();
  return () => {
    observer.disconnect();
    page.removeEventListener('focusin', look);
    page.removeEventListener('focusout', look);
    page.removeEventListener('compositionstart', onCompose);
    page.removeEventListener('compositionend', onCompose);
  };
}
