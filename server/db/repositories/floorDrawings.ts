/** Floors that are drawn by hand, and the pictures under them. */
import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, floorDrawings, floorTraces, maps, sites } from '../schema.ts';

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

export const deleteDrawing = (db: Db, id: string): Promise<unknown> =>
  db.delete(floorDrawings).where(eq(floorDrawings.id, id));

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

/** Replaces the picture that the drawing had. */
export async function putTrace(db: Db, trace: StoredTrace): Promise<void> {
  const { drawingId: _id, ...rest } = trace;
  await db.insert(floorTraces).values(trace).onConflictDoUpdate({ target: floorTraces.drawingId, set: rest });
}

export const deleteTrace = (db: Db, drawingId: string): Promise<unknown> =>
  db.delete(floorTraces).where(eq(floorTraces.drawingId, drawingId));
