/**
 * A list of up to a thousand rows. Up to a hundred rows are all rendered, so that find in page and printing work;
 * beyond that only visible rows are rendered. It scrolls by itself or with the page.
 */
import { type KeyboardEventHandler, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLoaded } from '../kit/useLoaded.ts';
import type { LongListRows } from './LongListWindow.ts';

const WHOLE_UP_TO = 100;

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

const loadWindow = () => import('./LongListWindow.ts');

export function LongList<Row>({
  rows,
  keyOf,
  chosen = null,
  withPage = false,
  gapPx = 0,
  rowPx,
  className,
  label,
  onKeyDown,
  children,
}: LongListProps<Row>) {
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const keys = rows.map(keyOf);
  const whole = keys.length <= WHOLE_UP_TO;
  const at = chosen === null ? -1 : keys.indexOf(chosen);
  useEffect(() => {
    if (whole && at >= 0 && !withPage)
      place.current?.querySelectorAll(':scope > ul > li')[at]?.scrollIntoView?.({ block: 'nearest' });
    // Only a new selection scrolls the list; reordered rows must not scroll it.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [chosen]);
  const windowing = useLoaded(loadWindow, !whole);
  const [visible, setVisible] = useState<LongListRows | null>(null);
  const placed = !whole && typeof windowing === 'object' ? visible : null;
  // Without the code for visible rows, all are rendered; while it loads, the first ones.
  const indexes = whole || windowing === 'failed' ? keys.keys() : keys.slice(0, WHOLE_UP_TO).keys();
  const shown = placed?.rows ?? Array.from(indexes, (index) => ({ index, top: 0 }));
  return (
    <div ref={place} className={className}>
      <ul
        ref={list}
        aria-label={label}
        className={placed ? 'relative' : 'grid'}
        style={placed ? { height: placed.height } : { rowGap: gapPx }}
        onKeyDown={onKeyDown}
      >
        {/* The same elements for a short and a long list, so that rows keep their focus when one becomes the other. */}
        {shown.map(({ index, top }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={keys[index]}
              ref={placed ? placed.measure : undefined}
              data-index={index}
              className={placed ? 'absolute inset-x-0 top-0' : undefined}
              style={placed ? { transform: `translateY(${top}px)` } : undefined}
              aria-setsize={placed ? keys.length : undefined}
              aria-posinset={placed ? index + 1 : undefined}
            >
              {children(row)}
            </li>
          );
        })}
      </ul>
      {!whole && typeof windowing === 'object' && (
        <windowing.LongListWindow
          list={list}
          keys={keys}
          rowPx={rowPx}
          gapPx={gapPx}
          withPage={withPage}
          chosen={chosen}
          at={at}
          scroller={() => (withPage ? (place.current?.closest<HTMLElement>('.main') ?? null) : place.current)}
          onRows={setVisible}
        />
      )}
    </div>
  );
}
