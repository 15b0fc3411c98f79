/**
 * The bytes of the pictures of maps, and of the pictures under drawn floors: files of their site, which count against its
 * quota.
 */
import { FILE_RULES, maxMebibytes } from '../../contract/rules/files.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { markDeleted, type FileRow } from '../db/repositories/files.ts';
import { countUnmovedTraces, moveTrace, unmovedTrace, unmovedTraces } from '../db/repositories/floorDrawings.ts';
import {
  countUnmovedPictures,
  deletePictures,
  movePicture,
  unmovedPicture,
  unmovedPictures,
} from '../db/repositories/mapFiles.ts';
import { attachFile, putStaged, reserveFile, sha256Of, stageFile, type FilesDeps } from './files.ts';
import type { FileStore } from './fileStore.ts';

export const PICTURE_TYPE = 'image/png';
const PAGE = 100;
type PictureKind = 'mapPicture' | 'floorTrace';

/**
 * Stores a new picture, invisible before attachFile.
 * @param db not in a transaction
 * @throws siteQuotaReached, tooManyUploads, mapPictureTooLarge, filesAway, diskFull
 */
export async function stageMapPicture(
  { db, store, now }: Pick<FilesDeps, 'db' | 'store' | 'now'>,
  { siteId, userId, kind = 'mapPicture' }: { siteId: string; userId: string; kind?: PictureKind },
  png: Uint8Array,
): Promise<FileRow> {
  if (png.length > FILE_RULES[kind].maxBytes)
    throw new ApiError('mapPictureTooLarge', { field: 'picture', words: { limit: maxMebibytes(kind) } });
  const row = await reserveFile(db, now, {
    kind,
    owner: 'site',
    ownerId: siteId,
    siteId,
    uploadedBy: userId,
    name: NAMES[kind],
    bytes: png.length,
    sha256: sha256Of(png),
  });
  return putStaged({ db, store }, row, png);
}

const NAMES: Readonly<Record<PictureKind, string>> = { mapPicture: 'map.png', floorTrace: 'trace.png' };

/**
 * From the store, or from the database as long as the picture is not moved: a server of an earlier version that runs beside
 * this one replaces a picture there. @throws filesAway, notFound
 */
export async function mapPictureBytes(
  store: FileStore,
  { fileId, png }: { fileId: string | null; png: Buffer | null },
  kind: PictureKind = 'mapPicture',
): Promise<Buffer> {
  const bytes = png ?? (fileId === null ? null : await store.get(kind, fileId));
  if (!bytes) throw new ApiError('notFound', { field: 'pictureId' });
  return bytes;
}

interface MoveOptions {
  signal?: AbortSignal;
  onMoved?: (done: number, of: number) => void;
}

/** Pictures of earlier versions that are still in the database. */
interface Unmoved {
  kind: PictureKind;
  page(db: Db, after: string, limit: number): Promise<{ id: string }[]>;
  /** @returns undefined if it is moved or deleted */
  read(db: Db, id: string): Promise<{ png: Buffer; siteId: string } | undefined>;
  /** @returns false if another server moved the picture, or it is deleted */
  move(db: Db, id: string, fileId: string): Promise<boolean>;
}
const UNMOVED: readonly Unmoved[] = [
  { kind: 'mapPicture', page: unmovedPictures, read: unmovedMapPicture, move: movePicture },
  { kind: 'floorTrace', page: unmovedTraces, read: unmovedTrace, move: moveTrace },
];

export const countUnmovedMapPictures = async (db: Db): Promise<number> =>
  (await countUnmovedPictures(db)) + (await countUnmovedTraces(db));

/**
 * Moves the pictures of earlier versions from the database into the file store, one at a time. Can be interrupted,
 * repeated and run on several servers at once: a picture leaves the database only once the store has returned it intact.
 * @returns the number of moved pictures
 * @throws filesAway, diskFull; what is moved until then stays moved
 */
export async function moveMapPictures(deps: FilesDeps, { signal, onMoved }: MoveOptions = {}): Promise<number> {
  const total = await countUnmovedMapPictures(deps.db);
  let moved = 0;
  for (const unmoved of UNMOVED) {
    let after = '';
    for (;;) {
      const page = await unmoved.page(deps.db, after, PAGE);
      if (page.length === 0) break;
      for (const { id } of page) {
        signal?.throwIfAborted();
        if (await movedToStore(deps, unmoved, id)) moved += 1;
        after = id;
        onMoved?.(moved, Math.max(total, moved));
      }
    }
  }
  return moved;
}

/** Deletes a picture without a map: the map went with its site, and pictures are committed together with their map. */
async function unmovedMapPicture(db: Db, id: string): Promise<{ png: Buffer; siteId: string } | undefined> {
  const found = await unmovedPicture(db, id);
  if (!found) return undefined;
  const { png, siteId, mapId } = found;
  if (siteId !== null) return { png, siteId };
  await deletePictures(db, mapId, null);
  return undefined;
}

async function movedToStore(deps: FilesDeps, { kind, read, move }: Unmoved, id: string): Promise<boolean> {
  const { db, store } = deps;
  const found = await read(db, id);
  if (!found) return false;
  const { png, siteId: ownerId } = found;
  const staged = { kind, owner: 'site', ownerId, name: NAMES[kind] } as const;
  const file = await stageFile(deps, { ...staged, bytes: png, contentType: PICTURE_TYPE });
  const stored = await store.get(kind, file.id);
  if (!stored?.equals(png)) {
    await markDeleted(db, [file.id]);
    throw new Error('the file store did not return what was stored');
  }
  const isMoved = await db.transaction(async (transaction: Db) => {
    if (!(await move(transaction, id, file.id))) return false;
    await attachFile(transaction, file, PICTURE_TYPE);
    return true;
  });
  if (!isMoved) await markDeleted(db, [file.id]);
  return isMoved;
}
