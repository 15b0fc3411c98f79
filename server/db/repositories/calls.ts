/** Calls with operators, open and ended. */
import { and, asc, count, eq, gt, gte, inArray, isNull, lt, lte, ne, sql, type SQL } from 'drizzle-orm';
import type { AccountRole, Relation } from '../../../contract/entities/constants.ts';
import { CALL_LINES_MAX, type CallEnd, type CallOrigin } from '../../../contract/rules/call.ts';
import type { Db } from '../database.ts';
import { anyRow, type DueCheck } from '../dueRows.ts';
import type { LocalName } from '../localName.ts';
import { inSpan, namesIn, newestFirst, newestRows, nextRows, ofRobots, type RowsRequest } from '../newestRows.ts';
import { relationOf } from '../relation.ts';
import { accounts, callLines, calls, relations, sessions } from '../schema.ts';

export type CallRow = typeof calls.$inferSelect;
export type CallLineRow = typeof callLines.$inferSelect;

/** undefined if the robot has an open call. */
export async function addCall(db: Db, row: typeof calls.$inferInsert): Promise<CallRow | undefined> {
  const [added] = await db.insert(calls).values(row).onConflictDoNothing().returning();
  return added;
}

export async function callById(db: Db, id: string): Promise<CallRow | undefined> {
  const [row] = await db.select().from(calls).where(eq(calls.id, id));
  return row;
}

/** Reads the call and locks it until the transaction ends: the first operator to answer has it. */
export async function lockCall(db: Db, id: string): Promise<CallRow | undefined> {
  const [row] = await db.select().from(calls).where(eq(calls.id, id)).for('update');
  return row;
}

export async function openCallOf(db: Db, serialNumber: string): Promise<CallRow | undefined> {
  const [row] = await db
    .select()
    .from(calls)
    .where(and(eq(calls.serialNumber, serialNumber), ne(calls.state, 'ended')));
  return row;
}

export const openCallsOf = (db: Db, serialNumbers: readonly string[]): Promise<CallRow[]> =>
  db
    .select()
    .from(calls)
    .where(and(inArray(calls.serialNumber, [...serialNumbers]), ne(calls.state, 'ended')))
    .orderBy(asc(calls.createdAt));

export async function robotOfCall(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ serialNumber: calls.serialNumber }).from(calls).where(eq(calls.id, id));
  return row?.serialNumber;
}

/** Whether the session is in a call with the robot: another one of the same account is not. */
export async function isInCall(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
  serialNumber: string,
): Promise<boolean> {
  const row = await openCallOf(db, serialNumber);
  return row?.operatorId === userId && row.sessionId === sessionId && row.state !== 'ringing';
}

export async function changeCall(db: Db, id: string, change: Partial<CallRow>): Promise<CallRow> {
  const [row] = await db.update(calls).set(change).where(eq(calls.id, id)).returning();
  if (!row) throw new Error(`no call ${id}`);
  return row;
}

const isDue = (at: Date) => lte(calls.dueAt, at);
export const anyDueCall = (at: Date): DueCheck => anyRow(calls, isDue(at), [calls.dueAt]);
/** Calls that the server has to look at, locked. */
export const takeDueCalls = (db: Db, at: Date, limit: number): Promise<CallRow[]> =>
  db.select().from(calls).where(isDue(at)).orderBy(asc(calls.dueAt)).limit(limit).for('update', { skipLocked: true });

export async function visitorCallsSince(db: Db, serialNumber: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(calls)
    .where(and(eq(calls.serialNumber, serialNumber), eq(calls.origin, 'visitor'), gte(calls.createdAt, since)));
  return row?.total ?? 0;
}

/** Adds a line of what happened, up to a limit per call. */
export async function addCallLine(db: Db, line: typeof callLines.$inferInsert): Promise<void> {
  const [row] = await db.select({ total: count() }).from(callLines).where(eq(callLines.callId, line.callId));
  if ((row?.total ?? 0) < CALL_LINES_MAX || line.kind === 'ended') await db.insert(callLines).values(line);
}

export const linesOfCall = (db: Db, callId: string): Promise<CallLineRow[]> =>
  db.select().from(callLines).where(eq(callLines.callId, callId)).orderBy(asc(callLines.id));

