/** Renders the visible rows of a long list. Loaded for the first such list, because the virtualizer has 9 KiB. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEventHandler, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

const AHEAD = 6;
/** Assumed size until measured, so that the first render has rows. */
const FIRST_RECT = { width: 300, height: 600 };

export interface LongListRowsProps {
  readonly label?: string | undefined;
  readonly keys: readonly string[];
  readonly rowPx: number;
  readonly gapPx: number;
  readonly withPage: boolean;
  readonly chosen: string | null;
  /** Index of the selected row, or -1. */
  readonly at: number;
  readonly scroller: () => HTMLElement | null;
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined;
  readonly children: (index: number) => ReactNode;
}

export function LongListRows({
  label,
  keys,
  rowPx,
  gapPx,
  withPage,
  chosen,
  at,
  scroller,
  onKeyDown,
  children,
}: LongListRowsProps) {
  const list = useRef<HTMLUListElement>(null);
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
  }, [withPage]);
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
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start - begin}px)` }}
          aria-setsize={keys.length}
          aria-posinset={index + 1}
        >
          {children(index)}
        </li>
      ))}
    </ul>
  );
}
