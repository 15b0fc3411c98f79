/** Keyboard shortcuts of the editor, active unless a text field has the focus. */
import type { MapEditorEvent } from '../../../machines/mapEditor/mapEditor.setup.ts';

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}
const NUDGE_M = 0.05;
const FAR_M = 0.5;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const TOOL_KEYS = { v: 'select', a: 'add', h: 'pan', c: 'connect', m: 'measure' } as const;

/** null: not a shortcut, or left to the list or the browser. @param onMap arrow keys move points only on the map */
export function editorKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Key, onMap: boolean): MapEditorEvent | null {
  if (altKey) return null;
  const small = key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (small === 'z') return { type: shiftKey ? 'history.redo' : 'history.undo' };
    if (small === 'y') return { type: 'history.redo' };
    if (small === 'a') return { type: 'points.selectAll' };
    if (small === 'c') return { type: 'points.copy' };
    return small === 'v' ? { type: 'points.paste' } : null;
  }
  if (key === 'Escape') return { type: 'key.escape' };
  if (key === 'Delete' || key === 'Backspace') return { type: 'points.delete' };
  const arrow = ARROWS[key];
  if (arrow && onMap) {
    const step = shiftKey ? FAR_M : NUDGE_M;
    return { type: 'points.nudge', dx: arrow[0] * step, dy: arrow[1] * step };
  }
  const tool = TOOL_KEYS[small as keyof typeof TOOL_KEYS];
  return tool && onMap && !shiftKey ? { type: 'tool.pick', tool } : null;
}
