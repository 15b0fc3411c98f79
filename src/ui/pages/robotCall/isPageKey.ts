/** Whether a key is meant for the page of a call: not for a text field, a dialog or a menu, nor for the browser. */
import { isTextEntry } from '../../kit/isTextEntry.ts';

export function isPageKey(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, repeat, isComposing } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || repeat || isComposing) return false;
  if (target instanceof Element && isTextEntry(target)) return false;
  return !document.querySelector('[role=dialog], [role=alertdialog], [role=menu]');
}
