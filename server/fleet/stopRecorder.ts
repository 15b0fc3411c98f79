/** Writes Stops to the ledger after their robots were told, and tries again until the database has them. One writing at a time, whatever is due together. */
import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { MOST_STOPS } from '../../contract/rules/limits.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { audit, commands, robots } from '../db/schema.ts';
import type { StopJournal } from './stopJournal.ts';
import type { StandingStop, Stops } from './stops.ts';
import type { CommandRow } from './words.ts';

const AGAIN_MS = 500;
const MOST_AT_ONCE = 200;

export interface StopRecorder {
  /** Something is due. */
  wake(): void;
  /** Resolves when the database has it; never when it cannot be written, of a robot that is gone. */
  recorded(id: string): Promise<void>;
  close(): Promise<void>;
}

type Needs = Pick<CoreDeps, 'log'> & {
  db: Db;
  stops: Stops;
  journal: StopJournal;
  /** The row of a Stop as it is to be written. */
  rowOf(stop: StandingStop): CommandRow;
  /** Whether this server told the robot. */
  wasTold(id: string): boolean;
  onRecorded(rows: readonly CommandRow[]): Promise<void>;
};

export function createStopRecorder({ db, log, stops, journal, rowOf, wasTold, onRecorded }: Needs): StopRecorder {
  const waiting = new Map<string, (() => void)[]>();
  let working: Promise<void> | undefined;
  let isClosed = false;
  let again: NodeJS.Timeout | undefined;

  const record = async (due: readonly StandingStop[]): Promise<void> => {
    const known = new Set(
      (
        await db
          .select({ serialNumber: robots.serialNumber })
          .from(robots)
          .where(
            inArray(
              robots.serialNumber,
              due.map(({ serialNumber }) => serialNumber),
            ),
          )
      ).map(({ serialNumber }) => serialNumber),
    );
    const gone = due.filter(({ serialNumber }) => !known.has(serialNumber));
    const there = due.filter(({ serialNumber }) => known.has(serialNumber));
    const surplus: string[] = [];
    const rows =
      there.length === 0
        ? []
        : await db.transaction(async (transaction) => {
            await transaction.insert(commands).values(there.map(rowOf)).onConflictDoNothing();
            // The same Stop again, through another server and after a Resume, holds once more: its robot was told so.
            const told = there.filter(({ id }) => wasTold(id)).map(({ id }) => id);
            if (told.length > 0)
              await transaction
                .update(commands)
                .set({ liftedAt: null })
                .where(and(inArray(commands.id, told), isNotNull(commands.liftedAt)));
            const written = await transaction
              .select()
              .from(commands)
              .where(
                inArray(
                  commands.id,
                  there.map(({ id }) => id),
                ),
              );
            const guessed = there.filter(({ onLastKnownRights }) => onLastKnownRights);
            if (guessed.length > 0)
              await transaction.insert(audit).values(
                guessed.map(({ id, userId, serialNumber, at }) => ({
                  at: new Date(at),
                  userId,
                  act: 'stop.onLastKnownRights',
                  subject: serialNumber,
                  after: { commandId: id },
                })),
              );
            surplus.push(
              ...(await liftOldest(
                transaction,
                there.map(({ serialNumber }) => serialNumber),
              )),
            );
            return written;
          });
    stops.lift(surplus);
    const done = due.map(({ id }) => id);
    if (gone.length > 0) {
      log.warn({ robots: gone.map(({ serialNumber }) => serialNumber) }, 'Stops of robots that are gone are dropped');
      stops.lift(gone.map(({ id }) => id));
    }
    stops.lift(rows.filter(({ liftedAt }) => liftedAt !== null).map(({ id }) => id));
    stops.recorded(there.map(({ id }) => id));
    await journal
      .settle(done)
      .catch((error: unknown) => log.warn({ err: error }, 'the journal of Stops cannot be written'));
    await onRecorded(rows);
    for (const id of done) {
      for (const resolve of waiting.get(id) ?? []) resolve();
      waiting.delete(id);
    }
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
        if (stops.unrecorded().length > 0) wake(); // came while the last one was written
      },
      (error: unknown) => {
        working = undefined;
        log.warn({ err: error }, 'Stops could not be recorded; tried again');
        again = setTimeout(wake, AGAIN_MS);
      },
    );
  };

  return {
    wake,
    recorded: (id) => new Promise((resolve) => waiting.set(id, [...(waiting.get(id) ?? []), resolve])),
    async close() {
      await working;
      isClosed = true;
      clearTimeout(again);
    },
  };
}

/** A robot has so many Stops at most: the newest say enough. @returns the others, which are lifted */
async function liftOldest(db: Db, serialNumbers: readonly string[]): Promise<string[]> {
  const ranked = db
    .select({
      id: commands.id,
      rank: sql<number>`row_number() over (partition by ${commands.serialNumber} order by ${commands.askedAt} desc, ${commands.id} desc)`.as(
        'rank',
      ),
    })
    .from(commands)
    .where(
      and(inArray(commands.serialNumber, [...serialNumbers]), eq(commands.kind, 'stop'), isNull(commands.liftedAt)),
    )
    .as('ranked');
  const surplus = (await db.select({ id: ranked.id }).from(ranked).where(gt(ranked.rank, MOST_STOPS))).map(
    ({ id }) => id,
  );
  if (surplus.length > 0) await db.update(commands).set({ liftedAt: new Date() }).where(inArray(commands.id, surplus));
  return surplus;
}
