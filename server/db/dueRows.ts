/**
 * Which of several tables have rows that are due, by one statement: almost always none has. Each condition is the one by
 * which its repository takes the rows.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

export type DueCheck = SQL<boolean>;

/** @param order as the rows are taken, so that both use the same index: the planner knows little about times that pass */
export const anyRow = (table: PgTable, where: SQL | undefined, order: readonly (PgColumn | SQL)[] = []): DueCheck =>
  sql<boolean>`coalesce((select true from ${table} where ${where} ${
    order.length === 0 ? sql.empty() : sql`order by ${sql.join([...order], sql`, `)}`
  } limit 1), false)`;

/** @returns in the order of the checks */
export async function whichAreDue(db: Db, checks: readonly DueCheck[]): Promise<boolean[]> {
  if (checks.length === 0) return [];
  const { rows } = await db.execute<{ due: boolean[] }>(sql`select array[${sql.join([...checks], sql`, `)}] as due`);
  return rows[0]?.due ?? [];
}
