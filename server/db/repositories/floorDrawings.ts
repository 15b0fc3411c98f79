/** Floors that are drawn by hand, and the pictures under them. */
import { and, asc, count, desc, eq, getTableColumns, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, floorDrawings, floorTraces, maps, sites } from '../schema.ts';
import { markDeleted } from './files.ts';

export type StoredDrawing = typeof floorDrawings.$inferSelect;
export type StoredTrace = typeof floorTraces.$inferSelect;

/** With what applies once it is published: the map's floor and name; and who saved it. */
export interface DrawingRow extends Omit<StoredDrawing, 'drawing'> {
  /** null: the account was deleted. */
  savedByName: LocalName | null;
  siteName: LocalName;
}

const { drawing: _, floor: _floor, name: _name, ...columns } = getTableColumns(floorDrawings);
const shown = {
  ...columns,
  floor: sql<string>`coalesce(${maps.floor}, ${floorDrawings.floor})`,
  name: sql<LocalName>`coalesce(${maps.name}, ${floorDrawings.name})`,
  savedByName: accounts.nickname,
  siteName: sites.name,
};

/** Those saved last come first. */
export const newestDrawings = (db: Db, most: number): Promise<DrawingRow[]> =>
  db
    .select(shown)
    .from(floorDrawings)
    .innerJoin(sites, eq(sites.id, floorDrawings.siteId))
    .leftJoin(maps, eq(maps.id, floorDrawings.mapId))
    .leftJoin(accounts, eq(accounts.id, floorDrawings.savedBy))
    .orderBy(desc(floorDrawings.savedAt), asc(floorDrawings.id))
    .limit(most);

/** Their names before they are published, which are as good as taken. */
export const drawingNamesOfSite = (db: Db, siteId: string): Promise<{ name: LocalName }[]> =>
  db.select({ name: floorDrawings.name }).from(floorDrawings).where(eq(floorDrawings.siteId, siteId));

export async function drawingById(
  db: Db,
  id: string,
): Promise<(DrawingRow & { drawing: StoredDrawing['drawing'] }) | undefined> {
  const [row] = await db
    .select({ ...shown, drawing: floorDrawings.drawing })
    .from(floorDrawings)
    .innerJoin(sites, eq(sites.id, floorDrawings.siteId))
    .leftJoin(maps, eq(maps.id, floorDrawings.mapId))
    .leftJoin(accounts, eq(accounts.id, floorDrawings.savedBy))
    .where(eq(floorDrawings.id, id));
  return row;
}

export async function siteOfDrawing(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ siteId: floorDrawings.siteId }).from(floorDrawings).where(eq(floorDrawings.id, id));
  return row?.siteId;
}

/** Reads the drawing and locks it until the transaction ends. */
export async function lockDrawing(db: Db, id: string): Promise<StoredDrawing | undefined> {
  const [row] = await db.select().from(floorDrawings).where(eq(floorDrawings.id, id)).for('update');
  return row;
}

export async function addDrawing(db: Db, row: typeof floorDrawings.$inferInsert): Promise<void> {
  await db.insert(floorDrawings).values(row);
}

export async function changeDrawing(db: Db, id: string, change: Partial<StoredDrawing>): Promise<void> {
  await db.update(floorDrawings).set(change).where(eq(floorDrawings.id, id));
}

/** With the picture under it. */
export async function deleteDrawing(db: Db, id: string): Promise<void> {
  await deleteTraces(db, [id]);
  await db.delete(floorDrawings).where(eq(floorDrawings.id, id));
}

const { png: _png, ...withoutPng } = getTableColumns(floorTraces);
export async function traceOf(db: Db, drawingId: string): Promise<Omit<StoredTrace, 'png'> | undefined> {
  const [row] = await db.select(withoutPng).from(floorTraces).where(eq(floorTraces.drawingId, drawingId));
  return row;
}

export async function tracePicture(db: Db, drawingId: string, pictureId: string): Promise<StoredTrace | undefined> {
  const [row] = await db
    .select()
    .from(floorTraces)
    .where(and(eq(floorTraces.drawingId, drawingId), eq(floorTraces.pictureId, pictureId)));
  return row;
}

/** Replaces the picture that the drawing had. The drawing is locked. */
export async function putTrace(db: Db, trace: StoredTrace): Promise<void> {
  await deleteTraces(db, [trace.drawingId]);
  await db.insert(floorTraces).values(trace);
}

/** With their files. The drawings are locked. */
export async function deleteTraces(db: Db, drawingIds: readonly string[]): Promise<void> {
  const deleted = await db
    .delete(floorTraces)
    .where(inArray(floorTraces.drawingId, [...drawingIds]))
    .returning({ fileId: floorTraces.fileId });
  await markDeleted(
    db,
    deleted.flatMap(({ fileId }) => fileId ?? []),
  );
}

/** Of the drawings that are deleted with their map or site. Locks them, so that nobody adds a picture meanwhile. */
export async function deleteTracesBeside(
  db: Db,
  { mapId, siteId }: { mapId?: string; siteId?: string },
): Promise<void> {
  const beside = mapId === undefined ? eq(floorDrawings.siteId, siteId ?? '') : eq(floorDrawings.mapId, mapId);
  const locked = await db
    .select({ id: floorDrawings.id })
    .from(floorDrawings)
    .where(beside)
    .orderBy(asc(floorDrawings.id))
    .for('update');
  await deleteTraces(
    db,
    locked.map(({ id }) => id),
  );
}

/** Also one that a server of an earlier version replaced, beside the file of the picture before. */
const isUnmoved = isNotNull(floorTraces.png);

export async function countUnmovedTraces(db: Db): Promise<number> {
  const [row] = await db.select({ total: count() }).from(floorTraces).where(isUnmoved);
  return row?.total ?? 0;
}

/** Pictures whose bytes are still in the database, in order of their ids. */
export const unmovedTraces = (db: Db, after: string, limit: number): Promise<{ id: string }[]> =>
  db
    .select({ id: floorTraces.pictureId })
    .from(floorTraces)
    .where(and(isUnmoved, gt(floorTraces.pictureId, after)))
    .orderBy(asc(floorTraces.pictureId))
    .limit(limit);

/** @returns undefined if it is moved, replaced or deleted */
export async function unmovedTrace(db: Db, pictureId: string): Promise<{ png: Buffer; siteId: string } | undefined> {
  const [row] = await db
    .select({ png: floorTraces.png, siteId: floorDrawings.siteId })
    .from(floorTraces)
    .innerJoin(floorDrawings, eq(floorDrawings.id, floorTraces.drawingId))
    .where(and(eq(floorTraces.pictureId, pictureId), isUnmoved));
  return row?.png ? { siteId: row.siteId, png: row.png } : undefined;
}

/** @returns false if another server moved the picture, or it is replaced or deleted */
export async function moveTrace(db: Db, pictureId: string, fileId: string): Promise<boolean> {
  const unmoved = and(eq(floorTraces.pictureId, pictureId), isUnmoved);
  const before = await db.select({ fileId: floorTraces.fileId }).from(floorTraces).where(unmoved).for('update');
  if (before.length === 0) return false;
  await db.update(floorTraces).set({ fileId, png: null }).where(unmoved);
  await markDeleted(
    db,
    before.flatMap((row) => row.fileId ?? []),
  );
  return true;
}
