/**
 * Tells which rows of a long list are visible and where they are, and renders nothing: the list keeps its rows when it
 * becomes long. Loaded for the first such list, because the virtualizer has 9 KiB.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const AHEAD = 6;
/** Assumed size until measured, so that the first render has rows. */
const FIRST_RECT = { width: 300, height: 600 };

/** The visible rows, and how to place them. */
export interface LongListRows {
  readonly rows: readonly { readonly index: number; /** px from the top of the list. */ readonly top: number }[];
  /** Height of all rows, px. */
  readonly height: number;
  /** For the `ref` of a visible row, whose height differs from the assumed one. */
  readonly measure: (row: Element | null) => void;
}

export interface LongListWindowProps {
  readonly list: RefObject<HTMLElement | null>;
  readonly keys: readonly string[];
  readonly rowPx: number;
  readonly gapPx: number;
  readonly withPage: boolean;
  readonly chosen: string | null;
  /** Index of the selected row, or -1. */
  readonly at: number;
  readonly scroller: () => HTMLElement | null;
  readonly onRows: (rows: LongListRows) => void;
}

export function LongListWindow({
  list,
  keys,
  rowPx,
  gapPx,
  withPage,
  chosen,
  at,
  scroller,
  onRows,
}: LongListWindowProps): null {
  /** Offset of the list within the scroll container, px. */
  const [begin, setBegin] = useState(0);
  useLayoutEffect(() => {
    if (!withPage || !list.current) return undefined;
    const measure = (): void => setBegin(list.current?.offsetTop ?? 0);
    measure();
    // Content above the list (an alarm banner) can appear and disappear, which moves the list.
    const sizes = new ResizeObserver(measure);
    for (const above of list.current.closest('.main')?.children ?? []) sizes.observe(above);
    return () => sizes.disconnect();
  }, [list, withPage]);
  const virtual = useVirtualizer({
    count: keys.length,
    getScrollElement: scroller,
    estimateSize: () => rowPx,
    gap: gapPx,
    overscan: AHEAD,
    scrollMargin: begin,
    initialRect: FIRST_RECT,
    getItemKey: (index) => keys[index] ?? index,
  });
  useEffect(() => {
    if (at >= 0 && !withPage) virtual.scrollToIndex(at, { align: 'auto' });
    // Only a new selection scrolls the list; reordered rows must not scroll it.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [chosen]);
  const told = useRef<LongListRows | null>(null);
  useLayoutEffect(() => {
    const rows: LongListRows = {
      rows: virtual.getVirtualItems().map(({ index, start }) => ({ index, top: start - begin })),
      height: virtual.getTotalSize(),
      measure: virtual.measureElement,
    };
    // Telling the list makes it render, and this again.
    if (told.current !== null && isSame(told.current, rows)) return;
    told.current = rows;
    onRows(rows);
  });
  return null;
}

const isSame = (one: LongListRows, other: LongListRows): boolean =>
  one.height === other.height &&
  one.rows.length === other.rows.length &&
  one.rows.every(({ index, top }, at) => other.rows[at]?.index === index && other.rows[at].top === top);
