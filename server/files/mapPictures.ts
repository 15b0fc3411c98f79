/** The bytes of map pictures: files of the map's site, which count against its quota. */
import { FILE_RULES, maxMebibytes } from '../../contract/rules/files.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { markDeleted, type FileRow } from '../db/repositories/files.ts';
import {
  countUnmovedPictures,
  deletePictures,
  movePicture,
  unmovedPicture,
  unmovedPictures,
  type StoredPicture,
} from '../db/repositories/mapFiles.ts';
import { attachFile, putStaged, reserveFile, sha256Of, stageFile, type FilesDeps } from './files.ts';
import type { FileStore } from './fileStore.ts';

export const PICTURE_TYPE = 'image/png';
const PAGE = 100;

/**
 * Stores a new picture, invisible before attachFile.
 * @param db not in a transaction
 * @throws siteQuotaReached, tooManyUploads, mapPictureTooLarge, filesAway, diskFull
 */
export async function stageMapPicture(
  { db, store, now }: Pick<FilesDeps, 'db' | 'store' | 'now'>,
  { siteId, userId }: { siteId: string; userId: string },
  png: Uint8Array,
): Promise<FileRow> {
  if (png.length > FILE_RULES.mapPicture.maxBytes)
    throw new ApiError('mapPictureTooLarge', { field: 'picture', words: { limit: maxMebibytes('mapPicture') } });
  const row = await reserveFile(db, now, {
    kind: 'mapPicture',
    owner: 'site',
    ownerId: siteId,
    siteId,
    uploadedBy: userId,
    name: 'map.png',
    bytes: png.length,
    sha256: sha256Of(png),
  });
  return putStaged({ db, store }, row, png);
}

/** From the store, or from the database as long as the picture is not moved. @throws filesAway, notFound */
export async function mapPictureBytes(
  store: FileStore,
  { fileId, png }: Pick<StoredPicture, 'fileId' | 'png'>,
): Promise<Buffer> {
  const bytes = fileId === null ? png : await store.get('mapPicture', fileId);
  if (!bytes) throw new ApiError('notFound', { field: 'pictureId' });
  return bytes;
}

interface MoveOptions {
  signal?: AbortSignal;
  onMoved?: (done: number, of: number) => void;
}

/**
 * Moves the pictures of earlier versions from the database into the file store, one at a time. Can be interrupted,
 * repeated and run on several servers at once: a picture leaves the database only once the store has returned it intact.
 * @returns the number of moved pictures
 * @throws filesAway, diskFull; what is moved until then stays moved
 */
export async function moveMapPictures(deps: FilesDeps, { signal, onMoved }: MoveOptions = {}): Promise<number> {
  const total = await countUnmovedPictures(deps.db);
  let moved = 0;
  let after = '';
  for (;;) {
    const page = await unmovedPictures(deps.db, after, PAGE);
    if (page.length === 0) return moved;
    for (const { id } of page) {
      signal?.throwIfAborted();
      if (await movedToStore(deps, id)) moved += 1;
      after = id;
      onMoved?.(moved, Math.max(total, moved));
    }
  }
}

async function movedToStore(deps: FilesDeps, id: string): Promise<boolean> {
  const { db, store } = deps;
  const found = await unmovedPicture(db, id);
  if (!found) return false;
  const { png, siteId, mapId } = found;
  if (siteId === null) {
    // Its map went with its site; pictures are committed together with their map.
    await deletePictures(db, mapId, null);
    return false;
  }
  const staged = { kind: 'mapPicture', owner: 'site', ownerId: siteId, name: 'map.png' } as const;
  const file = await stageFile(deps, { ...staged, bytes: png, contentType: PICTURE_TYPE });
  const stored = await store.get('mapPicture', file.id);
  if (!stored?.equals(png)) {
    await markDeleted(db, [file.id]);
    throw new Error('the file store did not return what was stored');
  }
  const isMoved = await db.transaction(async (transaction: Db) => {
    if (!(await movePicture(transaction, id, file.id))) return false;
    await attachFile(transaction, file, PICTURE_TYPE);
    return true;
  });
  if (!isMoved) await markDeleted(db, [file.id]);
  return isMoved;
}
