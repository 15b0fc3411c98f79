/** Recordings of robots' videos: started by a browser, completed by it or, when nothing more arrives, by the server. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { videoRecordings as catalogue } from '../../contract/endpoints/videoRecordings.ts';
import { FILE_RULES, HASH_UNKNOWN, UPLOAD_TICKET_MS } from '../../contract/rules/files.ts';
import {
  VIDEO_RECORDING_ROOM_BYTES,
  VIDEO_RECORDING_SILENT_MS,
  VIDEO_RECORDINGS_RUNNING_MAX,
} from '../../contract/rules/videoRecording.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { accountById } from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import { fileById, markUploadDeleted, type FileRow } from '../db/repositories/files.ts';
import {
  addMedia,
  changeMedia,
  mediaById,
  placeColumns,
  runningRecordings,
  anySilentRecording,
  takeSilentRecordings,
} from '../db/repositories/mediaItems.ts';
import { publish, tidyUp } from '../files/completeUpload.ts';
import { completeRecording, type FinishedRecording } from '../files/completeRecording.ts';
import { deleteBytes } from '../files/deleteFiles.ts';
import { reserveFile, reserveMore } from '../files/files.ts';
import { guarded } from '../guarded.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import type { DueSource } from '../jobs/due.ts';
import type { RequestContext } from '../requestContext.ts';
import { mayStillAdd, placeOfNewFile } from './fileRights.ts';
import type { FileNeeds } from './files.ts';

interface Completed {
  before: FileRow;
  /** null for a recording that is visible already. */
  finished: FinishedRecording | null;
}

export function createVideoRecordingHandlers(needs: FileNeeds): Handlers<typeof catalogue, RequestContext> {
  const { now, tickets, slots } = needs;
  return {
    async start({ serialNumber }, { db, userId, roles, nickname }) {
      const place = await placeOfNewFile(db, { userId, roles }, { fileKind: 'video', serialNumber });
      // In one transaction: a file without its row in the library would be completed by nobody, and hold its room.
      const file = await db.transaction(async (transaction) => {
        const added = await reserveFile(transaction, now, {
          kind: 'video',
          ...place,
          uploadedBy: userId,
          name: `${serialNumber} ${new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')}.webm`,
          bytes: VIDEO_RECORDING_ROOM_BYTES,
          sha256: HASH_UNKNOWN,
        });
        // Counted under the lock that the reservation took.
        if ((await runningRecordings(transaction, userId)) >= VIDEO_RECORDINGS_RUNNING_MAX)
          throw new ApiError('tooManyUploads', { words: { limit: VIDEO_RECORDINGS_RUNNING_MAX } });
        await addMedia(transaction, {
          fileId: added.id,
          kind: 'video',
          serialNumber,
          siteId: place.siteId ?? '',
          source: 'operator',
          userId,
          userName: nickname,
          ...(await placeColumns(transaction, needs.poseOf(serialNumber))),
          takenAt: new Date(now()),
          isRecording: true,
          dueAt: new Date(now() + VIDEO_RECORDING_SILENT_MS),
        });
        await record(transaction, { userId, act: 'media.record', subject: serialNumber, after: { fileId: added.id } });
        return added;
      });
      const until = now() + UPLOAD_TICKET_MS;
      return { fileId: file.id, uploadUrl: await tickets.upload(file.id, until), until };
    },

    finish: guarded(
      async ({ fileId, still }: { fileId: string; still?: string | undefined }, { db, userId }): Promise<Completed> => {
        const file = await fileById(db, fileId);
        if (!file || file.byRobot || file.uploadedBy !== userId || !(await mediaById(db, fileId)))
          throw new ApiError('fileUnknown', { field: 'fileId' });
        if (file.state === 'ready') return { before: file, finished: null };
        return slots.hold(userId, () =>
          complete(needs, file, still === undefined ? null : Buffer.from(still, 'base64')),
        );
      },
      async (_, { db, afterCommit }, { before, finished }) => {
        const file = finished ? await makeVisible(db, needs.now(), before, finished) : before;
        if (finished) afterCommit(() => tidyUp(needs, before, file, finished.file));
        const item = await mediaById(db, file.id);
        return { fileId: file.id, bytes: file.bytes, durationMs: item?.durationMs ?? 0 };
      },
    ),
  };
}

