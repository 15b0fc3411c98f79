/**
 * Exports as background jobs. The job itself holds what is asked for, and the id that its file will have, so that a repeated
 * attempt writes the same file.
 */
import type { FileExport } from '../../contract/entities/fileExport.ts';
import { FILE_RULES, maxMebibytes } from '../../contract/rules/files.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { cancelById, jobById } from '../db/repositories/jobAdmin.ts';
import type { JobRow } from '../db/repositories/jobs.ts';
import { claimOfAccount } from '../files/files.ts';
import { newFileId } from '../files/fileStore.ts';
import { ZipTooLarge } from '../files/zip.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { FinalFailure } from '../jobs/jobKind.ts';
import { assertExportAllowed, type ARCHIVE_JOBS } from './exportLimit.ts';

/** Reason of a job whose archive became too large, and of one that found the disk full. */
export const ARCHIVE_TOO_LARGE = `the archive would be larger than ${maxMebibytes('archive')} MiB`;
export const NO_DISK_SPACE = 'the disk is full';

/** For the job: what another attempt would not change ends it, and the person who waits learns why. */
export function exportFailure(error: unknown): unknown {
  if (error instanceof ZipTooLarge) return new FinalFailure(ARCHIVE_TOO_LARGE);
  if (error instanceof ApiError && error.code === new ApiError('diskFull').code) return new FinalFailure(NO_DISK_SPACE);
  return error;
}

interface ExportRequest {
  userId: string;
  fileId: string;
}
interface ExportRules<Request extends ExportRequest> {
  kind: (typeof ARCHIVE_JOBS)[number];
  /** @throws ValiError */
  read(payload: unknown): Request;
  nameOf(request: NoInfer<Request>): string;
  /** Refuses an export that became too large; its text has a `limit` in MB. */
  tooLarge: ErrorName;
}

export function fileExports<Request extends ExportRequest & Record<string, string | number>>({
  kind,
  read,
  nameOf,
  tooLarge,
}: ExportRules<Request>) {
  /** @throws notFound, also for the export of somebody else */
  const ownExport = async (db: Db, userId: string, exportId: string) => {
    const job = await jobById(db, exportId);
    const asked = job?.kind === kind ? read(job.payload) : null;
    if (!job || asked?.userId !== userId) throw new ApiError('notFound', { field: 'exportId' });
    return { job, asked };
  };
  return {
    /**
     * The account's quota must have space for all its exports in progress, of every kind: how large they become is known
     * only afterwards.
     * @param db the caller's transaction
     * @throws trackExportsPending, accountQuotaReached
     */
    async begin(db: Db, now: () => number, asked: Omit<Request, 'fileId'> & { userId: string }): Promise<FileExport> {
      // Also the lock under which requests at the same time count each other.
      const claim = await claimOfAccount(db, asked.userId);
      const pending = await assertExportAllowed(db, asked.userId, 'trackExportsPending');
      await claim((pending + 1) * FILE_RULES.archive.maxBytes);
      const exportId = await enqueueJob(db, now, { kind, payload: { ...asked, fileId: newFileId() } });
      return { exportId, state: 'waiting', progress: 0, fileId: '', fileName: '' };
    },

    /** @param db the caller's transaction @throws notFound, also for the export of somebody else */
    async cancel(db: Db, now: () => number, userId: string, exportId: string): Promise<null> {
      await ownExport(db, userId, exportId);
      await cancelById(db, exportId, new Date(now()));
      return null;
    },

    /** @throws notFound, also for the export of somebody else; the error of one that became too large; diskFull */
    async stateOf(db: Db, userId: string, exportId: string): Promise<FileExport> {
      const { job, asked } = await ownExport(db, userId, exportId);
      if (job.state === 'failed' && job.reason?.text === ARCHIVE_TOO_LARGE)
        throw new ApiError(tooLarge, { words: { limit: maxMebibytes('archive') } });
      if (job.state === 'failed' && job.reason?.text === NO_DISK_SPACE) throw new ApiError('diskFull');
      const isDone = job.state === 'done';
      return {
        exportId,
        state: STATES[job.state],
        progress: job.percent,
        fileId: isDone ? asked.fileId : '',
        fileName: isDone ? nameOf(asked) : '',
      };
    },
  };
}

const STATES: Readonly<Record<JobRow['state'], FileExport['state']>> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'failed',
};
