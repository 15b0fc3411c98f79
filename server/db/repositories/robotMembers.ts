/** Members of a robot. Changes lock the robot's row, so that concurrent ones run one after the other. */
import { switchTasksOff } from './schedules.ts';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { AccountRole } from '../../../contract/entities/constants.ts';
import type { FriendState } from '../../../contract/entities/friend.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, apps, leases, relations, robots } from '../schema.ts';
import { NO_CLAIM } from './claims.ts';
import { deleteFaceGrants } from './faceGrants.ts';
import { NO_HOLDER, type LeaseRow } from './leases.ts';
import type { RelationRow, RobotRow } from './robots.ts';

export interface MemberRow {
  relation: RelationRow;
  nickname: LocalName;
  roles: AccountRole[];
  email: string | null;
  phoneNumber: string | null;
  /** The integrator's app; null for a person. */
  appId: string | null;
}

export const stateOf = ({ isAuth, invitedBy }: Pick<RelationRow, 'isAuth' | 'invitedBy'>): FriendState =>
  isAuth ? 'authorised' : invitedBy === null ? 'asked' : 'invited';

/** Locks the robot until the transaction ends. @returns false if it does not exist */
export async function lockRobot(db: Db, serialNumber: string): Promise<boolean> {
  return (
    (
      await db
        .select({ serialNumber: robots.serialNumber })
        .from(robots)
        .where(eq(robots.serialNumber, serialNumber))
        .for('no key update')
    ).length > 0
  );
}

const columns = {
  relation: relations,
  nickname: accounts.nickname,
  roles: accounts.roles,
  email: accounts.email,
  phoneNumber: accounts.phoneNumber,
  appId: apps.appId,
};
const friendsWhere = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(relations)
    .innerJoin(accounts, eq(accounts.id, relations.userId))
    .leftJoin(apps, eq(apps.accountId, accounts.id))
    .where(where)
    .$dynamic();

export async function friendById(db: Db, id: string): Promise<MemberRow | undefined> {
  const [row] = await friendsWhere(db, eq(relations.id, id));
  return row;
}

export async function friendOf(db: Db, userId: string, serialNumber: string): Promise<MemberRow | undefined> {
  const [row] = await friendsWhere(db, and(eq(relations.userId, userId), eq(relations.serialNumber, serialNumber)));
  return row;
}

const isAsked = and(eq(relations.isAuth, false), isNull(relations.invitedBy));

const isAskedAt = (serialNumbers: readonly string[]) =>
  and(inArray(relations.serialNumber, [...serialNumbers]), isAsked);

/** Number of pending requests for access to these robots. */
export async function countRequests(db: Db, serialNumbers: readonly string[]): Promise<number> {
  if (serialNumbers.length === 0) return 0;
  const [counted] = await db.select({ total: count() }).from(relations).where(isAskedAt(serialNumbers));
  return counted?.total ?? 0;
}

/** A page of the pending requests for access to these robots, oldest first. */
export async function requestsAt(
  db: Db,
  serialNumbers: readonly string[],
  { page, limit }: { page: number; limit: number },
): Promise<MemberRow[]> {
  if (serialNumbers.length === 0) return [];
  return friendsWhere(db, isAskedAt(serialNumbers))
    .orderBy(asc(relations.createdAt), asc(relations.id))
    .limit(limit)
    .offset((page - 1) * limit);
}

interface MembersQuery {
  serialNumber: string;
  page: number;
  limit: number;
  /** Search text for names in any language; empty for all. */
  text: string;
  /** Also searches e-mail addresses and phone numbers. */
  byAccount: boolean;
  /** Includes invited users. */
  withInvited: boolean;
}

/** Members of the robot: its super administrator first, then its administrators, then by age of the relation. */
export async function membersOf(
  db: Db,
  { serialNumber, page, limit, text, byAccount, withInvited }: MembersQuery,
): Promise<{ total: number; rows: MemberRow[] }> {
  const names = sql`case jsonb_typeof(${accounts.nickname}) when 'string' then ${accounts.nickname} #>> '{}' else concat_ws(' ', ${accounts.nickname}->>'enUS', ${accounts.nickname}->>'zhCN') end`;
  const searched = byAccount ? sql`concat_ws(' ', ${names}, ${accounts.email}, ${accounts.phoneNumber})` : names;
  const where = and(
    eq(relations.serialNumber, serialNumber),
    withInvited ? or(eq(relations.isAuth, true), isNotNull(relations.invitedBy)) : eq(relations.isAuth, true),
    text === '' ? undefined : sql`position(lower(${text}) in lower(${searched})) > 0`,
  );
  const [counted] = await db
    .select({ total: count() })
    .from(relations)
    .innerJoin(accounts, eq(accounts.id, relations.userId))
    .where(where);
  const rows = await friendsWhere(db, where)
    .orderBy(
      desc(relations.isSuperAdmin),
      desc(relations.isRobotAdmin),
      desc(relations.isAuth),
      asc(relations.createdAt),
      asc(relations.id),
    )
    .limit(limit)
    .offset((page - 1) * limit);
  return { total: counted?.total ?? 0, rows };
}

