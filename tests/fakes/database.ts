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
 * Creates an empty database, or a copy of the one named `template`, which must have no connections. `drop` closes
 * remaining connections.
 */
export async function freshDatabase(template?: string): Promise<FreshDatabase> {
  const name = `rh_test_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(name, template);
  return { url, drop: () => ask(server(), `drop database if exists ${name} with (force)`) };
}

const server = (): URL => new URL(process.env[TEST_POSTGRES] ?? inject('postgres'));

/** @returns its URL */
export async function createDatabase(name: string, template = 'template0'): Promise<string> {
  const url = server();
  await ask(url, `create database ${name} template ${template}`);
  url.pathname = `/${name}`;
  return url.href;
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
