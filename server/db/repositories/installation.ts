/** Secrets and marks of this installation, by key. */
import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { installation } from '../schema.ts';

export async function markOf(db: Db, key: string): Promise<string | undefined> {
  const [row] = await db.select({ value: installation.value }).from(installation).where(eq(installation.key, key));
  return row?.value;
}

export async function setMark(db: Db, key: string, value: string): Promise<void> {
  await db.insert(installation).values({ key, value }).onConflictDoUpdate({ target: installation.key, set: { value } });
}

/** What was written there first stays. @returns what stands there */
export async function markOnce(db: Db, key: string, value: string): Promise<string> {
  await db.insert(installation).values({ key, value }).onConflictDoNothing();
  return (await markOf(db, key)) ?? value;
}

export async function forgetMark(db: Db, key: string): Promise<void> {
  await db.delete(installation).where(eq(installation.key, key));
}

/** Never a transaction's: one that was undone would take its secret with it. */
const kept = new WeakMap<Db, Map<string, Promise<string>>>();

/** As secretOf, read once for this database. @param db no transaction */
export function keptSecretOf(db: Db, key: string): Promise<string> {
  const secrets = kept.get(db) ?? new Map<string, Promise<string>>();
  kept.set(db, secrets);
  let secret = secrets.get(key);
  if (!secret) {
    secret = secretOf(db, key).catch((error: unknown) => {
      secrets.delete(key);
      throw error;
    });
    secrets.set(key, secret);
  }
  return secret;
}

/** A secret made once for the installation: two servers on one database share it. */
export async function secretOf(db: Db, key: string): Promise<string> {
  await db
    .insert(installation)
    .values({ key, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const secret = await markOf(db, key);
  if (secret === undefined) throw new Error(`the installation has no ${key}`);
  return secret;
}

/**
 * Takes or renews the term of the server that leads, by the database's clock.
 * @param id of the server, without spaces
 * @returns false while another server's term runs
 */
export async function takeLeadership(db: Db, id: string, termMs: number): Promise<boolean> {
  const { rows } = await db.execute<{ value: string }>(sql`
      insert into installation (key, value) values ('leader', ${id} || ' ' || (extract(epoch from clock_timestamp()) * 1000 + ${termMs})::bigint)
      on conflict (key) do update set value = excluded.value
      where split_part(installation.value, ' ', 1) = ${id}
         or split_part(installation.value, ' ', 2)::bigint < (extract(epoch from clock_timestamp()) * 1000)::bigint
      returning value`);
  return rows.length > 0;
}

export async function resignLeadership(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from installation where key = 'leader' and split_part(value, ' ', 1) = ${id}`);
}
