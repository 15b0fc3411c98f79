/**
 * Exports of the historical monitoring as background jobs. The job itself holds what is asked for, and the id that its file
 * will have, so that a repeated attempt writes the same file.
 */
import * as v from 'valibot';
import { LANGUAGES } from '../../contract/entities/constants.ts';
import type { TrackExport } from '../../contract/entities/monitoring.ts';
import { FILE_RULES, maxMebibytes } from '../../contract/rules/files.ts';
import { TRACK_EXPORTS_PENDING } from '../../contract/rules/monitoringLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import type { Db } from '../db/database.ts';
import { cancelById, jobById, pendingOfAccount } from '../db/repositories/jobAdmin.ts';
import type { JobRow } from '../db/repositories/jobs.ts';
import { claimOfAccount } from '../files/files.ts';
import { newFileId } from '../files/fileStore.ts';
import { enqueueJob } from '../jobs/enqueue.ts';

const request = v.object({
  userId: v.string(),
  siteId: v.string(),
  /** Comma-separated. */
  serialNumbers: v.string(),
  from: v.number(),
  until: v.number(),
  language: v.picklist(LANGUAGES),
  timeZone: v.string(),
  fileId: v.string(),
});
export type TrackExportRequest = v.InferOutput<typeof request>;

const KIND = 'trackExport';
/** Reason of a job whose archive became too large. */
export const ARCHIVE_TOO_LARGE = `the archive would be larger than ${maxMebibytes('archive')} MiB`;
/** @throws ValiError */
export const readTrackExport = (payload: unknown): TrackExportRequest => v.parse(request, payload);

export const trackExportName = ({ from, timeZone }: Pick<TrackExportRequest, 'from' | 'timeZone'>): string =>
  `monitoring-${zonedStamp(timeZone)(from).slice(0, 10)}.zip`;

/**
 * The account's quota must have space for all its exports in progress: how large they become is known only afterwards.
 * @param db the caller's transaction
 * @throws trackExportsPending, accountQuotaReached
 */
export async function beginTrackExport(
  db: Db,
  now: () => number,
  asked: Omit<TrackExportRequest, 'fileId'>,
): Promise<TrackExport> {
  // Also the lock under which requests at the same time count each other.
  const claim = await claimOfAccount(db, asked.userId);
  const pending = await pendingOfAccount(db, KIND, asked.userId);
  if (pending >= TRACK_EXPORTS_PENDING)
    throw new ApiError('trackExportsPending', { words: { limit: TRACK_EXPORTS_PENDING } });
  await claim((pending + 1) * FILE_RULES.archive.maxBytes);
  const exportId = await enqueueJob(db, now, { kind: KIND, payload: { ...asked, fileId: newFileId() } });
  return { exportId, state: 'waiting', progress: 0, fileId: '', fileName: '' };
}

/** @throws notFound, also for the export of somebody else */
async function ownExport(db: Db, userId: string, exportId: string) {
  const job = await jobById(db, exportId);
  const asked = job?.kind === KIND ? readTrackExport(job.payload) : null;
  if (!job || asked?.userId !== userId) throw new ApiError('notFound', { field: 'exportId' });
  return { job, asked };
}

/** @param db the caller's transaction @throws notFound, also for the export of somebody else */
export async function cancelTrackExport(db: Db, now: () => number, userId: string, exportId: string): Promise<null> {
  await ownExport(db, userId, exportId);
  await cancelById(db, exportId, new Date(now()));
  return null;
}

/** @throws notFound, also for the export of somebody else; trackExportTooLarge */
export async function trackExportState(db: Db, userId: string, exportId: string): Promise<TrackExport> {
  const { job, asked } = await ownExport(db, userId, exportId);
  if (job.state === 'failed' && job.reason?.text === ARCHIVE_TOO_LARGE)
    throw new ApiError('trackExportTooLarge', { words: { limit: maxMebibytes('archive') } });
  const isDone = job.state === 'done';
  return {
    exportId,
    state: STATES[job.state],
    progress: job.percent,
    fileId: isDone ? asked.fileId : '',
    fileName: isDone ? trackExportName(asked) : '',
  };
}
const STATES: Readonly<Record<JobRow['state'], TrackExport['state']>> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'failed',
};
