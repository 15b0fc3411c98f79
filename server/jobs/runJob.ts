/**
 * One attempt of a job: takes its row, runs the handler within its time limit, and records what became of it. The record
 * is repeated until the database answers; what another server has taken over meanwhile stays as that server left it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobReason } from '../../contract/entities/job.ts';
import { MOST_JOB_LOG_LINES, MOST_JOB_TEXT } from '../../contract/rules/jobs.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { endJob, repeatJob, saveProgress, takeJob, type Attempt, type JobRow } from '../db/repositories/jobs.ts';
import type { InjectedFaults } from '../injectedFaults.ts';
import { redact } from '../log.ts';
import { backOffMs } from './backOff.ts';
import { addNextRun } from './enqueue.ts';
import { failJob } from './failJob.ts';
import { FinalFailure, type JobKind } from './jobKind.ts';

const SAVE_EVERY_MS = 500;
/** Errors of the file store, whose messages are their names. */
const STORE_REASONS: Readonly<Record<number, string>> = {
  [ERRORS.diskFull]: 'the disk of the file store is full',
  [ERRORS.filesAway]: 'the file store cannot be reached',
};
const DATABASE_RETRY_MS = 1_000;
/** The reason of a job that the demo's switchboard failed. */
const DEMO_FAULT = 'failed by the fault switchboard of the demo';

/** Why a running attempt was ended from outside. */
export type AbortReason = 'cancelled' | 'timeLimit' | 'shutdown' | 'takenOver';

export interface JobRunner {
  db: Db;
  now: () => number;
  /** Name of this server in `job_servers`; another one after it was taken for dead. */
  runner: string;
  /** The attempts that run here, by job id. */
  running: Map<string, (why: AbortReason) => void>;
  /** Aborts when the server, which closes, ends its attempts: a job that it took just before does not begin. */
  closing: AbortSignal;
  /** Aborts when the server does not wait any longer for the database. */
  giveUp: AbortSignal;
  injected?: Pick<InjectedFaults, 'takeJobFailure'> | undefined;
}

/** @throws if the job must stay in the queue: the server stops, or another one has taken the job over */
export async function runJob(me: JobRunner, kind: JobKind, id: string): Promise<void> {
  const { db, now, giveUp } = me;
  const untilAnswered = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (giveUp.aborted) throw error;
        await sleep(DATABASE_RETRY_MS, undefined, { signal: giveUp });
      }
    }
  };
  if (giveUp.aborted) throw new Error('the server stops');
  const { everyMs } = kind;
  const take = (on: Db): Promise<JobRow | null> => takeJob(on, id, me.runner, new Date(now()));
  const job = await untilAnswered(() =>
    everyMs === undefined
      ? take(db)
      : db.transaction(async (transaction) => {
          const taken = await take(transaction);
          if (taken) await addNextRun(transaction, kind.kind, everyMs, now());
          return taken;
        }),
  );
  if (!job) return; // cancelled, replaced by a later one, or already run
  const { outcome, log } = await attempt(job, kind, me);
  const isKept = await untilAnswered(() => record(db, job, kind, { outcome, log: [...log], at: now() }));
  if (!isKept) throw new Error(`job ${id} was taken over by another server`);
}

type Outcome = { done: true } | { done: false; why: 'error' | AbortReason; text: string; isFinal?: boolean };