/**
 * Before each part: its person may still operate the robot, which the ticket of the upload does not know, and the site
 * has room for it.
 * @param end of the part's last byte in the file; null if the part does not say
 * @returns the row with what is reserved
 * @throws recordingRightLost, siteQuotaReached, fileTooLarge
 */
export async function admitPart({ db }: Pick<FileNeeds, 'db'>, file: FileRow, end: number | null): Promise<FileRow> {
  const account = await accountById(db, file.uploadedBy);
  if (!account || account.lockedAt !== null || !(await mayStillAdd(db, account, file)))
    throw new ApiError('recordingRightLost');
  const needed = end === null ? file.received + VIDEO_RECORDING_ROOM_BYTES : end + 1;
  if (needed <= file.bytes) return file;
  const bytes = Math.max(needed, Math.min(needed + VIDEO_RECORDING_ROOM_BYTES, FILE_RULES.video.maxBytes));
  await reserveMore({ db }, file, bytes);
  return { ...file, bytes };
}

/** @throws recordingFailed for one without a frame, which is deleted */
async function complete(
  needs: FileNeeds,
  before: FileRow,
  still: Uint8Array | null,
  signal?: AbortSignal,
): Promise<Completed> {
  if (before.sha256 !== HASH_UNKNOWN) throw new ApiError('fileUnknown', { field: 'fileId' });
  const finished = await completeRecording(needs, before, still, signal);
  if (finished) return { before, finished };
  if (await markUploadDeleted(needs.db, before.id)) await deleteBytes(needs, before).catch(() => undefined);
  throw new ApiError('recordingFailed');
}

/** In a transaction. */
async function makeVisible(
  db: Db,
  now: number,
  before: FileRow,
  { file, durationMs, width, height }: FinishedRecording,
) {
  const after = await publish(db, before, file, now);
  const item = await mediaById(db, before.id);
  const rough = item?.dueAt ? item.dueAt.getTime() - VIDEO_RECORDING_SILENT_MS - item.takenAt.getTime() : 0;
  await changeMedia(db, before.id, {
    isRecording: false,
    dueAt: null,
    durationMs: durationMs ?? Math.max(0, rough),
    width,
    height,
  });
  return after;
}

/** Completes a recording that its browser left. Can be repeated. */
export async function completeLeftRecording(
  needs: FileNeeds,
  fileId: string,
  signal?: AbortSignal,
): Promise<'done' | 'empty' | 'gone'> {
  const file = await fileById(needs.db, fileId);
  if (file?.state !== 'pending') return 'gone';
  try {
    const { before, finished } = await complete(needs, file, null, signal);
    if (!finished) return 'gone';
    const after = await needs.db.transaction((transaction) => makeVisible(transaction, needs.now(), before, finished));
    await tidyUp(needs, before, after, finished.file);
    return 'done';
  } catch (error) {
    if (error instanceof ApiError && error.code === new ApiError('recordingFailed').code) return 'empty';
    throw error;
  }
}

/** Time after which a completion that got lost is queued again, ms. */
const AGAIN_MS = 10 * 60_000;

export const leftRecordingSource = ({ now }: Pick<AppDeps, 'now'>): DueSource => ({
  name: 'leftRecordings',
  isDue: (_, now) => anySilentRecording(now),
  async take(db, at, limit) {
    const left = await takeSilentRecordings(db, at, new Date(at.getTime() + AGAIN_MS), limit);
    for (const fileId of left)
      await enqueueJob(db, now, { kind: 'leftRecording', key: `leftRecording ${fileId}`, payload: { fileId } });
    return left.length;
  },
});
