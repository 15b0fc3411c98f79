/**
 * Runs background jobs on this server. Due times are in rows and are compared with the server's clock; the queue
 * (db/jobQueue.ts) gives each due job to one worker of one server. Every server writes a heartbeat; the jobs of one that
 * falls silent wait again and are run by others.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerPool } from 'graphile-worker';
import type { CoreDeps } from '../coreDeps.ts';
import { startWorkers } from '../db/jobQueue.ts';
import type { OpenDatabase } from '../db/open.ts';
import {
  addServer,
  beatOfServer,
  crashedJobs,
  disownJobs,
  failCrashedJob,
  jobsOfServer,
  anyDueJob,
  queueDueJobs,
  recoverJobs,
  removeOtherServers,
  removeServer,
  STOPPED,
} from '../db/repositories/jobs.ts';
import { hasWaitingRun } from '../db/repositories/jobAdmin.ts';
import { throttleLog } from '../throttleLog.ts';
import { type DueSource, startDueTicker } from './due.ts';
import { SILENT_MS } from './silence.ts';
import { addNextRun } from './enqueue.ts';
import { failJob } from './failJob.ts';
import type { JobKind } from './jobKind.ts';
import { type AbortReason, runJob, type JobRunner } from './runJob.ts';

const BEAT_MS = 2_000;
/** Jobs at once on a server: short ones, long ones, and those of each kind that uses a gateway. */
const SHORT_AT_ONCE = 4;
const LONG_AT_ONCE = 2;
const GATEWAY_AT_ONCE = 4;
/** Time for running jobs when the server stops; then they are interrupted and wait again. */
const DRAIN_MS = 4_000;
const RECORD_MS = 2_000;
const RESTART_MS = 1_000;
/** A job that is not run here for this long, although the database says so, was never begun. */
const LOST_ANSWER_MS = 5_000;

export interface Jobs {
  /** Takes what is due now, without waiting for the next tick. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

export interface JobsOptions extends Pick<CoreDeps, 'db' | 'log' | 'now'> {
  injected?: JobRunner['injected'];
  /** Of the queue's connections: bounded, and able to LISTEN. */
  pool: OpenDatabase['jobPool'];
  kinds: readonly JobKind[];
  /** Further rows that fall due. */
  sources?: readonly DueSource[];
  /** No other server can use this database: jobs of earlier runs are taken over at once. */
  isAlone: boolean;
  /** False: kinds with `everyMs` are not started by themselves (tests). */
  repeats?: boolean;
  beatMs?: number;
  silentMs?: number;
}

