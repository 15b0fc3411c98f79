/** Current viewers of robots' media, and whether they are still authorised. */
import { and, arrayContained, asc, desc, eq, gt, inArray, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import {
  MEDIA_READINGS_PER_PERSON,
  MEDIA_VIEWING_REPEAT_MS,
  MEDIA_VIEWING_TTL_MS,
  MEDIA_VIEWINGS_PER_PERSON,
} from '../../../contract/rules/limits.ts';
import type { AccountRole, Relation } from '../../../contract/entities/constants.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { relationOf } from '../relation.ts';
import { accounts, calls, mediaViewings, relations, sessions } from '../schema.ts';

type Row = typeof mediaViewings.$inferSelect;
type Report = typeof mediaViewings.$inferInsert;

export interface Viewing extends Pick<Row, 'viewer' | 'serialNumber' | 'what' | 'isChannel' | 'expiresAt'> {
  /** Roles of the viewer; empty once the session has ended or the account is locked. */
  roles: readonly AccountRole[];
  relation: Relation | null;
  /** Whether the viewer is in a call with the robot. */
  hasCall: boolean;
  /** null if the session has ended. */
  sessionUntil: Date | null;
}

/** The client ids of reading tokens (broker/credentials.ts). */
const isReading = sql<boolean>`(${mediaViewings.viewer} like '%-r')`;

/**
 * Starts or renews a viewing, unless a newer report of it came first. The oldest ones of its kind beyond an account's
 * limit for a robot end.
 * @param report without `sequence`: 0
 * @param reads it is opened by a reading token
 */
export async function noteViewing(db: Db, report: Report, now: Date, reads = false): Promise<void> {
  const viewing = { ...report, sequence: report.sequence ?? 0 };
  await db
    .insert(mediaViewings)
    .values(viewing)
    .onConflictDoUpdate({
      target: mediaViewings.viewer,
      set: viewing,
      // The numbers of a session say nothing about those of another one with the same client id.
      setWhere: sql`${lte(mediaViewings.sequence, viewing.sequence)} or ${ne(mediaViewings.sessionId, viewing.sessionId)}
        or ${lte(mediaViewings.expiresAt, now)}`,
    });
  const own = and(
    eq(mediaViewings.isChannel, viewing.isChannel),
    // The name of a channel is random, and may end like a reading token's.
    viewing.isChannel ? undefined : eq(isReading, reads),
    eq(mediaViewings.userId, viewing.userId),
    eq(mediaViewings.serialNumber, viewing.serialNumber),
    gt(mediaViewings.expiresAt, now),
  );
  const newest = db
    .select({ viewer: mediaViewings.viewer })
    .from(mediaViewings)
    .where(own)
    .orderBy(desc(mediaViewings.expiresAt))
    .limit(reads ? MEDIA_READINGS_PER_PERSON : MEDIA_VIEWINGS_PER_PERSON);
  await db
    .update(mediaViewings)
    .set({ expiresAt: now })
    .where(and(own, notInArray(mediaViewings.viewer, newest)));
}

/**
 * Renews a call over an external media service. False if it has ended, belongs to another session, or was started with
 * more media than allowed now. In the last case the row stays unchanged, because it shows the leading server that a
 * right was revoked and the robot has to leave the call.
 */
export async function renewChannel(
  db: Db,
  { viewer, serialNumber, userId, sessionId, what, expiresAt }: Report,
  now: Date,
): Promise<boolean> {
  const own = [
    eq(mediaViewings.serialNumber, serialNumber),
    eq(mediaViewings.userId, userId),
    eq(mediaViewings.sessionId, sessionId),
  ];
  const renewed = await db
    .update(mediaViewings)
    .set({ what, expiresAt })
    .where(
      and(
        eq(mediaViewings.viewer, viewer),
        eq(mediaViewings.isChannel, true),
        gt(mediaViewings.expiresAt, now),
        arrayContained(mediaViewings.what, what),
        ...own,
      ),
    )
    .returning({ viewer: mediaViewings.viewer });
  return renewed.length > 0;
}

/** Ends a channel of this session, so that it cannot be renewed; without effect on any other. */
export async function endChannel(
  db: Db,
  { viewer, serialNumber, userId, sessionId }: Pick<Row, 'viewer' | 'serialNumber' | 'userId' | 'sessionId'>,
  now: Date,
): Promise<void> {
  await db
    .update(mediaViewings)
    .set({ expiresAt: now })
    .where(
      and(
        eq(mediaViewings.viewer, viewer),
        eq(mediaViewings.isChannel, true),
        gt(mediaViewings.expiresAt, now),
        eq(mediaViewings.serialNumber, serialNumber),
        eq(mediaViewings.userId, userId),
        eq(mediaViewings.sessionId, sessionId),
      ),
    );
}

export async function isChannelOpen(db: Db, channel: string, now: Date): Promise<boolean> {
  const found = await db
    .select({ viewer: mediaViewings.viewer })
    .from(mediaViewings)
    .where(and(eq(mediaViewings.viewer, channel), gt(mediaViewings.expiresAt, now)));
  return found.length > 0;
}

export async function allViewings(db: Db, now: Date): Promise<Viewing[]> {
  const rows = await db
    .select({
      viewer: mediaViewings.viewer,
      serialNumber: mediaViewings.serialNumber,
      what: mediaViewings.what,
      isChannel: mediaViewings.isChannel,
      expiresAt: mediaViewings.expiresAt,
      sessionUntil: sessions.expiresAt,
      hasCall: sql<boolean>`exists (select 1 from ${calls} where ${calls.serialNumber} = ${mediaViewings.serialNumber}
        and ${calls.operatorId} = ${mediaViewings.userId} and ${calls.sessionId} = ${mediaViewings.sessionId} and ${calls.state} in ('connected', 'reconnecting'))`,
      roles: accounts.roles,
      isAuth: relations.isAuth,
      isRobotAdmin: relations.isRobotAdmin,
      isSuperAdmin: relations.isSuperAdmin,
    })
    .from(mediaViewings)
    .leftJoin(
      sessions,
      and(
        eq(sessions.id, mediaViewings.sessionId),
        eq(sessions.userId, mediaViewings.userId),
        isNull(sessions.endedCode),
        gt(sessions.expiresAt, now),
      ),
    )
    .leftJoin(accounts, and(eq(accounts.id, sessions.userId), isNull(accounts.lockedAt)))
    .leftJoin(
      relations,
      and(eq(relations.userId, accounts.id), eq(relations.serialNumber, mediaViewings.serialNumber)),
    );
  return rows.map(({ isAuth, isRobotAdmin, isSuperAdmin, roles, ...row }) => ({
    ...row,
    roles: roles ?? [],
    relation: relationOf({ isAuth, isRobotAdmin, isSuperAdmin }),
  }));
}

/** Ends these viewings, so that they cannot be renewed. */
export async function expireViewings(db: Db, viewers: readonly string[], now: Date): Promise<void> {
  if (viewers.length > 0)
    await db
      .update(mediaViewings)
      .set({ expiresAt: now })
      .where(inArray(mediaViewings.viewer, [...viewers]));
}

export async function forgetViewings(db: Db, viewers: readonly string[]): Promise<void> {
  if (viewers.length > 0) await db.delete(mediaViewings).where(inArray(mediaViewings.viewer, [...viewers]));
}

/** A live viewing that was not renewed for this long is over: its browser is gone. */
const RENEWED_WITHIN_MS = 1.5 * MEDIA_VIEWING_REPEAT_MS;

/**
 * The people who see or hear the robot live now, each once. Not those who had one still picture sent, which is a viewing
 * of the picture alone, nor those who are gone, whose grant lasts a little longer.
 */
export async function viewersOf(
  db: Db,
  serialNumber: string,
  now: Date,
  limit: number,
): Promise<{ userId: string; name: LocalName }[]> {
  const rows = await db
    .select({ userId: accounts.id, name: accounts.nickname })
    .from(mediaViewings)
    .innerJoin(accounts, eq(accounts.id, mediaViewings.userId))
    .where(
      and(
        eq(mediaViewings.serialNumber, serialNumber),
        gt(mediaViewings.expiresAt, now),
        or(
          mediaViewings.isChannel,
          and(
            ne(mediaViewings.what, ['picture']),
            gt(mediaViewings.expiresAt, new Date(now.getTime() + MEDIA_VIEWING_TTL_MS - RENEWED_WITHIN_MS)),
          ),
        ),
      ),
    )
    .groupBy(accounts.id)
    .orderBy(asc(accounts.id))
    .limit(limit);
  return rows;
}

/** Connections that watch a robot now. */
export async function countViewers(db: Db, serialNumber: string, now: Date): Promise<number> {
  const rows = await db
    .select({ viewer: mediaViewings.viewer })
    .from(mediaViewings)
    .where(and(eq(mediaViewings.serialNumber, serialNumber), gt(mediaViewings.expiresAt, now)));
  return rows.length;
}
