/**
 * Moves what earlier versions stored elsewhere: recordings of problem reports from the database into the file store, and
 * avatars into the table of files. A recording leaves the database once the store has returned it intact, so that the
 * move can be interrupted, repeated and run on several servers at once.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../db/database.ts';
import {
  addFile,
  countUnlistedAvatars,
  countUnmovedReports,
  markDeleted,
  markReady,
  moveReport,
  unlistedAvatars,
  unmovedReport,
  unmovedReports,
} from '../db/repositories/files.ts';
import { AVATAR_PATH, isFileId } from './fileStore.ts';
import { attachFile, stageFile, type FilesDeps } from './files.ts';
import { pictureOf } from './picture.ts';

interface MoveOptions {
  signal?: AbortSignal;
  /** After each file, also one that cannot be moved. */
  onMoved?: (done: number, of: number) => void;
}

/** How many files are still to be moved, those that cannot be moved included. */
export const countUnmoved = async (db: Db): Promise<number> =>
  (await countUnmovedReports(db)) + (await countUnlistedAvatars(db, AVATAR_PATH));

/**
 * @returns how many files were moved, and how many avatars have no readable picture in the store
 * @throws filesAway, diskFull; what is moved until then stays moved
 */
export async function moveToStore(
  deps: FilesDeps,
  { signal, onMoved }: MoveOptions = {},
): Promise<{ moved: number; unreadable: number }> {
  const total = await countUnmoved(deps.db);
  const count = { moved: 0, unreadable: 0 };
  const counted = (isMoved: boolean): void => {
    count[isMoved ? 'moved' : 'unreadable'] += 1;
    const done = count.moved + count.unreadable;
    onMoved?.(done, Math.max(total, done));
  };
  let after = '';
  for (let page = await unmovedReports(deps.db, after); page.length > 0; page = await unmovedReports(deps.db, after)) {
    for (const { id } of page) {
      signal?.throwIfAborted();
      await moveRecording(deps, id);
      after = id;
      counted(true);
    }
  }
  after = '';
  for (;;) {
    const page = await unlistedAvatars(deps.db, AVATAR_PATH, after);
    if (page.length === 0) return count;
    for (const avatar of page) {
      signal?.throwIfAborted();
      counted(await listAvatar(deps, avatar));
      after = avatar.userId;
    }
  }
}

async function moveRecording(deps: FilesDeps, reportId: string): Promise<void> {
  const { db, store } = deps;
  const report = await unmovedReport(db, reportId);
  if (!report) return;
  const { capsule: bytes, userId: ownerId } = report;
  const file = await stageFile(deps, {
    kind: 'problemReport',
    ownerId,
    name: `${reportId}.capsule`,
    bytes,
    contentType: 'application/gzip',
  });
  const stored = await store.get('problemReport', file.id);
  if (!stored?.equals(bytes)) throw new Error('the file store did not return what was stored');
  const isMoved = await db.transaction(async (transaction: Db) => {
    if (!(await moveReport(transaction, reportId, file.id))) return false;
    await attachFile(transaction, file, 'application/gzip');
    return true;
  });
  if (!isMoved) await markDeleted(db, [file.id]);
}

/** Avatars are in the store already, under the same names. @returns false if there is no picture */
async function listAvatar(
  { db, store, now }: FilesDeps,
  { userId, path }: { userId: string; path: string },
): Promise<boolean> {
  const id = path.slice(AVATAR_PATH.length);
  const bytes = isFileId(id) ? await store.get('avatar', id) : null;
  const picture = bytes && (await pictureOf(bytes, 0));
  if (!bytes || !picture) return false;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await db.transaction(async (transaction: Db) => {
    const row = { id, kind: 'avatar', owner: 'account', ownerId: userId, siteId: null, uploadedBy: userId } as const;
    await addFile(transaction, {
      ...row,
      byRobot: false,
      name: 'avatar',
      bytes: bytes.length,
      sha256,
      createdAt: new Date(now()),
      until: null,
    });
    await markReady(transaction, id, {
      bytes: bytes.length,
      sha256,
      contentType: picture.type,
      thumbnailBytes: 0,
      storedAs: id,
    });
  });
  return true;
}
