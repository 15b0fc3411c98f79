/**
 * The audit log (design 8): who changed what, with the values before and after. Never a password, a token or a code.
 */
import { and, desc, eq, gte, inArray, like, lt, not, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AuditFilter } from '../../../contract/endpoints/audit.ts';
import type { AuditAct } from '../../../contract/rules/auditActs.ts';
import type { Language } from '../../../contract/entities/constants.ts';
import type { MediaKind } from '../../../contract/entities/robotConstants.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, audit, cruisePaths, isHandOver, maps, robots, sites, wallKeys } from '../schema.ts';
import { hasText } from './accountAdmin.ts';

const HOUR_MS = 3_600_000;
const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;

export interface AuditRecord {
  /** Now by default. */
  at?: Date;
  userId: string;
  act: AuditAct;
  subject: string;
  before?: unknown;
  after?: unknown;
}

export async function record(db: Db, entry: AuditRecord): Promise<void> {
  await db.insert(audit).values({ before: null, after: null, ...entry });
}

/**
 * Records frequent events: one row per hour, act and subject, with the count and the last address.
 * @param db no transaction: it starts its own
 */
export async function recordCounted(
  db: Db,
  { act, subject, count, address, at }: { act: AuditAct; subject: string; count: number; address: string; at: Date },
): Promise<void> {
  const hour = new Date(hourOf(at));
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`${act} ${subject}`}))`);
    const counted = {
      after: sql`jsonb_build_object('count', (${audit.after}->>'count')::int + ${count}::int, 'address', ${address}::text)`,
    };
    const isSame = and(gte(audit.at, hour), eq(audit.act, act), eq(audit.subject, subject));
    const rows = await transaction.update(audit).set(counted).where(isSame).returning({ id: audit.id });
    if (rows.length === 0) await record(transaction, { userId: '', act, subject, after: { count, address } });
  });
}

/**
 * Records that somebody sees, hears or speaks through a robot, with the media that no entry of this person, robot and
 * hour has yet; no entry if there are none. The lock keeps two servers from writing the same.
 * @param db no transaction: it starts its own
 */
export async function recordViewing(
  db: Db,
  viewing: { userId: string; serialNumber: string; what: readonly MediaKind[]; byToken: boolean; at: Date },
): Promise<void> {
  const { userId, serialNumber: subject, what, byToken, at } = viewing;
  const act: AuditAct = 'robot.watch';
  const hour = new Date(hourOf(at));
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`${act} ${userId} ${subject}`}))`);
    const rows = await transaction
      .select({ after: audit.after })
      .from(audit)
      .where(
        and(
          gte(audit.at, hour),
          lt(audit.at, new Date(hour.getTime() + HOUR_MS)),
          eq(audit.act, act),
          eq(audit.subject, subject),
          eq(audit.userId, userId),
        ),
      );
    const written = rows
      .map(({ after }) => after as Partial<Record<MediaKind | 'byToken', boolean>>)
      .filter((after) => (after.byToken === true) === byToken);
    const fresh = what.filter((kind) => !written.some((after) => after[kind] === true));
    if (fresh.length === 0) return;
    const media = Object.fromEntries(fresh.map((kind) => [kind, true]));
    await record(transaction, { at, userId, act, subject, after: { ...media, ...(byToken && { byToken }) } });
  });
}

export type AuditRow = typeof audit.$inferSelect & {
  name: LocalName | null;
  /** Name of the account or robot that was affected. */
  subjectName: LocalName | null;
};

const subjects = alias(accounts, 'subjects');
const newestFirst = [desc(audit.at), desc(audit.id)] as const;

/** Matches a full id, or accounts by a text search. */
const isPerson = (
  db: Db,
  column: typeof audit.userId | typeof audit.subject,
  text: string,
  language: Language,
): SQL | undefined =>
  text === ''
    ? undefined
    : or(
        eq(column, text),
        inArray(column, db.select({ id: accounts.id }).from(accounts).where(hasText(text, language))),
      );

