/**
 * A list of up to a thousand rows. Up to a hundred rows are all rendered, so that find in page and printing work;
 * beyond that only visible rows are rendered. It scrolls by itself or with the page.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEventHandler, type ReactNode } from 'react';

const WHOLE_UP_TO = 100;
const AHEAD = 6;
/** Assumed size until measured, so that the first render has rows. */
const FIRST_RECT = { width: 300, height: 600 };

export interface LongListProps<Row> {
  readonly label?: string | undefined;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** px; assumed height of a row until measured. */
  readonly rowPx: number;
  readonly gapPx?: number;
  /** The page scrolls instead of the list: the scroll container is the nearest `.main`. */
  readonly withPage?: boolean;
  /** Key of the selected row; a new selection scrolls it into view. */
  readonly chosen?: string | null;
  readonly className: string;
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined;
  readonly children: (row: Row) => ReactNode;
}

export function LongList<Row>(props: LongListProps<Row>) {
  const { rows, keyOf, chosen = null, withPage = false, className } = props;
  const place = useRef<HTMLDivElement>(null);
  const whole = rows.length <= WHOLE_UP_TO;
  const at = chosen === null ? -1 : rows.findIndex((row) => keyOf(row) === chosen);
  useEffect(() => {
    if (whole && at >= 0 && !withPage)
      place.current?.querySelectorAll(':scope > ul > li')[at]?.scrollIntoView?.({ block: 'nearest' });
    // Only a new selection scrolls the list; reordered rows must not scroll it.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [chosen]);
  return (
    <div ref={place} className={className}>
      {whole ? (
        <Whole {...props} />
      ) : (
        <Windowed
          {...props}
          scroller={() => (withPage ? (place.current?.closest<HTMLElement>('.main') ?? null) : place.current)}
          at={at}
        />
      )}
    </div>
  );
}

function Whole<Row>({ label, rows, keyOf, gapPx = 0, onKeyDown, children }: LongListProps<Row>) {
  return (
    <ul aria-label={label} className="grid" style={{ rowGap: gapPx }} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <li key={keyOf(row)}>{children(row)}</li>
      ))}
    </ul>
  );
}

function Windowed<Row>({
  label,
  rows,
  keyOf,
  rowPx,
  gapPx = 0,
  withPage = false,
  chosen,
  onKeyDown,
  children,
  scroller,
  at,
}: LongListProps<Row> & { readonly scroller: () => HTMLElement | null; readonly at: number }) {
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
    count: rows.length,
    getScrollElement: scroller,
    estimateSize: () => rowPx,
    gap: gapPx,
    overscan: AHEAD,
    scrollMargin: begin,
    initialRect: FIRST_RECT,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
  });
  useEffect(() => {
    if (at >= 0 && !withPage) virtual.scrollToIndex(at, { align: 'auto' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above: only a new choice
  }, [chosen]);
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        return (
          row !== undefined && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - begin}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              {children(row)}
            </li>
          )
        );
      })}
    </ul>
  );
}
