/** Stops in the command ledger. While `liftedAt` is null a Stop holds its robot, whatever became of the command. */
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { MOST_STOPS } from '../../../contract/rules/limits.ts';
import type { Db } from '../database.ts';
import { audit, commands } from '../schema.ts';
import { OPEN_STATES, type CommandRow } from './commands.ts';

/** Of all robots, oldest first. */
export const standingStops = (db: Db): Promise<CommandRow[]> =>
  db
    .select()
    .from(commands)
    .where(and(eq(commands.kind, 'stop'), isNull(commands.liftedAt)))
    .orderBy(asc(commands.askedAt));

/** Of these ids, those that are in the ledger. */
export const recordedStops = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .select({ id: commands.id })
        .from(commands)
        .where(inArray(commands.id, [...ids]))
    ).map(({ id }) => id),
  );

/** A Stop that was told to its robot and is not in the ledger yet. */
export interface UnrecordedStop {
  id: string;
  serialNumber: string;
  userId: string;
  /** ms since 1970 */
  at: number;
  /** It was let in by rights that may have been withdrawn meanwhile: the audit log says so. */
  onLastKnownRights: boolean;
}

/**
 * Writes Stops in one transaction. A robot keeps the newest MOST_STOPS.
 * @param due of robots that exist
 * @param rowOf the row as it is to be written, and `wasTold` whether this server told the robot: both are asked inside the
 *   transaction, because a robot may be told while a connection is waited for
 * @returns `rows`: as they are in the ledger, those that were there before too; `surplus`: ids that were lifted, for there were too many
 */
export async function recordStops<Stop extends UnrecordedStop>(
  db: Db,
  due: readonly Stop[],
  { rowOf, wasTold }: { rowOf: (stop: Stop) => CommandRow; wasTold: (id: string) => boolean },
): Promise<{ rows: CommandRow[]; surplus: string[] }> {
  return db.transaction(async (transaction) => {
    await transaction.insert(commands).values(due.map(rowOf)).onConflictDoNothing();
    // The same Stop again, through another server and after a Resume, holds once more: its robot was told so.
    const told = due.filter(({ id }) => wasTold(id)).map(({ id }) => id);
    if (told.length > 0)
      await transaction
        .update(commands)
        .set({ liftedAt: null })
        .where(and(inArray(commands.id, told), isNotNull(commands.liftedAt)));
    const rows = await transaction
      .select()
      .from(commands)
      .where(
        inArray(
          commands.id,
          due.map(({ id }) => id),
        ),
      );
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

/**
 * Lifts Stops of a robot, inside the asker's transaction. Those whose robot could not show yet that it stood end as withdrawn.
 * @param ids only these; all that stand when absent
 * @returns `left`: how many still hold the robot
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
