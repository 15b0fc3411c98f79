/**
 * Moves what earlier versions stored elsewhere: recordings of problem reports from the database into the file store, and
 * avatars into the table of files. Runs in the background after the start, one file at a time; a run that is
 * interrupted is continued by the next start. A recording leaves the database once the store has returned it intact.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import {
  addFile,
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

const RETRY_MS = 60_000;

/** Tries again every minute until everything is moved. @returns a function that stops it */
export function startMovingToStore(deps: FilesDeps): () => Promise<void> {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await moveToStore(deps, stopping.signal);
        return;
      } catch (error) {
        deps.log.warn({ err: error }, 'stored files could not be moved to the file store; retrying in a minute');
        await sleep(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

/** @throws filesAway; what is moved until then stays moved */
export async function moveToStore(deps: FilesDeps, signal?: AbortSignal): Promise<void> {
  let after = '';
  for (let page = await unmovedReports(deps.db, after); page.length > 0; page = await unmovedReports(deps.db, after)) {
    for (const { id } of page) {
      if (signal?.aborted === true) return;
      await moveRecording(deps, id);
      after = id;
    }
  }
  after = '';
  for (;;) {
    const page = await unlistedAvatars(deps.db, AVATAR_PATH, after);
    if (page.length === 0) return;
    for (const avatar of page) {
      if (signal?.aborted === true) return;
      await listAvatar(deps, avatar);
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

/** Avatars are in the store already, under the same names. */
async function listAvatar(
  { db, store, now }: FilesDeps,
  { userId, path }: { userId: string; path: string },
): Promise<void> {
  const id = path.slice(AVATAR_PATH.length);
  const bytes = isFileId(id) ? await store.get('avatar', id) : null;
  const picture = bytes && (await pictureOf(bytes, 0));
  if (!bytes || !picture) return;
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
}
