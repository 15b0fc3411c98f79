/** Face recognition records, their pictures and who revealed them. Persons and settings are in facePersons.ts. */
import { and, desc, eq, gt, gte, ilike, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { FACE_DAYS, FACE_SELECT_TYPES, type FaceSelectType } from '../../../contract/rules/faces.ts';
import type { Db } from '../database.ts';
import { countsUpTo, inSpan, newestFirst, newestRows, ofRobots, olderThan, type RowsRequest } from '../newestRows.ts';
import { facePersons, faceRecords, faceReveals, faceSites, files, robots } from '../schema.ts';

export type FaceRow = typeof faceRecords.$inferSelect;
export type FaceRevealRow = typeof faceReveals.$inferSelect;
export type FacePersonRow = typeof facePersons.$inferSelect;
export interface FaceWithPerson {
  face: FaceRow;
  person: FacePersonRow | null;
}

export interface FaceFilter {
  serialNumbers: readonly string[];
  selectType: FaceSelectType;
  /** Part of the name of a registered person whose consent has not ended. */
  name: string;
  /** ms since 1970. */
  now: number;
  /** ms; 0 for no bound. */
  startTime: number;
  endTime: number;
}

const KIND: Readonly<Record<FaceSelectType, SQL | undefined>> = {
  all: undefined,
  registered: isNotNull(faceRecords.personId),
  stranger: isNull(faceRecords.personId),
  highTemperature: sql`${faceRecords.isHigh}`,
};
/** A robot that moved leaves its records to the site where it made them: people of its new site see none of them. */
const isOfPresentSite = sql`exists (select 1 from ${robots} where ${robots.serialNumber} = ${faceRecords.serialNumber} and ${robots.siteId} = ${faceRecords.siteId})`;
const LIST = { table: faceRecords, at: faceRecords.at, id: faceRecords.id };

function matching(db: Db, { serialNumbers, selectType, name, now, ...span }: FaceFilter): SQL | undefined {
  const pattern = `%${name.replace(/[\\%_]/gu, '\\$&')}%`;
  return and(
    ofRobots(faceRecords.serialNumber, serialNumbers),
    isOfPresentSite,
    KIND[selectType],
    inSpan(faceRecords.at, span),
    name === ''
      ? undefined
      : inArray(
          faceRecords.personId,
          db
            .select({ id: facePersons.id })
            .from(facePersons)
            .where(
              and(
                ilike(facePersons.name, pattern),
                or(isNull(facePersons.until), gt(facePersons.until, new Date(now))),
              ),
            ),
        ),
  );
}

const withPersons = (db: Db, where: SQL | undefined) =>
  db
    .select({ face: faceRecords, person: facePersons })
    .from(faceRecords)
    .leftJoin(facePersons, eq(facePersons.id, faceRecords.personId))
    .where(where)
    .orderBy(...newestFirst(LIST));

export const facePage = (
  db: Db,
  filter: FaceFilter,
  request: RowsRequest,
): Promise<{ total: number; rows: FaceWithPerson[] }> =>
  newestRows(db, LIST, matching(db, filter), request, (condition) => withPersons(db, condition));

/** The next records of an export, newest first. @param after the last record read */
export const facesAfter = (
  db: Db,
  filter: FaceFilter,
  after: Pick<FaceRow, 'at' | 'id'> | undefined,
  limit: number,
): Promise<FaceWithPerson[]> =>
  withPersons(db, and(matching(db, filter), after && olderThan(LIST, after))).limit(limit);

/** By kind, each up to LIST_COUNTED. */
export const faceCounts = (db: Db, filter: FaceFilter): Promise<Readonly<Record<FaceSelectType, number>>> =>
  countsUpTo(db, LIST, FACE_SELECT_TYPES, (selectType) => matching(db, { ...filter, selectType }));

/** Only of the robot's present site, like all that is read by the id of a record. */
export async function faceById(db: Db, id: string): Promise<FaceWithPerson | undefined> {
  const [row] = await db
    .select({ face: faceRecords, person: facePersons })
    .from(faceRecords)
    .leftJoin(facePersons, eq(facePersons.id, faceRecords.personId))
    .where(and(eq(faceRecords.id, id), isOfPresentSite));
  return row;
}

export async function robotOfFace(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ serialNumber: faceRecords.serialNumber })
    .from(faceRecords)
    .where(and(eq(faceRecords.id, id), isOfPresentSite));
  return row?.serialNumber;
}

/** Locks the record until the end of the transaction. */
export async function lockFace(db: Db, id: string): Promise<FaceRow | undefined> {
  const [row] = await db
    .select()
    .from(faceRecords)
    .where(and(eq(faceRecords.id, id), isOfPresentSite))
    .for('update');
  return row;
}