async function attempt(
  job: JobRow,
  kind: JobKind,
  { db, now, running, closing, injected }: JobRunner,
): Promise<{ outcome: Outcome; log: JobRow['log'] }> {
  const log = [...job.log];
  const add = (text: string): void => {
    log.push({ at: now(), text: text.slice(0, MOST_JOB_TEXT) });
    log.splice(0, log.length - MOST_JOB_LOG_LINES);
  };
  const controller = new AbortController();
  let end: (outcome: Outcome) => void = () => undefined;
  const ended = new Promise<Outcome>((resolve) => (end = resolve));
  const abort = (why: AbortReason): void => {
    end({ done: false, why, text: '' });
    controller.abort(new Error(why));
  };
  running.set(job.id, abort);
  if (closing.aborted) abort('shutdown');

  const state = { percent: 0, step: null as JobRow['step'] };
  let saving: Promise<void> | undefined;
  let isOver = false;
  let isUnsaved = false;
  const save = (): void => {
    isUnsaved = true;
    saving ??= (async () => {
      while (isUnsaved && !isOver) {
        isUnsaved = false;
        // A failure is not lost: the next save or the end of the attempt writes everything.
        if (!(await saveProgress(db, job, { ...state, log: [...log] }).catch(() => true))) abort('takenOver');
        await sleep(SAVE_EVERY_MS);
      }
    })().finally(() => (saving = undefined));
  };
  // On the system's clock: a test's clock does not make a handler slow.
  const limit = setTimeout(() => abort('timeLimit'), kind.timeLimitMs);
  add(`attempt ${job.attempts} of ${job.maxAttempts} started`);
  void (async () => {
    if (controller.signal.aborted) return;
    try {
      // Never a message to people: an alarm of a real robot must not be lost to a fault of the demo.
      if (kind.usesGateway !== true && (await injected?.takeJobFailure()) === true) throw new FinalFailure(DEMO_FAULT);
      await kind.run({
        key: job.key,
        payload: (job.payload ?? {}) as Readonly<Record<string, unknown>>, // written by enqueueJob
        attempt: job.attempts,
        signal: controller.signal,
        progress(percent, step) {
          if (isOver) return;
          state.percent = Math.round(Math.min(100, Math.max(0, percent)));
          state.step = step ?? null;
          save();
        },
        log(text) {
          if (isOver) return;
          add(text);
          save();
        },
      });
      end({ done: true });
    } catch (error) {
      end({ done: false, why: 'error', text: reasonText(error), isFinal: error instanceof FinalFailure });
    }
  })();
  const outcome = await ended;
  clearTimeout(limit);
  isOver = true;
  running.delete(job.id);
  add(outcome.done ? 'done' : outcome.why === 'error' ? `failed: ${outcome.text}` : `ended: ${outcome.why}`);
  return { outcome, log };
}

/** @returns false if another server has taken over the attempt */
function record(
  db: Db,
  job: Attempt & Pick<JobRow, 'maxAttempts' | 'key' | 'payload'>,
  kind: JobKind,
  { outcome, log, at }: { outcome: Outcome; log: JobRow['log']; at: number },
): Promise<boolean> {
  const now = new Date(at);
  if (outcome.done) return endJob(db, job, { state: 'done', reason: null, log, at: now });
  const { why, text, isFinal = false } = outcome;
  if (why === 'takenOver') return Promise.resolve(false);
  // Due at once, and not counted: another server, or this one after its start, goes on with it.
  if (why === 'shutdown') return repeatJob(db, job, { dueAt: now, reason: null, log, isCounted: false, at: now });
  const reason: JobReason = { code: why, text };
  const isCancelled = why === 'cancelled';
  if (isCancelled || isFinal || job.attempts >= job.maxAttempts)
    return failJob(db, kind, { ...job, reason, at: now }, (on, note) =>
      endJob(on, job, {
        state: isCancelled ? 'cancelled' : 'failed',
        reason,
        log: note === '' ? log : [...log.slice(1 - MOST_JOB_LOG_LINES), { at, text: note }],
        at: now,
      }),
    );
  const dueAt = new Date(at + backOffMs(kind.kind, job.attempts));
  return repeatJob(db, job, { dueAt, reason, log, isCounted: true, at: now });
}

/**
 * The message of an error for the page: its first line, without credentials and parameters of URLs, and without personal
 * addresses: an ended job is kept for weeks, and a mail server quotes the recipient that it refuses.
 */
export function reasonText(error: unknown): string {
  const ofStore = error instanceof ApiError ? STORE_REASONS[error.code] : undefined;
  if (ofStore !== undefined) return ofStore;
  const message = error instanceof Error && error.message !== '' ? error.message : String(error);
  const line = (message.split('\n', 1)[0] ?? '')
    .replaceAll(/\/\/[^\s/@]*@/gu, '//')
    .replaceAll(/\?[^\s"')]*=[^\s"')]*/gu, '?…');
  return redact(line).slice(0, MOST_JOB_TEXT);
}
