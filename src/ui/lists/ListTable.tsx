/** The rows of a list page: a table on a desktop, blocks on a phone, both from one declaration of columns. */
import { useSelector } from '@xstate/react';
import { selectIsMobile } from '../../machines/preferences/preferences.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { RowBlock, RowBlocks } from '../kit/RowBlocks.tsx';
import { Table, type TableProps } from '../kit/Table.tsx';
import { blockOf, type ListColumn, tableColumns } from './columns.ts';

export interface ListTableProps<Row> extends Omit<TableProps<Row>, 'columns'> {
  readonly columns: readonly ListColumn<Row>[];
  /** The row is obsolete: revoked, deleted. */
  readonly isGone?: ((row: Row) => boolean) | undefined;
}

export function ListTable<Row>({ columns, isGone, ...table }: ListTableProps<Row>) {
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  if (!mobile) return <Table {...table} columns={tableColumns(columns)} />;
  const { label, rows, idOf, onOpen } = table;
  return (
    <RowBlocks label={label}>
      {rows.map((row) => (
        <RowBlock
          key={idOf(row)}
          {...blockOf(columns, row)}
          gone={isGone?.(row)}
          onOpen={onOpen && (() => onOpen(idOf(row)))}
        />
      ))}
    </RowBlocks>
  );
}
