/**
 * Tells which rows of a long table are visible, and renders nothing: the table keeps its rows when it becomes long.
 * Loaded for the first such table, because the virtualizer has 9 KiB.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect } from 'react';

const MEDIUM_PX = 40;
/** The height of a row at the chosen density. */
const rowHeight = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--h-row')) || MEDIUM_PX;
const OVERSCAN = 12;
/** Until the table is measured, which is after the first time that it is drawn. */
const FIRST_RECT = { width: 1_000, height: 800 };

/** The rendered rows, and the heights of the gaps before and after them, px. */
export interface TableRows {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

export interface TableWindowProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Constant. */
  readonly onRows: (rows: TableRows) => void;
}

export function TableWindow({ scroller, count, onRows }: TableWindowProps): null {
  const rowPx = rowHeight();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    initialRect: FIRST_RECT,
  });
  useEffect(() => virtual.measure(), [virtual, rowPx]);
  const items = virtual.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  useLayoutEffect(
    () => onRows({ from, to, before: from * rowPx, after: (count - to) * rowPx }),
    [onRows, from, to, count, rowPx],
  );
  return null;
}
