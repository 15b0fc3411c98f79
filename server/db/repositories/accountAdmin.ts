/** Accounts as administrators see and change them. */
import { and, asc, count, desc, eq, getTableColumns, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { AccountRole, Language } from '../../../contract/entities/constants.ts';
import { DEFAULT_LANGUAGE } from '../../../contract/entities/constants.ts';
import type { Db } from '../database.ts';
import { accounts } from '../schema.ts';
import type { Account } from './accounts.ts';

export interface AccountFilter {
  /** Search text; empty for all. */
  text: string;
  role: AccountRole | 'all';
  state: 'all' | 'open' | 'locked';
  sort: 'name' | 'seen' | 'created';
  descending: boolean;
  page: number;
  limit: number;
  language: Language;
  /** Sessions that expire after it are active. */
  now: Date;
}

export interface AccountRow extends Account {
  /** ms since 1970 */
  lastSeenAt: number | null;
  sessions: number;
  robots: number;
  /** Whether the account is the super administrator of a robot. */
  ownsRobot: boolean;
  /** The app that owns the account; null for a person's. */
  appId: string | null;
}

/** SQL for an account's name in a language, as in nameIn. */
export const nameOf = (
  language: Language,
): SQL<string> => sql<string>`coalesce(case jsonb_typeof(accounts.nickname) when 'string' then accounts.nickname #>> '{}'
  else coalesce(accounts.nickname ->> ${language}, accounts.nickname ->> ${DEFAULT_LANGUAGE}) end, '')`;
/** Case-insensitive search in name, e-mail and phone number. */
export const hasText = (text: string, language: Language): SQL =>
  sql`position(lower(${text}) in lower(${nameOf(language)} || ' ' || coalesce(accounts.email, '') || ' ' || coalesce(accounts.phone_number, ''))) > 0`;

// Raw SQL with table names: correlated subqueries need them, and the query builder omits them.
const lastSeen = sql<
  number | null
>`(select extract(epoch from max(s.last_used_at))::float8 * 1000 from sessions s where s.user_id = accounts.id)`;
const robotCount = sql<number>`(select count(*)::int from relations r where r.user_id = accounts.id and r.is_auth)`;
const ownsRobot = sql<boolean>`exists (select from relations r where r.user_id = accounts.id and r.is_auth and r.is_super_admin)`;
const appIdOf = sql<string | null>`(select p.app_id from apps p where p.account_id = accounts.id limit 1)`;
const livingSessions = (now: Date) =>
  sql<number>`(select count(*)::int from sessions s where s.user_id = accounts.id and s.ended_code is null and s.expires_at > ${now.toISOString()}::timestamptz)`;

export async function accountPage(
  db: Db,
  { text, role, state, sort, descending, page, limit, language, now }: AccountFilter,
): Promise<{ total: number; rows: AccountRow[] }> {
  const where = and(
    text === '' ? undefined : hasText(text, language),
    role === 'all' ? undefined : sql`${role} = any(accounts.roles)`,
    state === 'all' ? undefined : state === 'locked' ? isNotNull(accounts.lockedAt) : isNull(accounts.lockedAt),
  );
  const [counted] = await db.select({ total: count() }).from(accounts).where(where);
  const by = { name: sql`lower(${nameOf(language)})`, seen: lastSeen, created: accounts.createdAt }[sort];
  // Accounts that were never seen come last in both directions.
  const order = sql`${descending ? desc(by) : asc(by)} nulls last`;
  const rows = await db
    .select({
      ...getTableColumns(accounts),
      lastSeenAt: lastSeen,
      sessions: livingSessions(now),
      robots: robotCount,
      ownsRobot,
      appId: appIdOf,
    })
    .from(accounts)
    .where(where)
    .orderBy(order, accounts.id)
    .limit(limit)
    .offset((page - 1) * limit);
  return { total: counted?.total ?? 0, rows };
}

/** ASCII code of "Accs": changes of accounts run one after the other; held until the transaction ends. */
const ACCOUNTS_LOCK = 0x41636373;
export async function lockAccounts(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${ACCOUNTS_LOCK})`);
}

/**
 * Reads the columns whose change ends an account's sessions, and locks the row until the transaction ends: no session
 * can start concurrently with a lock, a new password or another session.
 */
export async function accountForUpdate(
  db: Db,
  id: string,
): Promise<Pick<Account, 'lockedAt' | 'passwordHash'> | undefined> {
  const [row] = await db
    .select({ lockedAt: accounts.lockedAt, passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, id))
    .for('no key update');
  return row;
}
