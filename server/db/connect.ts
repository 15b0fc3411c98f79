/** Creates a typed drizzle client over a connection pool. */
import { drizzle } from 'drizzle-orm/node-postgres';
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
  const begin = db.transaction.bind(db);
  db.transaction = (work, config) => begin((transaction) => holdingConnection(() => work(transaction)), config);
  return db;
}
