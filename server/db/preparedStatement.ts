/**
 * Prepared statements for hot paths: their SQL is built once, because building it costs more than executing it. They also
 * run inside transactions, of which each has a database object of its own: only the connection is exchanged then.
 */
import { getTableColumns, is, sql, SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** What of drizzle's session a prepared query has. */
interface Connection {
  client: unknown;
  logger: unknown;
}

export function preparedStatement<Statement extends object>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  let built: Statement | undefined;
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    let statement = known.get(db);
    if (statement === undefined) {
      const { client, logger } = (db as unknown as { session: Connection }).session;
      // The connection of the first caller is not kept. The rest is the SQL and the columns, the same for every database.
      built ??= Object.assign(prepare(db), { client: null });
      statement = Object.create(built, { client: { value: client }, logger: { value: logger } }) as Statement;
      known.set(db, statement);
    }
    return statement;
  };
}

/**
 * A prepared insert of a row, of which columns can be missing: they take their defaults.
 * @param prepare the statement that inserts these values
 * @returns the values that a row is executed with
 */
export function preparedInsert<Table extends PgTable, Statement extends object>(
  table: Table,
  prepare: (db: Db, values: Table['$inferInsert']) => Statement,
): { statement: (db: Db) => Statement; valuesOf: (row: Table['$inferInsert']) => Record<string, unknown> } {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>);
  const values = placeholdersOf(table, []);
  const missing: Record<string, unknown> = {};
  for (const [key, { default: usual }] of columns) {
    missing[key] = is(usual, SQL) ? null : (usual ?? null);
    // The database works it out. A column with such a default is never null.
    if (is(usual, SQL)) values[key] = sql`coalesce(${values[key]}, ${usual})`;
  }
  return {
    statement: preparedStatement((db) => prepare(db, values as Table['$inferInsert'])),
    valuesOf: (row) => ({ ...missing, ...row }),
  };
}

/** For `set` of a prepared update: each column of a table takes the value that has its name. Values can be null. */
export function placeholdersOf(table: PgTable, without: readonly string[]): Record<string, SQL> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([key]) => !without.includes(key))
      .map(([key, column]) => {
        // drizzle passes null to the column, which turns it into a JSON null or fails.
        const encoder = {
          mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
        };
        return [key, sql`${sql.param(sql.placeholder(key), encoder)}`];
      }),
  );
}
