/** Rows of a list: a table on a desk; on a phone each is a block of lines, its acts beside it. */
import '../styles/list.css';
import type { ReactNode } from 'react';
import { Table, type TableProps } from './Table.tsx';

export interface RowBlockProps {
  readonly title: ReactNode;
  readonly lines: readonly ReactNode[];
  /** At the right: one menu, one or two icons. */
  readonly acts?: ReactNode;
  /** It is of no more use. */
  readonly gone?: boolean | undefined;
  readonly onOpen?: (() => void) | undefined;
}
export interface TableOrBlocksProps<Row> extends TableProps<Row> {
  readonly mobile: boolean;
  readonly blockOf: (row: Row) => RowBlockProps;
}

export function RowBlock({ title, lines, acts, gone, onOpen }: RowBlockProps) {
  const words = (
    <>
      <b>{title}</b>
      {/* The lines of a row keep their places. */}
      {lines.map((line, place) => (
        <span key={place}>{line}</span>
      ))}
    </>
  );
  return (
    <li data-gone={gone}>
      {onOpen ? (
        <button type="button" className="list-row" onClick={onOpen}>
          {words}
        </button>
      ) : (
        <div className="list-row">{words}</div>
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
