/** Whether a click on a link is for the console; opening it in a new tab or window is left to the browser. */
import type { MouseEvent } from 'react';

export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
