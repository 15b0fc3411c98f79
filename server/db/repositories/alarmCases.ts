/** Alarm cases with their history and pictures. */
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, like, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { AlarmEvent } from '../../../contract/rules/alarms.ts';
import type { CaseEntryKind, PictureGap } from '../../../contract/rules/alarmCase.ts';
import { hasRoomFor } from '../../../contract/rules/caseHistory.ts';
import type { Db } from '../database.ts';
import { anyRow, type DueCheck } from '../dueRows.ts';
import type { LocalName } from '../localName.ts';
import { inSpan, namesIn, newestFirst, newestRows, ofRobots, type RowsRequest } from '../newestRows.ts';
import { alarmCases, alarmEntries, alarmPictures, points } from '../schema.ts';

export type AlarmCaseRow = typeof alarmCases.$inferSelect;
export type CaseEntryRow = typeof alarmEntries.$inferSelect;
export type CasePictureRow = typeof alarmPictures.$inferSelect;

const LIST = { table: alarmCases, at: alarmCases.raisedAt, id: alarmCases.id };
/** The columns of the page's search. */
const NAMES = [namesIn(alarmCases.placeName), sql`${alarmCases.serialNumber}`, sql`${alarmCases.number}::text`];

/** Alarms of one robot are handled one at a time on all servers, so that concurrent ones find each other's case. */
export async function lockAlarmsOf(db: Db, serialNumber: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`alarms ${serialNumber}`}, 0))`);
}

/** Unresolved cases of a robot and event whose last alarm is not older, newest first. */
export const recentCases = (db: Db, serialNumber: string, event: AlarmEvent, since: Date): Promise<AlarmCaseRow[]> =>
  db
    .select()
    .from(alarmCases)
    .where(
      and(
        eq(alarmCases.serialNumber, serialNumber),
        eq(alarmCases.event, event),
        ne(alarmCases.state, 'resolved'),
        gte(alarmCases.lastAt, since),
      ),
    )
    .orderBy(desc(alarmCases.lastAt))
    .limit(200);

/** Unresolved cases of these events whose own alarm is not over. */
export const lastingCases = (db: Db, events: readonly AlarmEvent[]): Promise<AlarmCaseRow[]> =>
  db
    .select()
    .from(alarmCases)
    .where(
      and(
        inArray(alarmCases.event, [...events]),
        ne(alarmCases.state, 'resolved'),
        isNull(alarmCases.overAt),
        isNull(alarmCases.ownOverAt),
      ),
    )
    .orderBy(desc(alarmCases.lastAt))
    .limit(10_000);

export async function casesRaisedSince(db: Db, serialNumber: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(alarmCases)
    .where(and(eq(alarmCases.serialNumber, serialNumber), gte(alarmCases.raisedAt, since)));
  return row?.total ?? 0;
}

export async function addCase(db: Db, row: typeof alarmCases.$inferInsert): Promise<AlarmCaseRow> {
  const [added] = await db.insert(alarmCases).values(row).returning();
  if (!added) throw new Error('the case was not stored');
  return added;
}

export async function changeCase(
  db: Db,
  id: string,
  change: Partial<typeof alarmCases.$inferInsert>,
): Promise<AlarmCaseRow> {
  const [row] = await db.update(alarmCases).set(change).where(eq(alarmCases.id, id)).returning();
  if (!row) throw new Error(`the case ${id} is gone`);
  return row;
}

/** The same change to several cases, by one statement. */
export const changeCases = (
  db: Db,
  ids: readonly string[],
  change: Partial<typeof alarmCases.$inferInsert>,
): Promise<AlarmCaseRow[]> =>
  db
    .update(alarmCases)
    .set(change)
    .where(inArray(alarmCases.id, [...ids]))
    .returning();

/** The newest cases of these robots whose ids begin so. */
export const newestCasesNamed = (
  db: Db,
  prefix: string,
  serialNumbers: readonly string[],
  limit: number,
): Promise<AlarmCaseRow[]> =>
  db
    .select()
    .from(alarmCases)
    .where(and(ofRobots(alarmCases.serialNumber, serialNumbers), like(alarmCases.id, `${prefix}%`)))
    .orderBy(...newestFirst(LIST))
    .limit(limit);

export async function caseById(db: Db, id: string): Promise<AlarmCaseRow | undefined> {
  const [row] = await db.select().from(alarmCases).where(eq(alarmCases.id, id));
  return row;
}

export const casesById = async (db: Db, ids: readonly string[]): Promise<AlarmCaseRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(alarmCases)
        .where(inArray(alarmCases.id, [...ids]));

/**
 * Reads the case and locks it until the transaction ends. Its key does not change, so entries and pictures can be added
 * to it meanwhile.
 */
export async function lockCase(db: Db, id: string): Promise<AlarmCaseRow | undefined> {
  const [row] = await db.select().from(alarmCases).where(eq(alarmCases.id, id)).for('no key update');
  return row;
}

/** The case that an alarm raised or to which it counted, merged or not. */
export async function rowOfAlarm(db: Db, serialNumber: string, alarmId: string): Promise<AlarmCaseRow | undefined> {
  const [row] = await db
    .select()
    .from(alarmCases)
    .where(
      and(
        eq(alarmCases.serialNumber, serialNumber),
        sql`(${alarmCases.firstAlarmId} = ${alarmId} or ${alarmCases.lastAlarmId} = ${alarmId})`,
      ),
    )
    .limit(1);
  return row;
}

/** The case to which an alarm belongs that a robot names in a later report; for a merged one, the case it is part of. */
export async function caseOfAlarm(db: Db, serialNumber: string, alarmId: string): Promise<AlarmCaseRow | undefined> {
  const row = await rowOfAlarm(db, serialNumber, alarmId);
  return row && row.mergedInto !== null ? caseById(db, row.mergedInto) : row;
}

type NewEntry = { caseId: string; at: Date; kind: CaseEntryKind } & Partial<CaseEntryRow>;

/** @returns false if the history has no room for it */
export const addEntry = async (db: Db, entry: NewEntry): Promise<boolean> => (await addEntries(db, [entry])) > 0;

/** Adds those for which the histories have room. @returns how many */
export async function addEntries(db: Db, entries: readonly NewEntry[]): Promise<number> {
  if (entries.length === 0) return 0;
  const ids = [...new Set(entries.map(({ caseId }) => caseId))];
  const counted = await db
    .select({ caseId: alarmEntries.caseId, total: count() })
    .from(alarmEntries)
    .where(inArray(alarmEntries.caseId, ids))
    .groupBy(alarmEntries.caseId);
  const totals = new Map(counted.map(({ caseId, total }) => [caseId, total]));
  const fitting = entries.filter(({ caseId, kind }) => {
    const total = totals.get(caseId) ?? 0;
    if (!hasRoomFor(kind, total)) return false;
    totals.set(caseId, total + 1);
    return true;
  });
  if (fitting.length > 0) await db.insert(alarmEntries).values(fitting);
  return fitting.length;
}

/** How often a contact has given the case back. */
export async function countReleases(db: Db, caseId: string, contactId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(alarmEntries)
    .where(and(eq(alarmEntries.caseId, caseId), eq(alarmEntries.kind, 'released'), eq(alarmEntries.to, contactId)));
  return row?.total ?? 0;
}

/** The newest entries of a case, and as many of those merged into it, oldest first. */
export async function entriesOf(
  db: Db,
  caseId: string,
  limit: number,
  merged: readonly string[] = [],
): Promise<CaseEntryRow[]> {
  const newestOf = (ids: readonly string[]): Promise<CaseEntryRow[]> =>
    db
      .select()
      .from(alarmEntries)
      .where(inArray(alarmEntries.caseId, [...ids]))
      .orderBy(desc(alarmEntries.id))
      .limit(limit);
  const rows = await newestOf([caseId]);
  if (merged.length > 0) rows.push(...(await newestOf(merged)));
  return rows.sort((a, b) => a.id - b.id);
}

/** The history of the case says why there is no picture after the alarm, unless it is full. */
export const addPictureGap = (db: Db, caseId: string, at: Date, gap: PictureGap): Promise<boolean> =>
  addEntry(db, { caseId, at, kind: 'noPicture', to: gap });

/** @returns false if the file is a picture of a case already */
export async function addPicture(db: Db, picture: typeof alarmPictures.$inferInsert): Promise<boolean> {
  const added = await db
    .insert(alarmPictures)
    .values(picture)
    .onConflictDoNothing()
    .returning({ fileId: alarmPictures.fileId });
  return added.length > 0;
}

/** Whether the case has a picture of the place after the alarm that is not older. */
export async function hasPictureAfter(db: Db, caseId: string, since: Date): Promise<boolean> {
  const rows = await db
    .select({ fileId: alarmPictures.fileId })
    .from(alarmPictures)
    .where(and(eq(alarmPictures.caseId, caseId), eq(alarmPictures.moment, 'after'), gte(alarmPictures.at, since)))
    .limit(1);
  return rows.length > 0;
}

export const picturesOf = (db: Db, caseId: string, merged: readonly string[] = []): Promise<CasePictureRow[]> =>
  db
    .select()
    .from(alarmPictures)
    .where(inArray(alarmPictures.caseId, [caseId, ...merged]))
    .orderBy(asc(alarmPictures.at));

export interface CaseFilter {
  serialNumbers: readonly string[];
  events: readonly AlarmEvent[];
  state: 'unresolved' | 'open' | 'taken' | 'resolved' | '';
  /** An account, `nobody`, or '' for all. */
  owner: string;
  /** ms; 0 for no bound. */
  startTime: number;
  endTime: number;
  text: string;
}

const matching = (filter: CaseFilter): SQL | undefined => {
  const { serialNumbers, events, state, owner } = filter;
  return and(
    ofRobots(alarmCases.serialNumber, serialNumbers),
    events.length === 0 ? undefined : inArray(alarmCases.event, [...events]),
    state === '' ? undefined : state === 'unresolved' ? ne(alarmCases.state, 'resolved') : eq(alarmCases.state, state),
    owner === ''
      ? undefined
      : owner === 'nobody'
        ? // As in the rules: a case that is taken or resolved has an owner. The index holds the unresolved ones.
          and(eq(alarmCases.state, 'open'), ne(alarmCases.state, 'resolved'))
        : and(eq(alarmCases.ownerKind, 'account'), eq(alarmCases.ownerId, owner)),
    inSpan(alarmCases.raisedAt, filter),
  );
};

export const casePage = (
  db: Db,
  filter: CaseFilter,
  request: RowsRequest,
): Promise<{ total: number; rows: AlarmCaseRow[] }> =>
  newestRows(db, LIST, matching(filter), { ...request, search: { text: filter.text, within: NAMES } }, (condition) =>
    db
      .select()
      .from(alarmCases)
      .where(condition)
      .orderBy(...newestFirst(LIST)),
  );

/**
 * Unresolved cases of these robots: without an owner first, the soonest level two first. If there are more than `limit`, the
 * last `newest` places are for those that opened last: the console rings for them.
 */
export async function openCases(
  db: Db,
  serialNumbers: readonly string[],
  { limit, newest }: { limit: number; newest: number },
): Promise<AlarmCaseRow[]> {
  const isOpen = and(ofRobots(alarmCases.serialNumber, serialNumbers), ne(alarmCases.state, 'resolved'));
  const rows = await db
    .select()
    .from(alarmCases)
    .where(isOpen)
    .orderBy(
      sql`${alarmCases.ownerId} is not null`,
      sql`coalesce(${alarmCases.levelTwoAt}, ${alarmCases.levelTwoToldAt}, ${alarmCases.takenAt})`,
      asc(alarmCases.id),
    )
    .limit(limit + 1);
  if (rows.length <= limit) return rows;
  const last = await db
    .select()
    .from(alarmCases)
    .where(and(isOpen, isNotNull(alarmCases.levelTwoAt)))
    .orderBy(desc(alarmCases.levelTwoAt), asc(alarmCases.id))
    .limit(newest);
  const isLast = new Set(last.map(({ id }) => id));
  return [...rows.filter(({ id }) => !isLast.has(id)).slice(0, limit - last.length), ...last.toReversed()];
}

export async function countUnresolved(
  db: Db,
  serialNumbers: readonly string[],
): Promise<{ open: number; taken: number }> {
  const [row] = await db
    .select({
      open: sql<number>`count(*) filter (where ${alarmCases.state} = 'open')::int`,
      taken: sql<number>`count(*) filter (where ${alarmCases.state} = 'taken')::int`,
    })
    .from(alarmCases)
    .where(and(ofRobots(alarmCases.serialNumber, serialNumbers), ne(alarmCases.state, 'resolved')));
  return row ?? { open: 0, taken: 0 };
}

/** Other cases near a place, newest first. @param within metres */
export const casesNear = (
  db: Db,
  { id, mapId, x, y }: { id: string; mapId: string; x: number; y: number },
  { since, within, limit }: { since: Date; within: number; limit: number },
): Promise<AlarmCaseRow[]> =>
  db
    .select()
    .from(alarmCases)
    .where(
      and(
        eq(alarmCases.mapId, mapId),
        gte(alarmCases.raisedAt, since),
        ne(alarmCases.id, id),
        sql`(${alarmCases.x} - ${x}) ^ 2 + (${alarmCases.y} - ${y}) ^ 2 <= ${within ** 2}`,
      ),
    )
    .orderBy(...newestFirst(LIST))
    .limit(limit);

/** Name of the nearest point within that many metres; '' without one. */
export async function nameOfPlace(
  db: Db,
  { mapId, x, y }: { mapId: string; x: number; y: number },
  within: number,
): Promise<LocalName> {
  const distance = sql`(${points.x} - ${x}) ^ 2 + (${points.y} - ${y}) ^ 2`;
  const [row] = await db
    .select({ name: points.name })
    .from(points)
    .where(and(eq(points.mapId, mapId), sql`${distance} <= ${within ** 2}`))
    .orderBy(distance)
    .limit(1);
  return row?.name ?? '';
}

type DueColumn = typeof alarmCases.levelTwoAt | typeof alarmCases.askAgainAt | typeof alarmCases.tellAgainAt;
const isDue = (dueAt: DueColumn, now: Date) => and(isNotNull(dueAt), sql`${dueAt} <= ${now}`);
const takeDue =
  (dueAt: DueColumn) =>
  (db: Db, now: Date, limit: number): Promise<AlarmCaseRow[]> =>
    db
      .select()
      .from(alarmCases)
      .where(isDue(dueAt, now))
      .orderBy(asc(dueAt))
      .limit(limit)
      .for('no key update', { skipLocked: true });

const anyDue = (dueAt: DueColumn, now: Date) => anyRow(alarmCases, isDue(dueAt, now), [dueAt]);
export const anyDueLevelTwo = (now: Date): DueCheck => anyDue(alarmCases.levelTwoAt, now);
export const anyDueAskAgain = (now: Date): DueCheck => anyDue(alarmCases.askAgainAt, now);
export const anyDueTellAgain = (now: Date): DueCheck => anyDue(alarmCases.tellAgainAt, now);

/** Locks cases whose level two is due. Takes the transaction's share of them; other servers skip those. */
export const takeDueLevelTwo = takeDue(alarmCases.levelTwoAt);
/** Locks taken cases that are due to be offered to everyone again. */
export const takeDueAskAgain = takeDue(alarmCases.askAgainAt);
/** Locks cases of which it is due to see whether anybody was reached. */
export const takeDueTellAgain = takeDue(alarmCases.tellAgainAt);

/**
 * Of cases without an owner, it is seen then whether anybody was reached.
 * @param toldSince when they lost their owner or were raised; undefined if that was before
 */
export async function planTellAgain(
  db: Db,
  caseIds: readonly string[],
  { at, toldSince }: { at: Date; toldSince: Date | undefined },
): Promise<void> {
  if (caseIds.length > 0)
    await db
      .update(alarmCases)
      .set({ tellAgainAt: at, tellAgains: 0, ...(toldSince && { toldSince }) })
      .where(and(inArray(alarmCases.id, [...caseIds]), eq(alarmCases.state, 'open')));
}

/** Their entries, pictures and notifications are deleted with them. */
export const deleteExpiredCases = (db: Db, resolvedBefore: Date): Promise<unknown> =>
  db.delete(alarmCases).where(lt(alarmCases.resolvedAt, resolvedBefore));
