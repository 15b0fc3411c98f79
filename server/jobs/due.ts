/**
 * Takes due rows: those whose `due_at` has passed by the server's clock. Each source locks its due rows with `for
 * update skip locked` and queues the work in the same transaction, so that each row is taken by exactly one server.
 */
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { type DueCheck, whichAreDue } from '../db/dueRows.ts';
import { throttleLog } from '../throttleLog.ts';

/** Interval at which due rows are taken, ms. */
export const DUE_EVERY_MS = 500;
/** Rows that a source takes in one transaction. */
export const DUE_BATCH = 100;
/** Transactions of a source in one round; the rest waits for the next. */
const MOST_BATCHES = 20;

export interface DueSource {
  name: string;
  /** Whether `take` would find a row; asked of all sources in one statement. Neither `prepare` nor `take` runs without. */
  isDue(db: Db, now: Date): DueCheck;
  /**
   * Before each transaction: works out what `take` needs and would keep its rows locked for. Failures are logged, and
   * nothing is decided here.
   */
  prepare?(db: Db, now: Date, limit: number): Promise<void>;
  /**
   * Takes due rows: `select … where due_at <= now order by due_at limit … for update skip locked`, then moves their
   * `due_at` on, or clears it, and queues the work.
   * @param transaction all writes belong to it
   * @param afterCommit takes effects that must not happen after a rollback
   * @returns how many rows it took; `limit` if there may be more
   */
  take(transaction: Db, now: Date, limit: number, afterCommit: (effect: () => void) => void): Promise<number>;
}

export interface DueTicker {
  /** Takes everything that is due now. Resolves when all of it is queued; failures are logged. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

export function startDueTicker(
  sources: readonly DueSource[],
  { db, now, log }: { db: Db; now: () => number; log: Pick<Logger, 'warn'> },
): DueTicker {
  let running: Promise<void> | undefined;
  let isClosed = false;
  const failed = throttleLog<{ name: string; error: unknown }>(now, (times, { name, error }) =>
    log.warn({ source: name, times, err: error }, 'due rows could not be taken; trying again'),
  );
  const takeAll = async ({ name, prepare, take }: DueSource): Promise<void> => {
    try {
      for (let batch = 0; batch < MOST_BATCHES && !isClosed; batch += 1) {
        const effects: (() => void)[] = [];
        await prepare?.(db, new Date(now()), DUE_BATCH);
        const taken = await db.transaction((transaction) =>
          take(transaction, new Date(now()), DUE_BATCH, (effect) => void effects.push(effect)),
        );
        for (const effect of effects) effect();
        if (taken < DUE_BATCH) return;
      }
    } catch (error) {
      failed({ name, error });
    }
  };
  const look = async (): Promise<boolean[] | undefined> => {
    try {
      const at = new Date(now());
      return await whichAreDue(
        db,
        sources.map((source) => source.isDue(db, at)),
      );
    } catch (error) {
      failed({ name: 'all', error });
      return undefined;
    }
  };
  const round = async (): Promise<void> => {
    const due = await look();
    let taken = false;
    for (const [index, source] of sources.entries()) {
      // What one took can make rows of a later one due. And one that cannot be asked must not keep the others waiting.
      if (!taken && due && !due[index]) continue;
      await takeAll(source);
      taken = true;
    }
  };
  // Skip the tick while the previous one is running: a slow database must not queue them up.
  const timer = setInterval(() => {
    running ??= round().finally(() => (running = undefined));
  }, DUE_EVERY_MS);
  return {
    async tick() {
      await running;
      await (running = round().finally(() => (running = undefined)));
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };
}