const matching = (db: Db, { who, act, subject, from, until }: AuditFilter, language: Language): SQL | undefined =>
  and(
    isPerson(db, audit.userId, who, language),
    act === '' ? undefined : or(eq(audit.act, act), like(audit.act, `${act.replace(/[\\%_]/gu, '\\$&')}.%`)),
    isPerson(db, audit.subject, subject, language),
    from === 0 ? undefined : gte(audit.at, new Date(from)),
    until === 0 ? undefined : lt(audit.at, new Date(until)),
  );

const read = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: audit.id,
      at: audit.at,
      userId: audit.userId,
      act: audit.act,
      subject: audit.subject,
      before: audit.before,
      after: audit.after,
      name: accounts.nickname,
      subjectName: sql<LocalName | null>`coalesce(${subjects.nickname}, ${robots.name})`,
    })
    .from(audit)
    .leftJoin(accounts, eq(accounts.id, audit.userId))
    .leftJoin(subjects, eq(subjects.id, audit.subject))
    .leftJoin(robots, eq(robots.serialNumber, audit.subject))
    .where(where)
    .orderBy(...newestFirst);

/** The total is counted up to `most` + 1 only, because the log can have millions of rows. */
export async function auditPage(
  db: Db,
  filter: AuditFilter & { page: number; limit: number; language: Language; most: number },
): Promise<{ total: number; rows: AuditRow[] }> {
  const { page, limit, language, most } = filter;
  const where = matching(db, filter, language);
  const some = db
    .select({ id: audit.id })
    .from(audit)
    .where(where)
    .limit(most + 1)
    .as('some');
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  return {
    total: counted?.total ?? 0,
    rows: await read(db, where)
      .limit(limit)
      .offset((page - 1) * limit),
  };
}

/** Cursor for reading in chunks: the last entry read. */
export interface AuditPlace {
  at: Date;
  id: number;
}

/** The next chunk of the filtered log, newest first. */
export const auditPiece = (
  db: Db,
  filter: AuditFilter,
  { language, after, limit }: { language: Language; after: AuditPlace | null; limit: number },
): Promise<AuditRow[]> =>
  read(
    db,
    and(
      matching(db, filter, language),
      after ? or(lt(audit.at, after.at), and(eq(audit.at, after.at), lt(audit.id, after.id))) : undefined,
    ),
  ).limit(limit);

/** Names of accounts, robots, maps, routes, sites and API keys by id. Ids of nothing have none. */
export async function namesById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, LocalName>> {
  if (ids.length === 0) return new Map();
  const named = [...ids];
  const rows = await db
    .select({ id: accounts.id, name: accounts.nickname })
    .from(accounts)
    .where(inArray(accounts.id, named))
    .unionAll(
      db.select({ id: robots.serialNumber, name: robots.name }).from(robots).where(inArray(robots.serialNumber, named)),
    )
    .unionAll(db.select({ id: maps.id, name: maps.name }).from(maps).where(inArray(maps.id, named)))
    .unionAll(db.select({ id: sites.id, name: sites.name }).from(sites).where(inArray(sites.id, named)));
  const keys = await db
    .select({ id: wallKeys.id, name: wallKeys.name })
    .from(wallKeys)
    .where(inArray(wallKeys.id, named));
  // The names of routes are stored as text of several languages.
  const routes = await db
    .select({ id: cruisePaths.id, name: cruisePaths.name })
    .from(cruisePaths)
    .where(inArray(cruisePaths.id, named));
  return new Map([...rows, ...keys, ...routes].map(({ id, name }) => [id, name]));
}

/** Entries that one statement deletes, so that it holds no lock for long. */
const DELETED_AT_ONCE = 10_000;

/**
 * In pieces: after an upgrade there can be years of it. Moves and hand-overs stay while the robot exists: without them
 * account administrators could open what earlier people left on it (resourceOwners.ts).
 */
export async function deleteExpiredAudit(db: Db, before: Date): Promise<void> {
  for (;;) {
    const known = db.select({ id: robots.serialNumber }).from(robots);
    const old = db
      .select({ id: audit.id })
      .from(audit)
      .where(and(lt(audit.at, before), or(not(isHandOver), notInArray(audit.subject, known))))
      .limit(DELETED_AT_ONCE);
    const gone = await db.delete(audit).where(inArray(audit.id, old)).returning({ id: audit.id });
    if (gone.length < DELETED_AT_ONCE) return;
  }
}
