/** Keyboard shortcuts of drawing, active unless a text field has the focus. */
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { DRAW_STEP_M } from '../../../../contract/rules/drawFloor/limits.ts';
import type { DrawTool, FloorDrawingEvent } from '../../../machines/floorDrawing/floorDrawing.setup.ts';

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}
const FAR_M = 1;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const TOOL_KEYS: Readonly<Record<string, DrawTool>> = {
  v: 'select',
  h: 'pan',
  w: 'wall',
  r: 'room',
  d: 'door',
  e: 'erase',
};

/**
 * null: not a shortcut, or left to a list or the browser.
 * @param onFloor the drawing has the focus: only there do arrows, Enter and single letters act
 * @param isLine a wall is being drawn: digits are its length
 * @param middle of what is shown, where the cursor starts
 */
export function drawKey(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Key,
  { onFloor, isLine, middle }: { readonly onFloor: boolean; readonly isLine: boolean; readonly middle: Place },
): FloorDrawingEvent | null {
  if (altKey) return null;
  const small = key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (small === 'z') return { type: shiftKey ? 'history.redo' : 'history.undo' };
    if (small === 'y') return { type: 'history.redo' };
    return small === 's' ? { type: 'save.send' } : null;
  }
  if (key === 'Escape') return { type: 'key.escape' };
  if (onFloor && isLine && (/^[\d.,]$/u.test(key) || key === 'Backspace')) return { type: 'length.key', key };
  if (key === 'Delete' || key === 'Backspace') return { type: 'part.erase' };
  if (!onFloor) return null;
  const arrow = ARROWS[key];
  if (arrow) {
    const step = shiftKey ? FAR_M : DRAW_STEP_M;
    return { type: 'cursor.move', dx: arrow[0] * step, dy: arrow[1] * step, middle };
  }
  if (key === 'Enter') return { type: 'cursor.set', middle };
  const tool = TOOL_KEYS[small];
  return tool && !shiftKey ? { type: 'tool.pick', tool } : null;
}
