/** Clients that are, or could be, connected to an external broker, with their client ids. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, notExists, notInArray, or, sql } from 'drizzle-orm';
import type { Language } from '../../../contract/entities/constants.ts';
import type { Db } from '../database.ts';
import { brokerClients, relations, robots, sessions, wallKeys } from '../schema.ts';

type Row = typeof brokerClients.$inferSelect;

/** A robot can use a new client id for each connection; only the last few are tracked. */
const CLIENTS_OF_A_ROBOT = 20;

export async function noteClient(db: Db, client: Omit<Row, 'endedAt'>): Promise<void> {
  const row = { ...client, endedAt: null };
  await db.insert(brokerClients).values(row).onConflictDoUpdate({ target: brokerClients.clientId, set: row });
  if (client.userId !== null || client.serialNumber === null) return;
  const ofRobot = and(eq(brokerClients.serialNumber, client.serialNumber), isNull(brokerClients.userId));
  const newest = db
    .select({ clientId: brokerClients.clientId })
    .from(brokerClients)
    .where(ofRobot)
    .orderBy(desc(brokerClients.seenAt))
    .limit(CLIENTS_OF_A_ROBOT);
  await db.delete(brokerClients).where(and(ofRobot, notInArray(brokerClients.clientId, newest)));
}

/** A screen's row names neither an account nor a robot; `session_id` is its key. */
const ofScreen = and(isNull(brokerClients.userId), isNull(brokerClients.serialNumber));
/** The end of a reading token is part of its client id (broker/credentials.ts). */
const readsUntil = sql`substring(${brokerClients.clientId} from '-([0-9]{13})-r$')::bigint`;

const ofAccount = and(
  isNotNull(brokerClients.userId),
  isNull(brokerClients.serialNumber),
  isNull(brokerClients.endedAt),
);

/** Records that the account is still connected, however old its connection is. */
export async function recordAccountSeen(db: Db, userId: string, seenAt: Date): Promise<void> {
  await db
    .update(brokerClients)
    .set({ seenAt })
    .where(and(ofAccount, eq(brokerClients.userId, userId)));
}

/** Accounts connected for their feed, each with the language requested last. */
export async function accountsSeen(db: Db, since: Date): Promise<{ userId: string; language: Language }[]> {
  const rows = await db
    .select({ userId: brokerClients.userId, language: brokerClients.language })
    .from(brokerClients)
    .where(and(ofAccount, gt(brokerClients.seenAt, since)))
    .orderBy(asc(brokerClients.seenAt));
  const languages = new Map(rows.map(({ userId, language }) => [userId ?? '', language ?? 'zhCN']));
  return [...languages].map(([userId, language]) => ({ userId, language }));
}

/**
 * Client ids of people and screens whose session, relation, key or reading token has ended, each returned to exactly one caller; and once more after
 * `againAfter`, for clients that the broker readmitted from its cache.
 */
export async function takeRevokedClients(db: Db, now: Date, againAfter: Date): Promise<string[]> {
  const session = db
    .select({ one: sql`1` })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, brokerClients.sessionId),
        eq(sessions.userId, brokerClients.userId),
        isNull(sessions.endedCode),
        gt(sessions.expiresAt, now),
      ),
    );
  const relation = db
    .select({ one: sql`1` })
    .from(relations)
    .innerJoin(robots, and(eq(robots.serialNumber, relations.serialNumber), isNull(robots.retiredAt)))
    .where(
      and(
        eq(relations.userId, brokerClients.userId),
        eq(relations.serialNumber, brokerClients.serialNumber),
        eq(relations.isAuth, true),
      ),
    );
  const key = db
    .select({ one: sql`1` })
    .from(wallKeys)
    .innerJoin(robots, and(eq(robots.serialNumber, wallKeys.serialNumber), isNull(robots.retiredAt)))
    .where(and(eq(wallKeys.id, brokerClients.sessionId), isNull(wallKeys.revokedAt)));
  const isLost = or(
    // A robot chooses its client ids itself; one of them can look like that of a reading token.
    and(or(isNotNull(brokerClients.userId), ofScreen), lte(readsUntil, now.getTime())),
    and(
      isNotNull(brokerClients.userId),
      or(notExists(session), and(isNotNull(brokerClients.serialNumber), notExists(relation))),
    ),
    and(ofScreen, notExists(key)),
  );
  const lost = await db
    .update(brokerClients)
    .set({ endedAt: now })
    .where(and(isNull(brokerClients.endedAt), isLost))
    .returning({ clientId: brokerClients.clientId });
  const again = await db
    .delete(brokerClients)
    .where(lte(brokerClients.endedAt, againAfter))
    .returning({ clientId: brokerClients.clientId });
  return [...lost, ...again].map(({ clientId }) => clientId);
}

/** Marks all of a robot's client ids as ended and returns them. */
export async function takeRobotClients(db: Db, serialNumber: string, now: Date): Promise<string[]> {
  const rows = await db
    .update(brokerClients)
    .set({ endedAt: now })
    .where(and(eq(brokerClients.serialNumber, serialNumber), isNull(brokerClients.userId)))
    .returning({ clientId: brokerClients.clientId });
  return rows.map(({ clientId }) => clientId);
}

/** Client ids used by these sessions of an account. */
export async function clientsOfSessions(db: Db, userId: string, sessionIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ clientId: brokerClients.clientId })
    .from(brokerClients)
    .where(and(eq(brokerClients.userId, userId), inArray(brokerClients.sessionId, [...sessionIds])));
  return rows.map(({ clientId }) => clientId);
}
