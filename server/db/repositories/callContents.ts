/** Phrases and pictures that sites keep for calls, and the files of the pictures. */
import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { UNUSED_TTL_MS } from '../../../contract/rules/files.ts';
import type { Db } from '../database.ts';
import { callContents, files } from '../schema.ts';
import type { FileRow } from './files.ts';

export type CallContentRow = typeof callContents.$inferSelect;

export async function contentOfSite(db: Db, siteId: string): Promise<CallContentRow> {
  const [row] = await db.select().from(callContents).where(eq(callContents.siteId, siteId));
  return row ?? { siteId, version: 0, phrases: [], pictures: [] };
}

/** Saves of one site wait for each other until the transaction ends, also the first ones. */
export async function lockContent(db: Db, siteId: string): Promise<CallContentRow> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`call content ${siteId}`}, 0))`);
  return contentOfSite(db, siteId);
}

export async function saveContent(db: Db, row: CallContentRow): Promise<void> {
  const { siteId: _, ...values } = row;
  await db.insert(callContents).values(row).onConflictDoUpdate({ target: callContents.siteId, set: values });
}

const ofSite = (siteId: string) =>
  and(eq(files.kind, 'callPicture'), eq(files.owner, 'site'), eq(files.ownerId, siteId), eq(files.state, 'ready'));

/**
 * Keeps the files of these pictures. Those that were kept before expire in an hour, so that the change can be undone.
 * @returns false if one of them is not, or no longer, a picture of the site
 */
export async function keepPictures(db: Db, siteId: string, fileIds: readonly string[], now: Date): Promise<boolean> {
  const ids = [...fileIds];
  await db
    .update(files)
    .set({ until: new Date(now.getTime() + UNUSED_TTL_MS) })
    .where(and(ofSite(siteId), isNull(files.until), notInArray(files.id, ids)));
  if (ids.length === 0) return true;
  const kept = await db
    .update(files)
    .set({ until: null })
    .where(and(ofSite(siteId), inArray(files.id, ids)))
    .returning({ id: files.id });
  return kept.length === ids.length;
}

/** With the site; the bytes are deleted by retention. */
export async function deleteCallPictures(db: Db, siteId: string): Promise<void> {
  await db.update(files).set({ state: 'deleted' }).where(ofSite(siteId));
}

/** A picture that the site keeps now. */
export async function pictureOfSite(
  db: Db,
  siteId: string,
  fileId: string,
): Promise<{ file: FileRow; name: string } | null> {
  const name = (await contentOfSite(db, siteId)).pictures.find((one) => one.fileId === fileId)?.name;
  if (name === undefined) return null;
  const [file] = await db
    .select()
    .from(files)
    .where(and(ofSite(siteId), eq(files.id, fileId)));
  return file ? { file, name } : null;
}
