/** Fails or cancels a job together with what it was for. */
import type { Db } from '../db/database.ts';
import type { GivenUpJob, JobKind } from './jobKind.ts';

/** After that many errors the job ends alone: a job that cannot be ended would keep its worker. */
const MOST_TRIES = 3;

class TakenOver extends Error {}

/**
 * @param end changes the job's row, in the same transaction; false if the attempt belongs to another server by now. Its
 * `note` is for the job's log: what it was for could not be ended
 * @returns the answer of `end`
 */
export async function failJob(
  db: Db,
  kind: Pick<JobKind, 'onFailed'> | undefined,
  job: GivenUpJob,
  end: (db: Db, note: string) => Promise<boolean>,
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    let note = '';
    try {
      return await db.transaction(async (transaction) => {
        try {
          // A savepoint: without a connection `end` fails as well, and nothing is taken for an error of `onFailed`.
          await transaction.transaction(async (savepoint) => kind?.onFailed?.(savepoint, job));
        } catch (error) {
          note = `what it was for was not ended: ${error instanceof Error ? error.name : 'error'}`;
          if (tries < MOST_TRIES) throw error;
        }
        if (!(await end(transaction, note))) throw new TakenOver();
        return true;
      });
    } catch (error) {
      if (error instanceof TakenOver) return false;
      if (note === '' || tries >= MOST_TRIES) throw error;
    }
  }
}