/** Records of one robot are added one at a time on all servers, so that its limit holds. */
export async function lockFacesOf(db: Db, serialNumber: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`faces ${serialNumber}`}, 0))`);
}

/** What a robot recognised since then. */
export async function facesSince(db: Db, serialNumber: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(faceRecords)
    .where(and(eq(faceRecords.serialNumber, serialNumber), gte(faceRecords.at, since)));
  return row?.total ?? 0;
}

/** @returns false if it is stored already */
export async function addFace(db: Db, row: typeof faceRecords.$inferInsert): Promise<boolean> {
  const added = await db.insert(faceRecords).values(row).onConflictDoNothing().returning({ id: faceRecords.id });
  return added.length > 0;
}

/** Whether a record shows this file. */
export async function isFileOfFace(db: Db, fileId: string): Promise<boolean> {
  const rows = await db.select({ id: faceRecords.id }).from(faceRecords).where(eq(faceRecords.fileId, fileId)).limit(1);
  return rows.length > 0;
}

export const changeFace = (db: Db, id: string, change: Partial<typeof faceRecords.$inferInsert>): Promise<unknown> =>
  db.update(faceRecords).set(change).where(eq(faceRecords.id, id));

/** Deletes the records and hides their files at once. @returns the ids of the files */
export async function deleteFaces(db: Db, where: SQL | undefined): Promise<string[]> {
  const gone = await db.delete(faceRecords).where(where).returning({ fileId: faceRecords.fileId });
  const fileIds = gone.flatMap(({ fileId }) => fileId ?? []);
  await hideFiles(db, fileIds);
  return fileIds;
}
export const deleteFace = (db: Db, id: string): Promise<string[]> => deleteFaces(db, eq(faceRecords.id, id));

async function hideFiles(db: Db, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  await db
    .update(files)
    .set({ state: 'deleted' })
    .where(sql`${files.id} = any(${sql.param([...fileIds])})`);
}

export async function addReveal(db: Db, row: typeof faceReveals.$inferInsert): Promise<void> {
  await db.insert(faceReveals).values(row);
}
export const revealsOf = (db: Db, faceId: string, limit: number): Promise<FaceRevealRow[]> =>
  db.select().from(faceReveals).where(eq(faceReveals.faceId, faceId)).orderBy(desc(faceReveals.at)).limit(limit);

/** Uses a ticket up. @returns false if it is unknown, somebody else's, of another face, too old or used */
export async function takeReveal(
  db: Db,
  {
    faceId,
    userId,
    ticketHash,
    issuedAfter,
    at,
  }: Pick<FaceRevealRow, 'faceId' | 'userId' | 'ticketHash'> & {
    issuedAfter: Date;
    at: Date;
  },
): Promise<boolean> {
  const taken = await db
    .update(faceReveals)
    .set({ openedAt: at })
    .where(
      and(
        eq(faceReveals.faceId, faceId),
        eq(faceReveals.userId, userId),
        eq(faceReveals.ticketHash, ticketHash),
        isNull(faceReveals.openedAt),
        gte(faceReveals.at, issuedAfter),
      ),
    )
    .returning({ id: faceReveals.id });
  return taken.length > 0;
}

/** The number of a person's records. */
export async function recordsByPerson(db: Db, personIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (personIds.length === 0) return new Map();
  const rows = await db
    .select({ id: faceRecords.personId, total: sql<number>`count(*)::int` })
    .from(faceRecords)
    .where(inArray(faceRecords.personId, [...personIds]))
    .groupBy(faceRecords.personId);
  return new Map(rows.flatMap(({ id, total }) => (id === null ? [] : [[id, total] as const])));
}

const daysOf = (column: typeof faceSites.pictureDays | typeof faceSites.rowDays, usual: number): SQL =>
  sql`coalesce((select ${column} from ${faceSites} where ${faceSites.siteId} = ${faceRecords.siteId}), ${usual}::int)`;
const isExpired = (now: Date, days: SQL): SQL =>
  sql`${faceRecords.at} <= ${now}::timestamptz - make_interval(days => ${days})`;

/** Takes the pictures away from records whose site keeps them no longer. Both kinds: the clear and the blurred one. */
export async function expireFacePictures(db: Db, now: Date): Promise<void> {
  await db.transaction(async (transaction) => {
    const due = await transaction
      .select({ id: faceRecords.id, fileId: faceRecords.fileId })
      .from(faceRecords)
      .where(
        and(
          sql`(${faceRecords.fileId} is not null or ${faceRecords.blurred} <> '')`,
          isExpired(now, daysOf(faceSites.pictureDays, FACE_DAYS.pictures)),
        ),
      )
      .for('update');
    await hideFiles(
      transaction,
      due.flatMap(({ fileId }) => fileId ?? []),
    );
    await transaction
      .update(faceRecords)
      .set({ fileId: null, blurred: '' })
      .where(sql`${faceRecords.id} = any(${sql.param(due.map(({ id }) => id))})`);
  });
}

/** Deletes records whose site keeps them no longer. */
export async function deleteExpiredFaces(db: Db, now: Date): Promise<void> {
  await db.transaction((transaction) =>
    deleteFaces(transaction, isExpired(now, daysOf(faceSites.rowDays, FACE_DAYS.records))),
  );
}

/** Pictures that no record refers to: of events that were refused or never came, and of deleted sites. */
export async function hideOrphanFaces(db: Db, uploadedBefore: Date): Promise<void> {
  await db
    .update(files)
    .set({ state: 'deleted' })
    .where(
      and(
        eq(files.kind, 'face'),
        eq(files.state, 'ready'),
        lt(files.createdAt, uploadedBefore),
        sql`not exists (select 1 from ${faceRecords} where ${faceRecords.fileId} = ${files.id})`,
      ),
    );
}

/** Records of the demo without a picture, newest first. */
export const demoFacesWithoutPicture = (db: Db, since: Date, limit: number): Promise<FaceRow[]> =>
  db
    .select()
    .from(faceRecords)
    .where(and(eq(faceRecords.demo, true), isNull(faceRecords.fileId), gte(faceRecords.at, since)))
    .orderBy(...newestFirst(LIST))
    .limit(limit);
