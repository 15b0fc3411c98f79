/**
 * Stores Stops in the ledger after they were sent to their robots, with retries until the database has them. One batch
 * at a time.
 */
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import type { CommandRow } from '../db/repositories/commands.ts';
import { existingRobots } from '../db/repositories/robots.ts';
import { recordStops } from '../db/repositories/stops.ts';
import type { StopJournal } from './stopJournal.ts';
import type { StandingStop, Stops } from './stops.ts';

const AGAIN_MS = 500;
const MOST_AT_ONCE = 200;

export interface StopRecorder {
  /** Starts recording, if it is not running. */
  wake(): void;
  /** Resolves once the Stop is settled: stored, or dropped because its robot is gone. */
  recorded(id: string): Promise<void>;
  /** These Stops need no record by this server any more. */
  settle(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

type Needs = Pick<CoreDeps, 'log'> & {
  db: Db;
  stops: Stops;
  journal: StopJournal;
  /** The ledger row to write for a Stop. */
  rowOf(stop: StandingStop): CommandRow;
  /** Whether this server sent the Stop to the robot. */
  wasTold(id: string): boolean;
  onRecorded(rows: readonly CommandRow[]): Promise<void>;
};

export function createStopRecorder({ db, log, stops, journal, rowOf, wasTold, onRecorded }: Needs): StopRecorder {
  const waiting = new Map<string, (() => void)[]>();
  let working: Promise<void> | undefined;
  let isClosed = false;
  let again: NodeJS.Timeout | undefined;

  const settle = async (ids: readonly string[]): Promise<void> => {
    await journal
      .settle(ids)
      .catch((error: unknown) => log.warn({ err: error }, 'the journal of Stops cannot be written'));
    for (const id of ids) {
      for (const resolve of waiting.get(id) ?? []) resolve();
      waiting.delete(id);
    }
  };
  const record = async (due: readonly StandingStop[]): Promise<void> => {
    const known = await existingRobots(
      db,
      due.map(({ serialNumber }) => serialNumber),
    );
    const gone = due.filter(({ serialNumber }) => !known.has(serialNumber));
    const there = due.filter(({ serialNumber }) => known.has(serialNumber));
    const { rows, surplus } =
      there.length === 0 ? { rows: [], surplus: [] } : await recordStops(db, there, { rowOf, wasTold });
    stops.lift(surplus);
    if (gone.length > 0) {
      log.warn(
        { robots: gone.map(({ serialNumber }) => serialNumber) },
        'dropped the Stops of robots that no longer exist',
      );
      stops.lift(gone.map(({ id }) => id));
    }
    stops.lift(rows.filter(({ liftedAt }) => liftedAt !== null).map(({ id }) => id));
    stops.recorded(there.map(({ id }) => id));
    await onRecorded(rows);
    await settle(due.map(({ id }) => id));
  };

  const work = async (): Promise<void> => {
    for (
      let due = stops.unrecorded().slice(0, MOST_AT_ONCE);
      due.length > 0 && !isClosed;
      due = stops.unrecorded().slice(0, MOST_AT_ONCE)
    )
      await record(due);
  };
  const wake = (): void => {
    if (working || isClosed) return;
    clearTimeout(again);
    working = work().then(
      () => {
        working = undefined;
        if (stops.unrecorded().length > 0) wake(); // added during the last write
      },
      (error: unknown) => {
        working = undefined;
        log.warn({ err: error }, 'Stops could not be recorded; retrying');
        again = setTimeout(wake, AGAIN_MS);
      },
    );
  };

  return {
    wake,
    settle,
    recorded: (id) => new Promise((resolve) => waiting.set(id, [...(waiting.get(id) ?? []), resolve])),
    async close() {
      await working;
      isClosed = true;
      clearTimeout(again);
    },
  };
}
