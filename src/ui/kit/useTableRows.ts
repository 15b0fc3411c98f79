/** The rendered rows of a long table, and the heights of the gaps before and after them, px. */
import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Up to this number all rows are rendered, so that find in page and printing work. */
const WHOLE_UP_TO = 200;
const ROW_PX = 40;
const OVERSCAN = 12;

export interface TableRows {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

export function useTableRows(scroller: RefObject<HTMLElement | null>, count: number): TableRows {
  const whole = count <= WHOLE_UP_TO;
  const virtual = useVirtualizer({
    count,
    enabled: !whole,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  if (whole) return { from: 0, to: count, before: 0, after: 0 };
  const items = virtual.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  return { from, to, before: from * ROW_PX, after: (count - to) * ROW_PX };
}