export interface Operator {
  userId: string;
  name: LocalName;
}
export type Operators = ReadonlyMap<string, readonly Operator[]>;

/** The accounts that can operate each of these robots. @param roles those that give the right */
export async function operatorsOf(
  db: Db,
  serialNumbers: readonly string[],
  roles: readonly AccountRole[],
): Promise<Operators> {
  const rows = await db
    .select({ serialNumber: relations.serialNumber, userId: accounts.id, name: accounts.nickname })
    .from(relations)
    .innerJoin(accounts, and(eq(accounts.id, relations.userId), isNull(accounts.lockedAt)))
    .where(
      and(
        inArray(relations.serialNumber, [...serialNumbers]),
        eq(relations.isAuth, true),
        sql`${accounts.roles} && ${sql.param([...roles])}`,
      ),
    )
    .orderBy(asc(relations.createdAt), asc(accounts.id));
  const found = new Map<string, Operator[]>();
  for (const { serialNumber, ...operator } of rows)
    found.set(serialNumber, [...(found.get(serialNumber) ?? []), operator]);
  return found;
}

/** Roles and relation of the operator in a call; none once the session has ended or the account is locked. */
export async function operatorStanding(
  db: Db,
  { operatorId, sessionId, serialNumber }: Pick<CallRow, 'operatorId' | 'sessionId' | 'serialNumber'>,
  now: Date,
): Promise<{ roles: readonly AccountRole[]; relation: Relation | null }> {
  if (operatorId === null || sessionId === null) return { roles: [], relation: null };
  const [row] = await db
    .select({
      roles: accounts.roles,
      isAuth: relations.isAuth,
      isRobotAdmin: relations.isRobotAdmin,
      isSuperAdmin: relations.isSuperAdmin,
    })
    .from(sessions)
    .innerJoin(accounts, and(eq(accounts.id, sessions.userId), isNull(accounts.lockedAt)))
    .innerJoin(relations, and(eq(relations.userId, accounts.id), eq(relations.serialNumber, serialNumber)))
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, operatorId),
        isNull(sessions.endedCode),
        gt(sessions.expiresAt, now),
      ),
    );
  return row ? { roles: row.roles, relation: relationOf(row) } : { roles: [], relation: null };
}

export interface CallFilter {
  serialNumbers: readonly string[];
  /** ms; 0 for no bound. */
  startTime: number;
  endTime: number;
  origin: CallOrigin | '';
  end: CallEnd | '';
  /** Part of the operator's name; '' for any. */
  operatorName: string;
}

const NAMES = [namesIn(calls.operatorName)];

const LIST = { table: calls, at: calls.createdAt, id: calls.id };

const matching = ({ serialNumbers, origin, end, ...span }: CallFilter): SQL | undefined =>
  and(
    ofRobots(calls.serialNumber, serialNumbers),
    inSpan(calls.createdAt, span),
    origin === '' ? undefined : eq(calls.origin, origin),
    end === '' ? undefined : eq(calls.end, end),
  );

const searchOf = ({ operatorName }: CallFilter) => ({ text: operatorName, within: NAMES });
const newest = (db: Db, condition: SQL | undefined) =>
  db
    .select()
    .from(calls)
    .where(condition)
    .orderBy(...newestFirst(LIST));

export const callPage = (
  db: Db,
  filter: CallFilter,
  request: RowsRequest,
): Promise<{ total: number; rows: CallRow[] }> =>
  newestRows(db, LIST, matching(filter), { ...request, search: searchOf(filter) }, (found) => newest(db, found));

/** The next calls after one, newest first: a piece of an export. */
export const callPiece = (
  db: Db,
  filter: CallFilter,
  { after, limit }: { after: Pick<CallRow, 'createdAt' | 'id'> | null; limit: number },
): Promise<CallRow[]> => newest(db, nextRows(LIST, matching(filter), searchOf(filter), after)).limit(limit);

export const deleteExpiredCalls = (db: Db, endedBefore: Date): Promise<unknown> =>
  db.delete(calls).where(lt(calls.endedAt, endedBefore));
