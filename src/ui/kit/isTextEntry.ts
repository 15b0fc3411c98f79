/** Whether key presses on this element enter text. */
export const isTextEntry = (target: Element): boolean =>
  target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]') !== null;
