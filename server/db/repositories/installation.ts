/** Secrets and marks (key-value settings) of this installation. */
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

/** Writes the value unless there is one already. @returns the stored value */
export async function markOnce(db: Db, key: string, value: string): Promise<string> {
  await db.insert(installation).values({ key, value }).onConflictDoNothing();
  return (await markOf(db, key)) ?? value;
}

export async function forgetMark(db: Db, key: string): Promise<void> {
  await db.delete(installation).where(eq(installation.key, key));
}

/** Never filled from a transaction: a rollback would remove the secret that is cached here. */
const kept = new WeakMap<Db, Map<string, Promise<string>>>();

/** Like secretOf, cached per database. @param db no transaction */
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

/** A secret generated once per installation; two servers on one database share it. */
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
 * Acquires or renews leadership among the servers, by the database's clock.
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
