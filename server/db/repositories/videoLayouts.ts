/** Saved layouts of the video wall. */
import { and, asc, count, desc, eq, exists, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, relations, videoLayouts, videoLayoutTiles } from '../schema.ts';

export type LayoutRow = typeof videoLayouts.$inferSelect;
export type TileRow = typeof videoLayoutTiles.$inferSelect;
export interface StoredLayout {
  layout: LayoutRow;
  owner: LocalName | null;
  tiles: readonly TileRow[];
}

/** The account's relations that are authorised. */
const isOwn = (userId: string) => and(eq(relations.userId, userId), eq(relations.isAuth, true));

async function withTiles(
  db: Db,
  rows: readonly { layout: LayoutRow; owner: LocalName | null }[],
): Promise<StoredLayout[]> {
  if (rows.length === 0) return [];
  const tiles = await db
    .select()
    .from(videoLayoutTiles)
    .where(
      inArray(
        videoLayoutTiles.layoutId,
        rows.map(({ layout }) => layout.id),
      ),
    )
    .orderBy(asc(videoLayoutTiles.slot));
  return rows.map((row) => ({ ...row, tiles: tiles.filter(({ layoutId }) => layoutId === row.layout.id) }));
}

const named = (db: Db) =>
  db
    .select({ layout: videoLayouts, owner: accounts.nickname })
    .from(videoLayouts)
    .leftJoin(accounts, eq(accounts.id, videoLayouts.userId));

export const ownLayouts = async (db: Db, userId: string): Promise<StoredLayout[]> =>
  withTiles(db, await named(db).where(eq(videoLayouts.userId, userId)).orderBy(asc(videoLayouts.name)));

/** Layouts that others share, and that show a robot which the account may see; the newest ones, by name. */
export async function sharedLayouts(db: Db, userId: string, limit: number): Promise<StoredLayout[]> {
  const ownTile = db
    .select({ one: sql`1` })
    .from(videoLayoutTiles)
    .innerJoin(relations, and(eq(relations.serialNumber, videoLayoutTiles.serialNumber), isOwn(userId)))
    .where(eq(videoLayoutTiles.layoutId, videoLayouts.id));
  const rows = await named(db)
    .where(and(eq(videoLayouts.isShared, true), ne(videoLayouts.userId, userId), exists(ownTile)))
    .orderBy(desc(videoLayouts.savedAt))
    .limit(limit);
  return withTiles(
    db,
    rows.sort((a, b) => (a.layout.name < b.layout.name ? -1 : 1)),
  );
}

/** Which of these robots the account may see. */
export async function visibleRobots(db: Db, userId: string, serialNumbers: readonly string[]): Promise<Set<string>> {
  if (serialNumbers.length === 0) return new Set();
  const rows = await db
    .select({ serialNumber: relations.serialNumber })
    .from(relations)
    .where(and(isOwn(userId), inArray(relations.serialNumber, [...serialNumbers])));
  return new Set(rows.map(({ serialNumber }) => serialNumber));
}

/** Saves of one account run one after the other, so that its number of layouts is exact. */
export async function lockLayouts(db: Db, userId: string): Promise<number> {
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('no key update');
  const [row] = await db.select({ total: count() }).from(videoLayouts).where(eq(videoLayouts.userId, userId));
  return row?.total ?? 0;
}

export async function isNameTaken(db: Db, userId: string, name: string, exceptId: string): Promise<boolean> {
  const rows = await db
    .select({ id: videoLayouts.id })
    .from(videoLayouts)
    .where(and(eq(videoLayouts.userId, userId), eq(videoLayouts.name, name), ne(videoLayouts.id, exceptId)));
  return rows.length > 0;
}

export async function addLayout(db: Db, layout: LayoutRow): Promise<void> {
  await db.insert(videoLayouts).values(layout);
}

/** @returns whether the account has a layout of this id */
export async function changeLayout(db: Db, { id, userId, ...change }: LayoutRow): Promise<boolean> {
  const changed = await db
    .update(videoLayouts)
    .set(change)
    .where(and(eq(videoLayouts.id, id), eq(videoLayouts.userId, userId)))
    .returning({ id: videoLayouts.id });
  return changed.length > 0;
}

export async function replaceTiles(
  db: Db,
  layoutId: string,
  tiles: readonly Omit<TileRow, 'layoutId'>[],
): Promise<void> {
  await db.delete(videoLayoutTiles).where(eq(videoLayoutTiles.layoutId, layoutId));
  if (tiles.length > 0) await db.insert(videoLayoutTiles).values(tiles.map((tile) => ({ ...tile, layoutId })));
}

export async function deleteLayout(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(videoLayouts)
    .where(and(eq(videoLayouts.id, id), eq(videoLayouts.userId, userId)))
    .returning({ id: videoLayouts.id });
  return deleted.length > 0;
}
