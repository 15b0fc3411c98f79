/** Accounts. E-mail addresses are kept in lower case, phone numbers with plus and country code. */
import { count, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../parts.ts';
import { accounts } from '../schema.ts';

export type Account = typeof accounts.$inferSelect;

async function accountWhere(db: Db, condition: SQL): Promise<Account | undefined> {
  const [row] = await db.select().from(accounts).where(condition);
  return row;
}

export const accountById = (db: Db, id: string): Promise<Account | undefined> => accountWhere(db, eq(accounts.id, id));
export const accountByEmail = (db: Db, email: string): Promise<Account | undefined> => accountWhere(db, eq(accounts.email, email.toLowerCase()));
export const accountByPhone = (db: Db, phoneNumber: string): Promise<Account | undefined> => accountWhere(db, eq(accounts.phoneNumber, phoneNumber));

/** Accounts that people made: the demo's do not count. */
export async function countOwnAccounts(db: Db): Promise<number> {
  const [row] = await db.select({ total: count() }).from(accounts).where(eq(accounts.demo, false));
  return row?.total ?? 0;
}

/** "Sets up" as a number: of two first visitors one waits for the other, until its transaction ends. */
const SET_UP_LOCK = 0x53657455;
export async function lockSetUp(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${SET_UP_LOCK})`);
}

export async function addAccount(db: Db, account: typeof accounts.$inferInsert): Promise<void> {
  await db.insert(accounts).values(account);
}
