/**
 * Escape as Stop (design 6). `first`: before any dialog or tool, which then does not hear of it. Else last: only when
 * nobody on the page wanted it, and not out of a text field. Never while an input method composes.
 */
import { isComposing, isTextEntry, type KeyTarget } from './keyboardDriving.ts';

/** What takes Escape for itself while it is open: windows, menus, popovers. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-radix-popper-content-wrapper]';
/** Whether something else on the page would take the key. */
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

/** Tells now and at each change whether the key would reach `press` of listenEscape: what the mark on Stop may say. */
export function watchEscape(page: Document, first: boolean, tell: (isOurs: boolean) => void): () => void {
  // A fork of the console has no page of its own.
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
  // Windows and menus are put at the end of the body.
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
