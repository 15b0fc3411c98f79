/** Moves recordings and avatars of earlier versions into the file store. Queued at the start while there are any. */
import type { Db } from '../../db/database.ts';
import type { FilesDeps } from '../../files/files.ts';
import { countUnmoved, moveToStore } from '../../files/moveToStore.ts';
import { enqueueJob } from '../enqueue.ts';
import type { JobKind } from '../jobKind.ts';

/** A store that is away for half a day comes back to a job that still tries. */
const ATTEMPTS = 20;

export const storedFilesJob = (deps: FilesDeps): JobKind => ({
  kind: 'storedFiles',
  timeLimitMs: 60 * 60_000,
  isLong: true,
  async run({ signal, progress, log }) {
    const { moved, unreadable } = await moveToStore(deps, {
      signal,
      onMoved: (done, of) => progress((100 * done) / of, { done, of, unit: 'files' }),
    });
    log(`${moved} files moved to the file store`);
    if (unreadable > 0) log(`${unreadable} avatars have no readable picture in the file store`);
  },
});

/** Servers that start at the same time queue it once. */
export async function queueStoredFilesMove(db: Db, now: () => number): Promise<void> {
  if ((await countUnmoved(db)) === 0) return;
  const job = { kind: 'storedFiles', key: 'storedFiles', serialQueue: 'storedFiles', maxAttempts: ATTEMPTS } as const;
  await db.transaction((transaction) => enqueueJob(transaction, now, { ...job, ifWaiting: 'keep' }));
}
