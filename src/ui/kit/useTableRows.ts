/** The rendered rows of a long table, and the heights of the gaps before and after them, px. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';

/** Up to this number all rows are rendered, so that find in page and printing work. */
const WHOLE_UP_TO = 200;
const MEDIUM_PX = 40;
/** The height of a row at the chosen density. */
const rowHeight = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--h-row')) || MEDIUM_PX;
const OVERSCAN = 12;

export interface TableRows {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

export function useTableRows(scroller: RefObject<HTMLElement | null>, count: number): TableRows {
  const whole = count <= WHOLE_UP_TO;
  const rowPx = rowHeight();
  const virtual = useVirtualizer({
    count,
    enabled: !whole,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
  });
  useEffect(() => virtual.measure(), [virtual, rowPx]);
  if (whole) return { from: 0, to: count, before: 0, after: 0 };
  const items = virtual.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  return { from, to, before: from * rowPx, after: (count - to) * rowPx };
}
