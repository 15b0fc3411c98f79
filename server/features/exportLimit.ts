/** How many exports one account can have in progress: of deliveries, tracks, photos and recordings together. */
import { EXPORTS_PENDING } from '../../contract/rules/files.ts';
import type { JobKindName } from '../../contract/rules/jobs.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { pendingExports } from '../db/repositories/deliveryLists.ts';
import { pendingOfAccount } from '../db/repositories/jobAdmin.ts';

/** Kinds of jobs that write an archive of their account. */
export const ARCHIVE_JOBS = ['trackExport', 'mediaExport'] as const satisfies readonly JobKindName[];

/**
 * Under the lock of the account (claimOfAccount), so that requests at the same time count each other.
 * @returns the archives in progress
 * @throws the refusal, which names the limit
 */
export async function assertExportAllowed(
  db: Db,
  userId: string,
  refusal: 'trackExportsPending' | 'deliveryExportsPending',
): Promise<number> {
  const archives = await pendingOfAccount(db, ARCHIVE_JOBS, userId);
  if (archives + (await pendingExports(db, userId)) >= EXPORTS_PENDING)
    throw new ApiError(refusal, { words: { limit: EXPORTS_PENDING } });
  return archives;
}
