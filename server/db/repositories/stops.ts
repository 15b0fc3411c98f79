/** Stops in the command ledger. While `liftedAt` is null a Stop holds its robot, whatever the state of the command. */
import { and, asc, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { MOST_STOPS } from '../../../contract/rules/limits.ts';
import type { Db } from '../database.ts';
import { audit, commands } from '../schema.ts';
import { auditOf, OPEN_STATES, type CommandRow } from './commands.ts';

/** Active Stops of all robots, oldest first. */
export const activeStops = (db: Db): Promise<CommandRow[]> =>
  db
    .select()
    .from(commands)
    .where(and(eq(commands.kind, 'stop'), isNull(commands.liftedAt)))
    .orderBy(asc(commands.askedAt));

/** Those of these ids that are in the ledger. */
export const recordedStops = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .select({ id: commands.id })
        .from(commands)
        .where(inArray(commands.id, [...ids]))
    ).map(({ id }) => id),
  );

/** A Stop that was sent to its robot and is not in the ledger yet. */
export interface UnrecordedStop {
  id: string;
  serialNumber: string;
  userId: string;
  /** ms since 1970 */
  at: number;
  /** Authorised by last known rights that may have been revoked since; noted in the audit log. */
  onLastKnownRights: boolean;
}

/**
 * Writes Stops in one transaction. A robot keeps the newest MOST_STOPS.
 * @param due Stops of existing robots
 * @param rowOf the row to write; `wasTold`: whether this server sent the Stop to the robot. Both are called inside the
 *   transaction, because the Stop may be sent while this waits for a connection.
 * @returns `rows`: the Stops as in the ledger, including existing ones; `surplus`: ids lifted because there were too
 * many
 */
export async function recordStops<Stop extends UnrecordedStop>(
  db: Db,
  due: readonly Stop[],
  { rowOf, wasTold }: { rowOf: (stop: Stop) => CommandRow; wasTold: (id: string) => boolean },
): Promise<{ rows: CommandRow[]; surplus: string[] }> {
  return db.transaction(async (transaction) => {
    const added = await transaction.insert(commands).values(due.map(rowOf)).onConflictDoNothing().returning();
    const entries = added.flatMap((row) => auditOf(row) ?? []);
    if (entries.length > 0) await transaction.insert(audit).values(entries);
    const dueIds = due.map(({ id }) => id);
    // Locked, so that no Resume comes between reading a row and making it active again.
    const stored = await transaction
      .select()
      .from(commands)
      .where(inArray(commands.id, dueIds))
      .orderBy(asc(commands.id))
      .for('update');
    // A request sent again to another server after a Resume: its robot received the Stop again. Another server's row
    // of the same request has the time at which this server announced it, and a Resume of that one came later.
    const askedAt = new Map(due.map(({ id, at }) => [id, at]));
    const isAskedAgain = (row: CommandRow): boolean =>
      row.liftedAt !== null && wasTold(row.id) && row.askedAt.getTime() !== askedAt.get(row.id);
    const again = stored.filter(isAskedAgain).map(({ id }) => id);
    if (again.length > 0) await transaction.update(commands).set({ liftedAt: null }).where(inArray(commands.id, again));
    const rows = stored.map((row) => (again.includes(row.id) ? { ...row, liftedAt: null } : row));
    const guessed = due.filter(({ onLastKnownRights }) => onLastKnownRights);
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
    const surplus = await liftOldest(
      transaction,
      due.map(({ serialNumber }) => serialNumber),
    );
    return { rows, surplus };
  });
}

/** Limits a robot's active Stops to the newest MOST_STOPS. @returns the ids of the others, which are lifted */
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

/**
 * Lifts a robot's Stops, inside the caller's transaction. Those that the robot had not confirmed yet end as withdrawn.
 * @param ids only these; all active ones if absent
 * @returns `left`: number of Stops that still hold the robot
 */
export async function liftStops(
  db: Db,
  serialNumber: string,
  ids: readonly string[] | undefined,
  at: Date,
): Promise<{ lifted: string[]; withdrawn: CommandRow[]; left: number }> {
  const stands = and(eq(commands.serialNumber, serialNumber), eq(commands.kind, 'stop'), isNull(commands.liftedAt));
  const lifted = (
    await db
      .update(commands)
      .set({ liftedAt: at })
      .where(ids ? and(stands, inArray(commands.id, [...ids])) : stands)
      .returning({ id: commands.id })
  ).map(({ id }) => id);
  const withdrawn =
    lifted.length === 0
      ? []
      : await db
          .update(commands)
          .set({ state: 'failed', endedAt: at, reason: sql`'{"type":"withdrawn","description":""}'::jsonb` })
          .where(and(inArray(commands.id, lifted), inArray(commands.state, OPEN_STATES)))
          .returning();
  const [left] = await db.select({ count: count() }).from(commands).where(stands);
  return { lifted, withdrawn, left: left?.count ?? 0 };
}
