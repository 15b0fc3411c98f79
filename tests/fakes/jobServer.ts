/** The background jobs of one server on a database of its own, without the rest of the server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import type { JobKindName } from '../../contract/rules/jobs.ts';
import { connect } from '../../server/db/connect.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { JobRow } from '../../server/db/repositories/jobs.ts';
import { jobs } from '../../server/db/schema.ts';
import { startJobs, type JobsOptions } from '../../server/jobs/createJobs.ts';
import { enqueueJob, type JobRequest } from '../../server/jobs/enqueue.ts';
import type { JobKind } from '../../server/jobs/jobKind.ts';
import { migrateJobQueue } from '../../server/db/jobQueue.ts';
import { MIGRATIONS_FOLDER } from '../../server/root.ts';

/** Kinds that exist only in tests. */
export const testKind = (kind: string, rest: Partial<JobKind> & Pick<JobKind, 'run'>): JobKind => ({
  kind: kind as JobKindName,
  timeLimitMs: 60_000,
  ...rest,
});

/** @param databaseUrl an empty database, or one that another job server uses; undefined for an embedded one of its own */
export async function openJobDatabase(databaseUrl: string | undefined) {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const folder = await mkdtemp(join(tmpdir(), 'rh-jobs-'));
  const database = await openDatabase({ databaseUrl, dataFolder: folder, log });
  await migrateDatabase(database.jobPool, log, MIGRATIONS_FOLDER);
  await migrateJobQueue(database.jobPool, log);
  const db = connect(database.pool);
  let shift = 0;
  const now = (): number => Date.now() + shift;
  const closers: (() => Promise<void>)[] = [];
  return {
    db,
    log,
    logged,
    now,
    pool: database.pool,
    /** Moves the clock. */
    later: (ms: number) => void (shift += ms),
    /** Starts a server's jobs. Several of them act as several servers. */
    async start(kinds: readonly JobKind[], options: Partial<JobsOptions> = {}) {
      const started = await startJobs({ db, log, now, pool: database.jobPool, kinds, isAlone: false, ...options });
      let closing: Promise<void> | undefined;
      const close = () => (closing ??= started.close());
      closers.push(close);
      return { tick: started.tick, close };
    },
    enqueue: (kind: string, rest: Omit<JobRequest, 'kind'> = {}): Promise<string> =>
      db.transaction((transaction) => enqueueJob(transaction, now, { kind: kind as JobKindName, ...rest })),
    async row(id: string): Promise<JobRow> {
      const [found] = await db.select().from(jobs).where(eq(jobs.id, id));
      if (!found) throw new Error(`no job ${id}`);
      return found;
    },
    rows: (): Promise<JobRow[]> => db.select().from(jobs).orderBy(jobs.dueAt),
    async stopAll() {
      await Promise.all(closers.splice(0).map((close) => close()));
    },
    async close() {
      await this.stopAll();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type JobDatabase = Awaited<ReturnType<typeof openJobDatabase>>;
