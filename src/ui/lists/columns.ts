/**
 * Columns of a list, declared once for the table and the blocks of a phone; files are exported by the server, whole:
 *
 *   const columns: readonly ListColumn<Account>[] = [
 *     { id: 'name', head: t('shared.personName'), text: (row) => row.nickname, phone: 'title', sortable: true },
 *     { id: 'state', head: t('common.status'), cell: (row) => <AccountState account={row} /> },
 *     { id: 'acts', head: t('common.actions'), cell: (row) => <AccountMenu account={row} />, acts: true },
 *   ];
 */
import { createElement, Fragment, type ReactNode } from 'react';
import type { Column } from '../kit/Table.tsx';
import type { RowBlockProps } from '../kit/RowBlocks.tsx';

/** Place in a row's block on a phone: the title, a line of its own, beside the line before it, or none. */
export type PhonePlace = 'title' | 'line' | 'beside' | 'hidden';

interface ListColumnBase<Row> extends Omit<Column<Row>, 'cell' | 'acts'> {
  /** 'line' if omitted. */
  readonly phone?: PhonePlace | undefined;
  /** What the phone shows, if it differs from the cell; null shows nothing. */
  readonly phoneCell?: ((row: Row) => ReactNode) | undefined;
}
/** A column has a text or a cell. */
interface TextColumn<Row> extends ListColumnBase<Row> {
  readonly text: (row: Row) => string | number;
  readonly cell?: undefined;
  readonly acts?: undefined;
}
interface CellColumn<Row> extends ListColumnBase<Row> {
  readonly text?: undefined;
  readonly cell: (row: Row) => ReactNode;
  /** Row actions: at the end of the row in the table, beside the block on a phone. */
  readonly acts?: boolean | undefined;
}
export type ListColumn<Row> = TextColumn<Row> | CellColumn<Row>;

const cellOf = <Row>(column: ListColumn<Row>, row: Row): ReactNode =>
  column.cell ? column.cell(row) : column.text(row);
const isEmpty = (node: ReactNode): boolean => node === null || node === undefined || node === false || node === '';

/** For kit/Table. */
export const tableColumns = <Row>(columns: readonly ListColumn<Row>[]): Column<Row>[] =>
  columns.map((column) => ({ ...column, cell: (row) => cellOf(column, row) }));

/** For kit/RowBlocks. */
export function blockOf<Row>(columns: readonly ListColumn<Row>[], row: Row): RowBlockProps {
  const titles: ReactNode[] = [];
  const lines: ReactNode[][] = [];
  let acts: ReactNode;
  for (const column of columns) {
    if (column.acts === true) {
      acts = cellOf(column, row);
      continue;
    }
    const { phone = 'line' } = column;
    const node = phone === 'hidden' ? null : column.phoneCell ? column.phoneCell(row) : cellOf(column, row);
    if (isEmpty(node)) continue;
    const last = lines.at(-1);
    if (phone === 'title') titles.push(node);
    else if (phone === 'beside' && last) last.push(node);
    else lines.push([node]);
  }
  return { title: joined(titles), lines: lines.map(joined), acts };
}

/** "Porter 1 · 12 min". */
const joined = (nodes: readonly ReactNode[]): ReactNode =>
  nodes.map((node, index) => createElement(Fragment, { key: index }, index > 0 && ' · ', node));
