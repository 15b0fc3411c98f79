/** Data table: sticky header, sorting, row selection; with more than 200 rows only visible rows are rendered. */
import { useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { Checkbox } from './Checkbox.tsx';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { useScrolls } from './useScrolls.ts';
import type { TableRows } from './TableWindow.ts';
import { useLoaded } from './useLoaded.ts';

export interface Column<Row> {
  readonly id: string;
  /** Visually hidden for the column of row actions. */
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly sortable?: boolean | undefined;
  /** Right-aligned numbers. */
  readonly numeric?: boolean | undefined;
  /** Row actions: right-aligned, subdued until the row is hovered. */
  readonly acts?: boolean | undefined;
  /** A class for both header and cells: "wide:hidden", "w-44". */
  readonly className?: string | undefined;
}

export interface Sort {
  readonly column: string;
  readonly down: boolean;
}

export interface Ticking {
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (id: string, on: boolean) => void;
  readonly onTickAll: (on: boolean) => void;
  readonly allLabel: string;
  /** "Tick Porter 1". */
  readonly rowLabel: (id: string) => string;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort) => void) | undefined;
  readonly ticking?: Ticking | undefined;
  /** The row whose details are open. */
  readonly current?: string | undefined;
  readonly onOpen?: ((id: string) => void) | undefined;
}

/** Up to this number all rows are rendered, so that find in page and printing work. */
const WHOLE_UP_TO = 200;
const first = (count: number): TableRows => ({ from: 0, to: count, before: 0, after: 0 });
const loadWindow = () => import('./TableWindow.ts');

function ariaSort(column: string, sort: Sort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort?.column !== column) return 'none';
  return sort.down ? 'descending' : 'ascending';
}

/** A press on a button or link in a row, or in a menu that it opened elsewhere, does not count as a press on the row. */
const isOwnPress = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Element && (target.closest('a, button, input, label') !== null || !currentTarget.contains(target));

export function Table<Row>({ label, columns, rows, idOf, sort, onSort, ticking, current, onOpen }: TableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(scroller);
  const isLong = rows.length > WHOLE_UP_TO;
  const windowing = useLoaded(loadWindow, isLong);
  const [visible, setVisible] = useState<TableRows | null>(null);
  const cellClass = (column: Column<Row>): string | undefined =>
    classes(column.numeric === true && 'num', column.acts === true && 'acts', column.className) || undefined;
  const wholeTick =
    ticking === undefined || rows.length === 0 ? false : rows.every((row) => ticking.ticked.has(idOf(row)));
  const someTick = ticking !== undefined && ticking.ticked.size > 0;
  const span = columns.length + (ticking === undefined ? 0 : 1);

  /** The same elements for a short and a long table, so that rows keep their focus when one becomes the other. */
  const shown = ({ from, to, before, after }: TableRows): ReactNode => (
    <>
      {before > 0 && (
        <tr aria-hidden="true">
          <td colSpan={span} style={{ height: before, padding: 0 }} />
        </tr>
      )}
      {rows.slice(from, to).map((row, index) => {
        const id = idOf(row);
        const ticked = ticking?.ticked.has(id);
        const open = (event: MouseEvent): void => {
          if (!isOwnPress(event)) onOpen?.(id);
        };
        const onKeyDown = (event: KeyboardEvent): void => {
          if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(id);
        };
        return (
          <tr
            key={id}
            aria-rowindex={from + index + 2}
            aria-selected={ticked}
            aria-current={id === current || undefined}
            data-opens={onOpen !== undefined}
            data-row={onOpen === undefined ? undefined : id}
            tabIndex={onOpen === undefined ? undefined : 0}
            onClick={onOpen === undefined ? undefined : open}
            onKeyDown={onOpen === undefined ? undefined : onKeyDown}
          >
            {ticking !== undefined && (
              <td>
                <Checkbox
                  label={ticking.rowLabel(id)}
                  hideLabel
                  checked={ticked === true}
                  onChange={(on) => ticking.onTick(id, on)}
                />
              </td>
            )}
            {columns.map((column) => (
              <td key={column.id} className={cellClass(column)}>
                {column.acts === true ? <div>{column.cell(row)}</div> : column.cell(row)}
              </td>
            ))}
          </tr>
        );
      })}
      {after > 0 && (
        <tr aria-hidden="true">
          <td colSpan={span} style={{ height: after, padding: 0 }} />
        </tr>
      )}
    </>
  );

  const visibleOf = (): TableRows => {
    // Without the code for visible rows, all are rendered; while it loads, the first ones.
    if (!isLong || windowing === 'failed') return first(rows.length);
    return typeof windowing === 'object' && visible ? visible : first(WHOLE_UP_TO);
  };

  return (
    <div ref={scroller} className="table-scroll" tabIndex={scrolls ? 0 : -1}>
      <table className="table" aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {ticking !== undefined && (
              <th className="table-tick">
                <Checkbox
                  label={ticking.allLabel}
                  hideLabel
                  checked={wholeTick || (someTick ? 'mixed' : false)}
                  onChange={ticking.onTickAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cellClass(column)}
                aria-sort={column.sortable === true ? ariaSort(column.id, sort) : undefined}
              >
                {column.sortable === true ? (
                  <button
                    type="button"
                    className="table-sort"
                    onClick={() => onSort?.({ column: column.id, down: sort?.column === column.id && !sort.down })}
                  >
                    {column.head}
                    <Icon of={ArrowDown} size={12} />
                  </button>
                ) : column.acts === true ? (
                  <span className="sr-only">{column.head}</span>
                ) : (
                  column.head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{shown(visibleOf())}</tbody>
      </table>
      {isLong && typeof windowing === 'object' && (
        <windowing.TableWindow scroller={scroller} count={rows.length} onRows={setVisible} />
      )}
    </div>
  );
}
