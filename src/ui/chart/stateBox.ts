/** How large a state must at least be for its words, and where in it they stand, px. */
import type { ChartState } from './chartOf.ts';
import type { Routes } from './chartRoutes.ts';
import { LINE_HEIGHT, stateText, type TextBlock } from './chartText.ts';
import { textWidth } from './textWidth.ts';

export interface StateBox {
  /** Of a leaf; of a state with others in it, the least that its head needs. */
  readonly width: number;
  readonly height: number;
  /** Height of the name and the lines under it, with the margin above. */
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
/** Between a head and what stands under it. */
export const HEAD_GAP = 14;

/** Room for the heads of many arrows at one side. */
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
