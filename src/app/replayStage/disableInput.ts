/**
 * Makes this window read-only: it shows the past. Presses, typing, drag and drop, and form submission are cancelled
 * before any handler; Tab moves the focus, and scrolling works.
 */
const ENDED = [
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'beforeinput',
  'input',
  'change',
  'submit',
  'reset',
  'paste',
  'cut',
  'drop',
  'dragstart',
  'dragover',
] as const;
/** The browser may scroll on these; the page must not handle them. */
const SCROLLING = ['wheel', 'touchstart', 'touchmove', 'touchend'] as const;
const READING_KEYS = new Set([
  'Tab',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
]);
/** Elements in which an arrow key changes the selection. */
const ARROWS_ACT = 'input, select, textarea, [role=slider], [role=radio], [role=tab], [role=menuitem], [role=option]';

/** @param page the window; returns a function that enables input again */
export function disableInput(page: Window): () => void {
  const end = (event: Event): void => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const pass = (event: Event): void => event.stopImmediatePropagation();
  const onKey = (event: Event): void => {
    const { key, ctrlKey, metaKey, altKey, target } = event as KeyboardEvent;
    // The browser's own shortcuts (copy, find, zoom) keep working.
    if (ctrlKey || metaKey) return pass(event);
    const acts = key.startsWith('Arrow') && (target as Partial<Element> | null)?.matches?.(ARROWS_ACT) === true;
    return READING_KEYS.has(key) && !acts && !altKey ? pass(event) : end(event);
  };
  const heard: [type: string, listener: (event: Event) => void][] = [
    ...ENDED.map((type): [string, (event: Event) => void] => [type, end]),
    ...SCROLLING.map((type): [string, (event: Event) => void] => [type, pass]),
    ['keydown', onKey],
    ['keyup', pass],
    ['keypress', onKey],
  ];
  // Capture on the window runs before all other handlers.
  for (const [type, listener] of heard)
    page.addEventListener(type, listener, { capture: true, passive: listener === pass });
  const giveBack = keepFocusOutside(page);
  return () => {
    for (const [type, listener] of heard) page.removeEventListener(type, listener, { capture: true });
    giveBack();
  };
}

/** A dialog takes the focus when it opens; in the stage it must not take it from the inspector. */
function keepFocusOutside(page: Window): () => void {
  const { prototype } = (page as unknown as { HTMLElement: typeof HTMLElement }).HTMLElement;
  const own = Object.getOwnPropertyDescriptor(prototype, 'focus');
  const focus = prototype.focus;
  prototype.focus = function focusInside(this: HTMLElement, options?: FocusOptions): void {
    if (page.document.hasFocus()) focus.call(this, options);
  };
  return () => {
    if (own) Object.defineProperty(prototype, 'focus', own);
    else delete (prototype as { focus?: unknown }).focus;
  };
}
