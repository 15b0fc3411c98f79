/** Where a tip goes: above its thing if there is room, else below, kept inside the window. Pure. */

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

export interface TipPlace {
  readonly left: number;
  readonly top: number;
  readonly side: 'top' | 'bottom';
  /** Where the little corner points, px from the tip's left edge. */
  readonly at: number;
}

const GAP_PX = 8;
const EDGE_PX = 8;
/** The corner keeps clear of the tip's rounded ends. */
const CORNER_PX = 12;

export function tipPlace(anchor: Box, tip: Size, view: Size): TipPlace {
  const middle = anchor.left + anchor.width / 2;
  const left = Math.max(EDGE_PX, Math.min(middle - tip.width / 2, view.width - tip.width - EDGE_PX));
  const above = anchor.top - tip.height - GAP_PX;
  const side = above >= EDGE_PX ? 'top' : 'bottom';
  const top = side === 'top' ? above : anchor.top + anchor.height + GAP_PX;
  return { left, top, side, at: Math.max(CORNER_PX, Math.min(middle - left, tip.width - CORNER_PX)) };
}
