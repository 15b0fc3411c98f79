/** Accounts. E-mail addresses are stored in lower case, phone numbers with plus and country code. */
import { and, asc, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { storedForms } from '../../../contract/rules/phonePlans.ts';
import { accounts } from '../schema.ts';

export type Account = typeof accounts.$inferSelect;

async function accountWhere(db: Db, condition: SQL): Promise<Account | undefined> {
  const [row] = await db.select().from(accounts).where(condition);
  return row;
}

export const accountById = (db: Db, id: string): Promise<Account | undefined> => accountWhere(db, eq(accounts.id, id));
export const accountByEmail = (db: Db, email: string): Promise<Account | undefined> =>
  accountWhere(db, eq(accounts.email, email.toLowerCase()));
export async function accountByPhone(db: Db, phoneNumber: string): Promise<Account | undefined> {
  const forms = storedForms(phoneNumber);
  const rows = await db.select().from(accounts).where(inArray(accounts.phoneNumber, forms));
  return rows.sort((a, b) => forms.indexOf(a.phoneNumber ?? '') - forms.indexOf(b.phoneNumber ?? ''))[0];
}

/**
 * Number of administrators without the demo's. Accounts registered before there was an administrator do not count
 * either.
 */
export async function countOwnAdministrators(db: Db): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(accounts)
    .where(and(eq(accounts.demo, false), sql`'admin' = any(${accounts.roles})`));
  return row?.total ?? 0;
}

/** Account administrators who can sign in, the oldest first. */
export const accountAdministrators = (db: Db): Promise<Pick<Account, 'id' | 'nickname'>[]> =>
  db
    .select({ id: accounts.id, nickname: accounts.nickname })
    .from(accounts)
    .where(and(sql`'admin' = any(${accounts.roles})`, isNull(accounts.lockedAt)))
    .orderBy(asc(accounts.createdAt), asc(accounts.id));

export async function demoAccountIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.demo, true));
  return rows.map(({ id }) => id);
}

/** ASCII code of "SetU": concurrent first-time setups run one after the other; held until the transaction ends. */
const SET_UP_LOCK = 0x53657455;
export async function lockSetUp(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${SET_UP_LOCK})`);
}

export async function addAccount(db: Db, account: typeof accounts.$inferInsert): Promise<void> {
  await db.insert(accounts).values(account);
}

/** Updates an account. @returns false if `passwordHash` is given and no longer the current one */
export async function changeAccount(
  db: Db,
  id: string,
  change: Partial<typeof accounts.$inferInsert>,
  passwordHash?: string,
): Promise<boolean> {
  const changed = await db
    .update(accounts)
    .set(change)
    .where(and(eq(accounts.id, id), passwordHash === undefined ? undefined : eq(accounts.passwordHash, passwordHash)))
    .returning({ id: accounts.id });
  return changed.length > 0;
}
