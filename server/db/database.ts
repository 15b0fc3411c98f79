/** The database interface of repositories and their callers. */
import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as schema from './schema.ts';

/** The database, or a transaction on it. */
export type Db = Pick<
  NodePgDatabase<typeof schema>,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | 'transaction'
  | 'query'
>;

/** Resolves when the database answers. @throws its error */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}