/** The user's robots and invitations to robots, invitations first. */
export const relationsAndInvitationsOf = (
  db: Db,
  userId: string,
): Promise<{ relation: RelationRow; robot: RobotRow }[]> =>
  db
    .select({ relation: relations, robot: robots })
    .from(relations)
    .innerJoin(robots, eq(robots.serialNumber, relations.serialNumber))
    .where(
      and(
        eq(relations.userId, userId),
        isNull(robots.retiredAt),
        or(eq(relations.isAuth, true), isNotNull(relations.invitedBy)),
      ),
    )
    .orderBy(asc(relations.isAuth), asc(relations.serialNumber));

export async function namesOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, LocalName>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ id: accounts.id, nickname: accounts.nickname })
    .from(accounts)
    .where(inArray(accounts.id, [...userIds]));
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}

/** The members of a robot, without apps and locked accounts. */
export const peopleOf = (db: Db, serialNumber: string): Promise<MemberRow[]> =>
  friendsWhere(
    db,
    and(
      eq(relations.serialNumber, serialNumber),
      eq(relations.isAuth, true),
      isNull(apps.appId),
      isNull(accounts.lockedAt),
    ),
  ).orderBy(asc(relations.createdAt), asc(relations.id));

export async function administratorsOf(db: Db, serialNumbers: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: relations.userId })
    .from(relations)
    .where(
      and(
        inArray(relations.serialNumber, [...serialNumbers]),
        eq(relations.isAuth, true),
        or(eq(relations.isRobotAdmin, true), eq(relations.isSuperAdmin, true)),
      ),
    );
  return rows.map(({ userId }) => userId);
}

/** @returns false if there already is a relation, a request or an invitation */
export async function addRelation(db: Db, relation: typeof relations.$inferInsert): Promise<boolean> {
  return (await db.insert(relations).values(relation).onConflictDoNothing().returning({ id: relations.id })).length > 0;
}

export async function changeRelation(db: Db, id: string, change: Partial<RelationRow>): Promise<void> {
  const [row] = await db.update(relations).set(change).where(eq(relations.id, id)).returning();
  if (row && !row.isAuth) await deleteFaceGrants(db, row.serialNumber, row.userId);
}

export async function removeRelation(db: Db, id: string): Promise<void> {
  const [row] = await db.delete(relations).where(eq(relations.id, id)).returning();
  if (row) await deleteFaceGrants(db, row.serialNumber, row.userId);
}

/**
 * Removes all relations of the robot and sets its new claim code. @returns the removed relations, including pending
 * ones
 */
export async function releaseRobot(db: Db, serialNumber: string, claimHash: string): Promise<RelationRow[]> {
  // Nobody could stop what its tasks start.
  await switchTasksOff(db, serialNumber, null);
  await deleteFaceGrants(db, serialNumber);
  await db
    .update(robots)
    .set({ ...NO_CLAIM, claimHash })
    .where(eq(robots.serialNumber, serialNumber));
  return db.delete(relations).where(eq(relations.serialNumber, serialNumber)).returning();
}

/**
 * Ends the robot's control lease if one of these users holds it; otherwise clears a request of theirs for it.
 * @returns the previous row; undefined if nothing changed
 */
export async function endLeaseOf(
  db: Db,
  serialNumber: string,
  userIds: readonly string[],
): Promise<LeaseRow | undefined> {
  const people = [...userIds];
  const [held] = await db.select().from(leases).where(eq(leases.serialNumber, serialNumber)).for('update');
  if (!held) return undefined;
  const isHolder = held.holderId !== null && people.includes(held.holderId);
  const isAsker = held.askedById !== null && people.includes(held.askedById);
  if (!isHolder && !isAsker) return undefined;
  const nobodyAsks = { askedById: null, askedByName: null, askedByClientId: null, askedAt: null };
  await db
    .update(leases)
    .set(isHolder ? NO_HOLDER : nobodyAsks)
    .where(and(eq(leases.serialNumber, serialNumber), ne(leases.number, 0)));
  return held;
}
