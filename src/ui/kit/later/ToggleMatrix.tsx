/**
 * Rows and columns of checkboxes: elevators and floors, libraries and robots. One tab stop; arrows, Home and End move, Space
 * toggles. On a phone it scrolls sideways below a fixed first column.
 */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Checkbox } from '../Checkbox.tsx';

export interface MatrixHead {
  readonly id: string;
  readonly label: string;
  /** Instead of the label: a drawing above a name. */
  readonly content?: ReactNode;
}
export interface MatrixCell {
  readonly checked: boolean | 'mixed';
  readonly disabledReason?: string | undefined;
  /** Below the checkbox: "since 14:02". */
  readonly note?: ReactNode;
}
export interface ToggleMatrixProps {
  readonly label: string;
  /** Names the rows, above their heads: "Elevator". */
  readonly corner: string;
  readonly rows: readonly MatrixHead[];
  readonly columns: readonly MatrixHead[];
  /** null: this pair does not exist. */
  readonly cellOf: (row: string, column: string) => MatrixCell | null;
  /** Accessible name of a checkbox: "Elevator 1 stops at floor 2". */
  readonly nameOf: (row: MatrixHead, column: MatrixHead) => string;
  readonly onToggle: (row: string, column: string, on: boolean) => void;
}

interface Place {
  readonly row: number;
  readonly column: number;
}
const HEAD = 'h-10 px-3 text-12 font-medium text-text-2';
const ROW_HEAD = 'sticky left-0 z-1 bg-surface px-3 text-left text-13 font-medium whitespace-nowrap';
/** The whole cell is the target. */
const CELL =
  'h-10 min-w-11 px-3 text-center max-desk:h-11 [&_.check]:size-6 [&_.check]:justify-center max-desk:[&_.check]:size-11';

/** Where a key leads; null if it is not one of these keys. */
function placeAfter(key: string, isFar: boolean, { row, column }: Place, last: Place): Place | null {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 };
    case 'End':
      return { row: isFar ? last.row : row, column: last.column };
    default:
      return null;
  }
}

export function ToggleMatrix({ label, corner, rows, columns, cellOf, nameOf, onToggle }: ToggleMatrixProps) {
  const table = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState<Place | null>(null);
  const isThere = ({ row, column }: Place): boolean => {
    const [rowHead, columnHead] = [rows[row], columns[column]];
    return rowHead !== undefined && columnHead !== undefined && cellOf(rowHead.id, columnHead.id) !== null;
  };
  const places = rows.flatMap((_, row) => columns.map((__, column) => ({ row, column })));
  // The last focused place can be gone.
  const tabStop = stop && isThere(stop) ? stop : places.find(isThere);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    if (!tabStop || event.altKey || event.metaKey) return;
    const last = { row: rows.length - 1, column: columns.length - 1 };
    let next = placeAfter(event.key, event.ctrlKey, tabStop, last);
    if (!next) return;
    // At an edge too: the page must not scroll, and on a robot's page an unhandled arrow drives.
    event.preventDefault();
    const isWithin = ({ row, column }: Place): boolean =>
      row >= 0 && row <= last.row && column >= 0 && column <= last.column;
    // Pairs that do not exist are stepped over, inwards from an end.
    const step = event.key === 'Home' ? 'ArrowRight' : event.key === 'End' ? 'ArrowLeft' : event.key;
    while (next && isWithin(next) && !isThere(next)) next = placeAfter(step, false, next, last);
    if (!next || !isThere(next)) return;
    table.current?.querySelector<HTMLInputElement>(`[data-place="${next.row} ${next.column}"] input`)?.focus();
  };
  return (
    <div className="min-w-0 overflow-x-auto">
      <table
        ref={table}
        role="grid"
        aria-label={label}
        className="border-separate border-spacing-0"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} sticky left-0 z-1 bg-surface text-left`}>
              {corner}
            </th>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={HEAD}>
                {column.content ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:border-t [&_td]:border-line [&_th]:border-t [&_th]:border-line">
          {rows.map((row, rowIndex) => (
            <tr key={row.id}>
              <th scope="row" className={ROW_HEAD}>
                {row.content ?? row.label}
              </th>
              {columns.map((column, columnIndex) => {
                const cell = cellOf(row.id, column.id);
                const isStop = tabStop?.row === rowIndex && tabStop.column === columnIndex;
                return (
                  <td
                    key={column.id}
                    className={CELL}
                    data-place={`${rowIndex} ${columnIndex}`}
                    onFocus={() => setStop({ row: rowIndex, column: columnIndex })}
                  >
                    {cell ? (
                      <>
                        <Checkbox
                          hideLabel
                          label={nameOf(row, column)}
                          checked={cell.checked}
                          disabledReason={cell.disabledReason}
                          tabIndex={isStop ? 0 : -1}
                          onChange={(on) => onToggle(row.id, column.id, on)}
                        />
                        {cell.note !== undefined && <span className="block text-11 text-text-2">{cell.note}</span>}
                      </>
                    ) : (
                      <span className="text-text-2">—</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
