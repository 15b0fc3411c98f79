/** Accounts. E-mail addresses are kept in lower case, phone numbers with plus and country code. */
import { and, count, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { storedForms } from '../phoneNumber.ts';
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

/** Administrators that people made: neither the demo's count, nor who registered by themselves before there was one. */
export async function countOwnAdministrators(db: Db): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(accounts)
    .where(and(eq(accounts.demo, false), sql`'admin' = any(${accounts.roles})`));
  return row?.total ?? 0;
}

export async function demoAccountIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.demo, true));
  return rows.map(({ id }) => id);
}

/** "Sets up" as a number: of two first visitors one waits for the other, until its transaction ends. */
const SET_UP_LOCK = 0x53657455;
export async function lockSetUp(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${SET_UP_LOCK})`);
}

export async function addAccount(db: Db, account: typeof accounts.$inferInsert): Promise<void> {
  await db.insert(accounts).values(account);
}

/** Changes some of an account. @returns false when `passwordHash` is no longer the one it was thought to be */
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
