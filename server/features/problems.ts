/** Problem reports: sent by signed-in users, listed for account administrators. */
import { randomUUID } from 'node:crypto';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { problems } from '../../contract/endpoints/problems.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { ProblemReport } from '../../contract/entities/problemReport.ts';
import { RECORDING_MAX_BYTES, REPORTS_PER_PERSON, REPORTS_WINDOW_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { markDeleted, type FileRow } from '../db/repositories/files.ts';
import {
  addReport,
  recordingOf,
  lockReporter,
  nthLastReport,
  removeReport,
  reports,
  type ReportRow,
} from '../db/repositories/problemReports.ts';
import { attachFile, stageFile, unstageFile } from '../files/files.ts';
import type { FileStore } from '../files/fileStore.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';

type Sent = Received<(typeof problems)['send']>;

export function createProblemHandlers({
  db: pool,
  log,
  now,
  store,
}: Pick<CoreDeps, 'db' | 'log' | 'now'> & { store: FileStore }): Handlers<typeof problems, RequestContext> {
  const assertNotTooOften = async (db: Db, userId: string): Promise<Date> => {
    const receivedAt = new Date(now());
    const tenth = await nthLastReport(
      db,
      userId,
      REPORTS_PER_PERSON,
      new Date(receivedAt.getTime() - REPORTS_WINDOW_MS),
    );
    if (tenth)
      throw new ApiError('reportsTooOften', {
        words: { minutes: Math.ceil((tenth.getTime() + REPORTS_WINDOW_MS - receivedAt.getTime()) / 60_000) },
      });
    return receivedAt;
  };

  return {
    send: guarded(
      // The recording is stored first, so that a slow store does not hold a database connection.
      async ({ capsule: encoded }: Sent, { db, userId }): Promise<FileRow> => {
        const bytes = capsuleFrom(encoded);
        await assertNotTooOften(db, userId);
        return stageFile(
          { db, log, now, store },
          { kind: 'problemReport', ownerId: userId, name: 'recording', bytes, contentType: 'application/gzip' },
        );
      },
      async ({ sentence, page, build, takenAt }, { db, userId, nickname }, file) => {
        await lockReporter(db, userId);
        const receivedAt = await assertNotTooOften(db, userId);
        await attachFile(db, file, 'application/gzip');
        const id = randomUUID();
        await addReport(db, {
          id,
          userId,
          nickname,
          sentence,
          page,
          build,
          fileId: file.id,
          capsule: null,
          size: file.bytes,
          takenAt: new Date(takenAt),
          receivedAt,
        });
        return { id };
      },
      (file) => unstageFile({ db: pool, store }, file),
    ),

    async list({ page, limit, text }, { db, language }) {
      const { total, rows } = await reports(db, { page, limit, text });
      return { total, rows: rows.map((row) => reportIn(row, language)) };
    },

    async file({ reportId }, { db }) {
      const found = await recordingOf(db, reportId);
      if (!found) throw new ApiError('notFound', { field: 'reportId' });
      return {
        contentType: 'application/gzip',
        fileName: fileNameOf(found),
        bytes: await recordingBytes(store, found),
      };
    },

    async remove({ reportId }, { db, userId, afterCommit }) {
      const removed = await removeReport(db, reportId);
      if (!removed) throw new ApiError('notFound', { field: 'reportId' });
      const { id: _id, fileId, ...before } = removed;
      if (fileId !== null) {
        await markDeleted(db, [fileId]);
        afterCommit(() => store.remove('problemReport', fileId));
      }
      await record(db, { userId, act: 'problem.delete', subject: reportId, before });
      return null;
    },
  };
}

/** From the store, or from the database as long as the recording is not moved. @throws filesAway, notFound */
async function recordingBytes(
  store: FileStore,
  { fileId, capsule }: { fileId: string | null; capsule: Buffer | null },
): Promise<Buffer> {
  const bytes = fileId === null ? capsule : await store.get('problemReport', fileId);
  if (!bytes) throw new ApiError('notFound', { field: 'reportId' });
  return bytes;
}

/** @throws capsuleWrong for anything but Base64 of gzip, capsuleTooLarge */
function capsuleFrom(encoded: string): Buffer {
  const bytes = Buffer.from(encoded, 'base64');
  // Node skips invalid Base64 characters: encoding the result again detects them.
  if (bytes.toString('base64') !== encoded || bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    throw new ApiError('capsuleWrong', { field: 'capsule' });
  if (bytes.length > RECORDING_MAX_BYTES)
    throw new ApiError('capsuleTooLarge', { field: 'capsule', words: { limit: RECORDING_MAX_BYTES / 2 ** 20 } });
  return bytes;
}

const reportIn = (
  { nickname, takenAt, receivedAt, fileId: _, ...row }: ReportRow,
  language: Language,
): ProblemReport => ({
  ...row,
  nickname: nameIn(nickname, language),
  takenAt: takenAt.getTime(),
  receivedAt: receivedAt.getTime(),
});

/** For example `2026-11-21-home-robot-data.capsule`, with the date in UTC. */
function fileNameOf({ page, takenAt }: Pick<ReportRow, 'page' | 'takenAt'>): string {
  const place = page.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/gu, '');
  return `${takenAt.toISOString().slice(0, 10)}-${place || 'root'}.capsule`;
}
