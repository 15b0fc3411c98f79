/**
 * Which of several tables have rows that are due, by one statement: almost always none has. Each condition is the one by
 * which its repository takes the rows.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

export type DueCheck = SQL<boolean>;

export const anyRow = (table: PgTable, where: SQL | undefined): DueCheck =>
  sql<boolean>`exists (select from ${table} where ${where})`;

/** @returns in the order of the checks */
export async function whichAreDue(db: Db, checks: readonly DueCheck[]): Promise<boolean[]> {
  if (checks.length === 0) return [];
  const { rows } = await db.execute<{ due: boolean[] }>(sql`select array[${sql.join([...checks], sql`, `)}] as due`);
  return rows[0]?.due ?? [];
}
