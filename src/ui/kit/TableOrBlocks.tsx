/** Rows of a list: a table on a desktop; on a phone each is a block of lines with its actions beside it. */
import '../styles/list.css';
import type { ReactNode } from 'react';
import { Table, type TableProps } from './Table.tsx';

export interface RowBlockProps {
  readonly title: ReactNode;
  readonly lines: readonly ReactNode[];
  /** Actions at the right: one menu, or one or two icon buttons. */
  readonly acts?: ReactNode;
  /** The row is obsolete. */
  readonly gone?: boolean | undefined;
  readonly onOpen?: (() => void) | undefined;
}
export interface TableOrBlocksProps<Row> extends TableProps<Row> {
  readonly mobile: boolean;
  readonly blockOf: (row: Row) => RowBlockProps;
}

export function RowBlock({ title, lines, acts, gone, onOpen }: RowBlockProps) {
  const text = (
    <>
      <b>{title}</b>
      {/* Index keys are safe: the lines of a row do not move. */}
      {lines.map((line, place) => (
        <span key={place}>{line}</span>
      ))}
    </>
  );
  return (
    <li data-gone={gone}>
      {onOpen ? (
        <button type="button" className="list-row" onClick={onOpen}>
          {text}
        </button>
      ) : (
        <div className="list-row">{text}</div>
      )}
      {acts}
    </li>
  );
}

export function RowBlocks({ label, children }: { readonly label?: string | undefined; readonly children: ReactNode }) {
  return (
    <ul className="list-rows" aria-label={label}>
      {children}
    </ul>
  );
}

export function TableOrBlocks<Row>({ mobile, blockOf, ...table }: TableOrBlocksProps<Row>) {
  if (!mobile) return <Table {...table} />;
  const { label, rows, idOf, onOpen } = table;
  return (
    <RowBlocks label={label}>
      {rows.map((row) => (
        <RowBlock key={idOf(row)} {...blockOf(row)} onOpen={onOpen && (() => onOpen(idOf(row)))} />
      ))}
    </RowBlocks>
  );
}
