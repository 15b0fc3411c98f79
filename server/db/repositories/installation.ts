/** Secrets and marks (key-value settings) of this installation. */
import { randomBytes } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { isSealed, openSecret, sealSecret, SECRET_NAMES, type SecretName } from '../secretKeys.ts';
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
export function keptSecretOf(db: Db, key: SecretName): Promise<string> {
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
export async function secretOf(db: Db, key: SecretName): Promise<string> {
  const stored = await markOf(db, key);
  if (stored !== undefined) return openSecret(key, stored);
  const made = randomBytes(32).toString('base64url');
  const fingerprint = await markOf(db, KEY_MARK);
  return openSecret(
    key,
    await markOnce(db, key, fingerprint === undefined ? made : sealSecret(fingerprint, key, made)),
  );
}

/** The fingerprint of the key that seals the secrets; absent while they are not sealed. */
export const KEY_MARK = 'secretKey';
export const sealedBy = (db: Db): Promise<string | undefined> => markOf(db, KEY_MARK);
/** Waits for another server that does the same; until the transaction ends. */
export const lockSecrets = async (db: Db): Promise<void> =>
  void (await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('installation secrets', 0))`));

/** Seals all secrets that are not sealed yet, and those made later. @returns how many */
export async function sealSecrets(db: Db, fingerprint: string): Promise<number> {
  const rows = await db
    .select()
    .from(installation)
    .where(inArray(installation.key, [...SECRET_NAMES]))
    .for('update');
  const plain = rows.filter(({ value }) => !isSealed(value));
  for (const { key, value } of plain) await setMark(db, key, sealSecret(fingerprint, key as SecretName, value));
  await setMark(db, KEY_MARK, fingerprint);
  return plain.length;
}

/** Seals all secrets with another key. @param fingerprint of the new key; both keys were added @returns how many */
export async function resealSecrets(db: Db, fingerprint: string): Promise<number> {
  const rows = await db
    .select()
    .from(installation)
    .where(inArray(installation.key, [...SECRET_NAMES]))
    .for('update');
  for (const { key, value } of rows) {
    const name = key as SecretName;
    await setMark(db, key, sealSecret(fingerprint, name, openSecret(name, value)));
  }
  await setMark(db, KEY_MARK, fingerprint);
  return rows.length;
}

/** Whether a server has ever prepared this database. */
export async function isPrepared(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ found: string | null }>(
    sql`select to_regclass('public.installation')::text as found`,
  );
  return rows[0]?.found != null;
}

/** Number of connections of Roundhouse to this database, without the asking one, as of now. @param db a transaction */
export async function otherConnections(db: Db): Promise<number> {
  await db.execute(sql`select pg_stat_clear_snapshot()`);
  const { rows } = await db.execute<{ found: number }>(sql`
    select count(*)::int as found from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'roundhouse%'`);
  return rows[0]?.found ?? 0;
}

const PLACE_MARK = 'secretKeyPlace';
/** Whether the key was last found in the data folder or outside of it. */
export const noteKeyPlace = (db: Db, place: 'folder' | 'outside'): Promise<void> => setMark(db, PLACE_MARK, place);
export const isKeyOutside = async (db: Db): Promise<boolean> => (await markOf(db, PLACE_MARK)) === 'outside';

/** Set while deliveries have codes that no key opens: a server that ends before it has replaced them must not forget it. */
const CODES_LOST_MARK = 'deliveryCodesLost';
export const areCodesLost = async (db: Db): Promise<boolean> => (await markOf(db, CODES_LOST_MARK)) !== undefined;
export const forgetCodesLost = (db: Db): Promise<void> => forgetMark(db, CODES_LOST_MARK);

/** Deletes the secrets that a lost key has sealed; new ones are made when they are needed. */
export async function forgetSealedSecrets(db: Db): Promise<void> {
  await setMark(db, CODES_LOST_MARK, 'yes');
  await db.delete(installation).where(inArray(installation.key, [...SECRET_NAMES, KEY_MARK]));
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
