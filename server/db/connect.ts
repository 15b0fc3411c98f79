/** Creates a typed drizzle client over a connection pool. */
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { assertNoneHeld, holdingConnection } from './connectionScope.ts';
import type { Db } from './database.ts';
import * as schema from './schema.ts';

const guarded = new WeakSet<pg.Pool>();

/** Checks every connection request to this pool, including those by `pool.query`. */
export function guardPool(pool: pg.Pool): void {
  if (guarded.has(pool)) return;
  guarded.add(pool);
  const take = pool.connect.bind(pool) as (...args: unknown[]) => unknown; // two overloads, with and without a callback
  pool.connect = ((...args: unknown[]) => {
    assertNoneHeld('a second connection was requested');
    return take(...args);
  }) as typeof pool.connect;
}

export function connect(pool: pg.Pool): Db {
  guardPool(pool);
  const db = drizzle(pool, { schema });
  const dialect = new PgDialect();
  const { schema: tables, fullSchema, tableNamesMap } = db._;
  const relational = tables && { schema: tables, fullSchema, tableNamesMap };
  // Not drizzle's own, which keeps the connection for ever if BEGIN fails: after an outage the pool would be smaller by
  // each connection that was lost then.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    let failure: { error: unknown } | null = null;
    let isClean = false;
    try {
      const done = await new NodePgSession<typeof schema, ExtractTablesWithRelations<typeof schema>>(
        client,
        dialect,
        relational,
      ).transaction(
        (transaction) =>
          holdingConnection(() => work(transaction)).catch((error: unknown) => {
            failure = { error };
            throw error;
          }),
        config,
      );
      isClean = true;
      return done;
    } catch (error) {
      // Otherwise BEGIN, COMMIT or ROLLBACK failed: the connection may still be in a transaction.
      isClean = (failure as { error: unknown } | null)?.error === error;
      throw error;
    } finally {
      client.release(!isClean);
    }
  };
  return db;
}
