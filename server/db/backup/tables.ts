/** The tables of a database as a backup needs them. SQL that PostgreSQL 15 and 18 both know. */
import type pg from 'pg';
import type { BackupManifest } from './manifest.ts';
import { BackupError } from './manifest.ts';

export interface Table {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

/**
 * All tables of the schema `public`, each after those that it refers to; a partitioned table counts as one.
 * @throws BackupError if tables refer to each other in a circle
 */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] | null }>(`
    select c.relname as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns,
      array(
        select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
      ) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`);
  const ordered: Table[] = [];
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const free = [...left.values()].filter(({ needs }) => (needs ?? []).every((name) => !left.has(name)));
    if (free.length === 0)
      throw new BackupError(`The tables ${[...left.keys()].join(', ')} refer to each other in a circle.`);
    for (const { name, columns } of free) {
      left.delete(name);
      ordered.push({ name, columns });
    }
  }
  return ordered;
}

export async function sequencesOf(client: pg.ClientBase): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences: BackupManifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${quoted(name)}`,
    );
    if (found[0]) sequences.push({ name, value: found[0].value, isCalled: found[0].is_called });
  }
  return sequences;
}

/** Times of the migrations that have run, oldest first; empty for a new database. */
export async function migrationsOf(client: pg.ClientBase): Promise<number[]> {
  const { rows: there } = await client.query<{ found: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as found`,
  );
  if (!there[0]?.found) return [];
  const { rows } = await client.query<{ at: string }>(
    'select created_at::text as at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ at }) => Number(at));
}

/** A name as an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ');