export async function startJobs({
  db,
  log,
  now,
  injected,
  pool,
  kinds,
  sources = [],
  isAlone,
  repeats = true,
  beatMs = BEAT_MS,
  silentMs = SILENT_MS,
}: JobsOptions): Promise<Jobs> {
  const giveUp = new AbortController();
  const closing = new AbortController();
  const me: JobRunner = {
    db,
    now,
    runner: randomUUID(),
    running: new Map(),
    closing: closing.signal,
    giveUp: giveUp.signal,
    injected,
  };
  let isClosing = false;
  let pools: WorkerPool[] = [];
  const workerIds = (): string[] => pools.map(({ id }) => id);
  const abortAll = (why: AbortReason): void => {
    for (const abort of me.running.values()) abort(why);
  };
  const recover = async (): Promise<void> => {
    const count = await db.transaction((transaction) => recoverJobs(transaction, new Date(now()), silentMs));
    if (count > 0) log.warn({ jobs: count }, 'jobs of a server that ended without finishing them wait again');
    // Each in its own transaction: one that cannot be ended must not keep the others.
    for (const job of await crashedJobs(db)) {
      const kind = kinds.find((one) => one.kind === job.kind);
      const at = new Date(now());
      await failJob(db, kind, { ...job, reason: STOPPED, at }, (on, note) => failCrashedJob(on, job.id, at, note));
    }
  };

  await addServer(db, me.runner, []);
  if (isAlone) await removeOtherServers(db, me.runner);
  await recover();
  if (repeats)
    for (const { kind, everyMs } of kinds)
      if (everyMs !== undefined && !(await hasWaitingRun(db, kind))) await addNextRun(db, kind, everyMs, now());

  const startPool = (own: readonly JobKind[], concurrency: number): void => {
    if (own.length === 0 || isClosing) return;
    const workers = startWorkers(
      pool,
      Object.fromEntries(own.map((kind) => [kind.kind, (id: string) => runJob(me, kind, id)])),
      { concurrency, log },
    );
    pools.push(workers);
    // The library stops its workers if it cannot record the end of a job in the database.
    const restart = async (error?: unknown): Promise<void> => {
      pools = pools.filter((each) => each !== workers);
      if (isClosing) return;
      log.warn(
        { reason: error instanceof Error ? error.message : '' },
        'the workers of background jobs ended; starting new ones',
      );
      await sleep(RESTART_MS);
      startPool(own, concurrency);
    };
    workers.promise.then(() => restart(), restart);
  };
  startPool(
    kinds.filter(({ isLong, usesGateway }) => !isLong && !usesGateway),
    SHORT_AT_ONCE,
  );
  startPool(
    kinds.filter(({ isLong, usesGateway }) => isLong && !usesGateway),
    LONG_AT_ONCE,
  );
  for (const kind of kinds) if (kind.usesGateway) startPool([kind], GATEWAY_AT_ONCE);
  await addServer(db, me.runner, workerIds());

  const troubled = throttleLog<unknown>(now, (times, error) =>
    log.warn({ times, err: error }, 'the heartbeat of background jobs failed; trying again'),
  );
  let missingSince = new Map<string, number>();
  const beat = async (): Promise<void> => {
    if (!(await beatOfServer(db, me.runner, workerIds()))) {
      // Others run these jobs already.
      if (me.running.size > 0)
        log.warn({ jobs: me.running.size }, 'this server was taken for dead; its jobs are cut off');
      abortAll('takenOver');
      // Under a new name, so that jobs still running under the old one count as abandoned.
      me.runner = randomUUID();
      await addServer(db, me.runner, workerIds());
    }
    const seenAt = performance.now();
    const known = await jobsOfServer(db, me.runner);
    for (const { id, isCancelling } of known) if (isCancelling) me.running.get(id)?.('cancelled');
    // The database has started a job, but its answer was lost on the way.
    const missing = known.filter(({ id }) => !me.running.has(id)).map(({ id }) => id);
    missingSince = new Map(missing.map((id) => [id, missingSince.get(id) ?? seenAt]));
    const lost = missing.filter((id) => seenAt - (missingSince.get(id) ?? seenAt) >= LOST_ANSWER_MS);
    if (lost.length > 0) await disownJobs(db, me.runner, lost);
    await recover();
  };
  let beating: Promise<void> | undefined;
  const timer = setInterval(() => {
    beating ??= beat()
      .catch(troubled)
      .finally(() => (beating = undefined));
  }, beatMs);
  const ticker = startDueTicker([{ name: 'jobs', isDue: (_, at) => anyDueJob(at), take: queueDueJobs }, ...sources], {
    db,
    now,
    log,
  });

  const untilIdle = async (ms: number): Promise<void> => {
    const late = performance.now() + ms;
    while (me.running.size > 0 && performance.now() < late) await sleep(20);
  };
  return {
    tick: ticker.tick,
    async close() {
      isClosing = true;
      await ticker.close();
      const stopping = Promise.allSettled(pools.map(async (workers) => workers.gracefulShutdown()));
      await untilIdle(DRAIN_MS);
      closing.abort();
      abortAll('shutdown');
      // Their rows are written now; without a database the next start takes the jobs over.
      await Promise.race([stopping, sleep(RECORD_MS)]);
      giveUp.abort();
      await stopping;
      clearInterval(timer);
      await beating;
      await removeServer(db, me.runner).catch(() => undefined);
    },
  };
}
