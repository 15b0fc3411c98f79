/**
 * A list of up to a thousand rows. Up to a hundred rows are all rendered, so that find in page and printing work;
 * beyond that only visible rows are rendered. It scrolls by itself or with the page.
 */
import { type KeyboardEventHandler, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { LongListRowsProps } from './LongListRows.tsx';

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

type WholeProps = Pick<LongListRowsProps, 'label' | 'keys' | 'gapPx' | 'onKeyDown' | 'children'>;

function Whole({ label, keys, gapPx, onKeyDown, children }: WholeProps) {
  return (
    <ul aria-label={label} className="grid" style={{ rowGap: gapPx }} onKeyDown={onKeyDown}>
      {keys.map((key, index) => (
        <li key={key}>{children(index)}</li>
      ))}
    </ul>
  );
}

const LongListRows = lazy(() =>
  import('./LongListRows.tsx').then(
    (loaded) => ({ default: loaded.LongListRows }),
    // Without the code for visible rows, all are rendered.
    () => ({ default: (props: LongListRowsProps) => <Whole {...props} /> }),
  ),
);

export function LongList<Row>({
  rows,
  keyOf,
  chosen = null,
  withPage = false,
  gapPx = 0,
  rowPx,
  className,
  children,
  ...list
}: LongListProps<Row>) {
  const place = useRef<HTMLDivElement>(null);
  const keys = rows.map(keyOf);
  const whole = keys.length <= WHOLE_UP_TO;
  const at = chosen === null ? -1 : keys.indexOf(chosen);
  useEffect(() => {
    if (whole && at >= 0 && !withPage)
      place.current?.querySelectorAll(':scope > ul > li')[at]?.scrollIntoView?.({ block: 'nearest' });
    // Only a new selection scrolls the list; reordered rows must not scroll it.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [chosen]);
  const row = (index: number): ReactNode => {
    const found = rows[index];
    return found !== undefined && children(found);
  };
  return (
    <div ref={place} className={className}>
      {whole ? (
        <Whole {...list} keys={keys} gapPx={gapPx}>
          {row}
        </Whole>
      ) : (
        <Suspense
          fallback={
            <Whole {...list} keys={keys.slice(0, WHOLE_UP_TO)} gapPx={gapPx}>
              {row}
            </Whole>
          }
        >
          <LongListRows
            {...list}
            keys={keys}
            rowPx={rowPx}
            gapPx={gapPx}
            withPage={withPage}
            chosen={chosen}
            at={at}
            scroller={() => (withPage ? (place.current?.closest<HTMLElement>('.main') ?? null) : place.current)}
          >
            {row}
          </LongListRows>
        </Suspense>
      )}
    </div>
  );
}
