/** Stored pictures and recordings as entries of an export: only those that its reader may see, with names that no two share. */
import type { ContentType } from '../../contract/rules/files.ts';
import type { Db } from '../db/database.ts';
import { fileById } from '../db/repositories/files.ts';
import { maySee, type Person } from '../features/fileRights.ts';
import type { FilesDeps } from '../files/files.ts';
import type { ZipEntry } from '../files/zip.ts';

const EXTENSIONS: Partial<Record<ContentType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

/**
 * @param room bytes that it may have at most
 * @returns the file as an entry whose name begins with `plain`; null if it is gone, or the reader may not see it
 */
export async function pictureEntry(
  { db, store }: { db: Db; store: FilesDeps['store'] },
  reader: Person,
  { fileId, plain, taken, room = Infinity }: { fileId: string; plain: string; taken: Set<string>; room?: number },
): Promise<{ entry: ZipEntry; bytes: number } | 'noRoom' | null> {
  const file = await fileById(db, fileId);
  if (!file || !(await maySee(db, reader, file))) return null;
  // Before it is opened: an entry that is not written would not be closed.
  if (file.bytes > room) return 'noRoom';
  const pieces = await store.open(file.kind, file.storedAs ?? file.id);
  if (!pieces) return null;
  const name = freeName(taken, plain, EXTENSIONS[file.contentType as ContentType] ?? 'bin');
  return { entry: { name, pieces, isPacked: true }, bytes: file.bytes };
}

function freeName(taken: Set<string>, plain: string, extension: string): string {
  let name = `${plain}.${extension}`;
  for (let number = 2; taken.has(name); number += 1) name = `${plain}-${number}.${extension}`;
  taken.add(name);
  return name;
}
