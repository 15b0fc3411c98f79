/**
 * Where a tooltip goes: above its anchor if there is room, else below, inside the window. Pure. Radix's Popper does the same, but the
 * sign-in page would load 10 KiB more for it, after compression.
 */

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

export interface TooltipPlacement {
  readonly left: number;
  readonly top: number;
  readonly side: 'top' | 'bottom';
  /** Where the arrow points, px from the tooltip's left edge. */
  readonly at: number;
}

const GAP_PX = 8;
const EDGE_PX = 8;
/** Keeps the arrow clear of the tooltip's rounded corners. */
const ARROW_PX = 12;

export function tooltipPlacement(anchor: Box, tip: Size, view: Size): TooltipPlacement {
  const middle = anchor.left + anchor.width / 2;
  const left = Math.max(EDGE_PX, Math.min(middle - tip.width / 2, view.width - tip.width - EDGE_PX));
  const above = anchor.top - tip.height - GAP_PX;
  const side = above >= EDGE_PX ? 'top' : 'bottom';
  const top = side === 'top' ? above : anchor.top + anchor.height + GAP_PX;
  return { left, top, side, at: Math.max(ARROW_PX, Math.min(middle - left, tip.width - ARROW_PX)) };
}
