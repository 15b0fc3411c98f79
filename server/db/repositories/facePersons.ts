/** Persons registered for face recognition, and what sites allow. */
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { FACE_DAYS } from '../../../contract/rules/faces.ts';
import type { Db } from '../database.ts';
import { facePersons, faceRecords, faceSites, robots } from '../schema.ts';
import { deleteFaces, type FacePersonRow } from './faces.ts';

export type FaceSiteRow = typeof faceSites.$inferSelect;

/** What a site without a row allows: nothing. */
export const unsetFaceSite = (siteId: string): FaceSiteRow => ({
  siteId,
  isOn: false,
  ground: '',
  changedBy: '',
  changedAt: new Date(0),
  pictureDays: FACE_DAYS.pictures,
  rowDays: FACE_DAYS.records,
  revision: 0,
});

export async function faceSiteOf(db: Db, siteId: string): Promise<FaceSiteRow> {
  const [row] = await db.select().from(faceSites).where(eq(faceSites.siteId, siteId));
  return row ?? unsetFaceSite(siteId);
}
export async function faceSitesOf(db: Db, siteIds: readonly string[]): Promise<ReadonlyMap<string, FaceSiteRow>> {
  const unique = [...new Set(siteIds)];
  const rows = unique.length === 0 ? [] : await db.select().from(faceSites).where(inArray(faceSites.siteId, unique));
  const known = new Map(rows.map((row) => [row.siteId, row]));
  return new Map(unique.map((siteId) => [siteId, known.get(siteId) ?? unsetFaceSite(siteId)]));
}

/** Changes of a site's setting and its persons are made one at a time. */
export async function lockFaceSite(db: Db, siteId: string): Promise<FaceSiteRow> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`face site ${siteId}`}, 0))`);
  return faceSiteOf(db, siteId);
}
/** Whether any site was ever set up. */
export async function hasFaceSites(db: Db): Promise<boolean> {
  return (await db.select({ siteId: faceSites.siteId }).from(faceSites).limit(1)).length > 0;
}

export interface FaceList {
  /** Of the database's clock, ms: of two lists of a site, the one that was read later has the later time. */
  readAt: number;
  isOn: boolean;
  /** Nobody while the site is off. */
  persons: FacePersonRow[];
  /** The robots in use that are at the site now. */
  serialNumbers: string[];
}

/** What the robots of a site must know. Lists of a site are read one at a time on all servers. */
export const faceListOf = (db: Db, siteId: string): Promise<FaceList> =>
  db.transaction(async (transaction) => {
    const { isOn } = await lockFaceSite(transaction, siteId);
    // Before the persons are read: a change that this list misses has a later one.
    const { rows } = await transaction.execute<{ at: string }>(
      sql`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint::text as at`,
    );
    const found = await transaction
      .select({ serialNumber: robots.serialNumber })
      .from(robots)
      .where(and(eq(robots.siteId, siteId), isNull(robots.retiredAt)))
      .orderBy(asc(robots.serialNumber));
    return {
      readAt: Number(rows[0]?.at),
      isOn,
      persons: isOn ? await personsOfSite(transaction, siteId) : [],
      serialNumbers: found.map(({ serialNumber }) => serialNumber),
    };
  });

export async function saveFaceSite(db: Db, row: FaceSiteRow): Promise<void> {
  await db.insert(faceSites).values(row).onConflictDoUpdate({ target: faceSites.siteId, set: row });
}

export const personsOfSite = (db: Db, siteId: string): Promise<FacePersonRow[]> =>
  db
    .select()
    .from(facePersons)
    .where(eq(facePersons.siteId, siteId))
    .orderBy(asc(facePersons.name), asc(facePersons.id));

export async function facePersonById(db: Db, id: string): Promise<FacePersonRow | undefined> {
  const [row] = await db.select().from(facePersons).where(eq(facePersons.id, id));
  return row;
}
export async function siteOfFacePerson(db: Db, id: string): Promise<string | undefined> {
  return (await facePersonById(db, id))?.siteId;
}

/** Locks a person's row, so that no record is added while they are erased. */
export async function lockFacePerson(db: Db, id: string): Promise<FacePersonRow | undefined> {
  const [row] = await db.select().from(facePersons).where(eq(facePersons.id, id)).for('update');
  return row;
}
/**
 * Keeps a person from being erased until the end of the transaction.
 * @returns false for somebody who is not registered at this site, or whose consent has ended
 */
export async function keepFacePerson(db: Db, id: string, siteId: string, now: Date): Promise<boolean> {
  const [row] = await db.select().from(facePersons).where(eq(facePersons.id, id)).for('key share');
  return row?.siteId === siteId && (row.until === null || row.until > now);
}
export async function addFacePerson(db: Db, row: typeof facePersons.$inferInsert): Promise<void> {
  await db.insert(facePersons).values(row);
}

/** Erases a person with all records; the files are hidden at once. @returns the ids of the files */
export async function eraseFacePerson(db: Db, id: string): Promise<string[]> {
  const fileIds = await deleteFaces(db, eq(faceRecords.personId, id));
  await db.delete(facePersons).where(eq(facePersons.id, id));
  return fileIds;
}

/** Erases the persons whose consent has ended. */
export async function eraseExpiredPersons(db: Db, now: Date): Promise<void> {
  const due = await db.select({ id: facePersons.id }).from(facePersons).where(lte(facePersons.until, now));
  for (const { id } of due)
    await db.transaction(async (transaction) => {
      if (await lockFacePerson(transaction, id)) await eraseFacePerson(transaction, id);
    });
}
