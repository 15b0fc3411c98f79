/**
 * Inserts thousands of rows in few statements with one JSON parameter each: one parameter per value costs more than
 * writing the rows.
 */
import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** Rows per statement: the event loop is free while the database writes a chunk. */
const CHUNK = 500;

/** Columns missing in all rows take their defaults. @param conflict what happens with rows that exist already */
export async function bulkInsert<Table extends PgTable>(
  db: Db,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  conflict: SQL = sql`do nothing`,
): Promise<void> {
  if (rows.length === 0) return;
  const named = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(([key]) => named.has(key));
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  for (let from = 0; from < rows.length; from += CHUNK) {
    const told = rows
      .slice(from, from + CHUNK)
      .map((row) =>
        Object.fromEntries(
          columns.map(([key, column]) => [column.name, toldOf(column, (row as Record<string, unknown>)[key])]),
        ),
      );
    await db.execute(
      sql`insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(told)}::jsonb) on conflict ${conflict}`,
    );
  }
}

const toldOf = (column: PgColumn, value: unknown): unknown =>
  value === null || value === undefined
    ? null
    : column.getSQLType() === 'jsonb'
      ? value
      : column.mapToDriverValue(value);
