/**
 * A separate database per test, in the PostgreSQL that services.setup.ts started: embedded, or external in the scaled
 * run.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Environment variable with the PostgreSQL of a bench, which has no setup by vitest. */
export const TEST_POSTGRES = 'ROUNDHOUSE_TEST_POSTGRES';

export type FreshDatabase = { url: string; drop(): Promise<void> };

/**
 * Creates an empty database, or a copy of the one at `template`, which must have no connections. `drop` closes
 * remaining connections.
 */
export async function freshDatabase(template?: string): Promise<FreshDatabase> {
  const base = new URL(process.env[TEST_POSTGRES] ?? inject('postgres'));
  const name = `rh_test_${randomBytes(6).toString('hex')}`;
  const copied = template === undefined ? 'template0' : new URL(template).pathname.slice(1);
  await ask(base, `create database ${name} template ${copied}`);
  const own = new URL(base);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => ask(base, `drop database if exists ${name} with (force)`) };
}

async function ask(at: URL, sql: string): Promise<void> {
  const client = new pg.Client(at.href);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
