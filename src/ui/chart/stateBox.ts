/** Minimum size of a state for its text, and the positions of the text in it, px. */
import type { ChartState } from './chartOf.ts';
import type { Routes } from './chartRoutes.ts';
import { LINE_HEIGHT, stateText, type TextBlock } from './chartText.ts';
import { textWidth } from './textWidth.ts';

export interface StateBox {
  /** Width of a leaf; for a state with children, the minimum that its head needs. */
  readonly width: number;
  readonly height: number;
  /** Height of the name and the lines under it, including the margin above. */
  readonly head: number;
  readonly text: TextBlock;
  readonly textAt: { readonly x: number; readonly y: number };
  readonly nameAt: { readonly x: number; readonly y: number; readonly centred: boolean };
}

const PAD_X = 14;
const PAD_Y = 10;
const NAME_GAP = 2;
const LEAF_WIDTH = 64;
const LEAF_HEIGHT = 38;
const HISTORY = 26;
/** Gap between a head and the content below. */
export const HEAD_GAP = 14;

/** Space for the heads of several arrows on one side. */
const ARROW_PX = 9;
const MOST_ARROWS = 12;

export function boxOf(state: ChartState, { inner, routes }: Routes): StateBox {
  const text = stateText(state, inner.get(state.id) ?? []);
  const leaf = state.states.length === 0;
  const bare = text.height === 0;
  if (state.type === 'history')
    return {
      width: HISTORY,
      height: HISTORY,
      head: HISTORY,
      text,
      textAt: { x: 0, y: 0 },
      nameAt: { x: HISTORY / 2, y: 17, centred: true },
    };
  const head = PAD_Y + LINE_HEIGHT.title + (bare ? 0 : NAME_GAP + text.height);
  const arrows = leaf
    ? Math.min(MOST_ARROWS, routes.filter(({ source, target }) => source === state.id || target === state.id).length) *
      ARROW_PX
    : 0;
  const width = Math.ceil(
    Math.max(LEAF_WIDTH, arrows, textWidth(state.key, 'title') + 2 * PAD_X, text.width + 2 * PAD_X),
  );
  const height = Math.max(LEAF_HEIGHT, arrows, head + PAD_Y);
  const centred = leaf && bare;
  return {
    width,
    height,
    head,
    text,
    textAt: { x: PAD_X, y: PAD_Y + LINE_HEIGHT.title + NAME_GAP },
    nameAt: centred ? { x: width / 2, y: height / 2 + 4.5, centred } : { x: PAD_X, y: PAD_Y + 13, centred },
  };
}
