/** Alarm cases that became part of an older one of the same robot. */
import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { AlarmEvent } from '../../../contract/rules/alarms.ts';
import type { Db } from '../database.ts';
import { newestFirst } from '../newestRows.ts';
import { alarmCases } from '../schema.ts';
import type { AlarmCaseRow } from './alarmCases.ts';

/** Cases merged into one that are shown with it. */
export const MERGED_SHOWN = 200;

const isKeptUnresolved = sql`exists (select 1 from alarm_cases kept where kept.id = ${alarmCases.mergedInto} and kept.state <> 'resolved')`;
/** As `ownOverAt` below is null. */
const isLasting = and(isNull(alarmCases.overAt), isNull(alarmCases.ownOverAt));

/** When a case's own alarms were over, whatever was merged into it; null while one lasts. */
export const ownOverAt = (row: Pick<AlarmCaseRow, 'ownOverAt' | 'overAt'>): Date | null => row.ownOverAt ?? row.overAt;

/** Cases of a robot and event that became part of an unresolved one, and whose last alarm is not older, newest first. */
export const recentMergedCases = (
  db: Db,
  serialNumber: string,
  event: AlarmEvent,
  since: Date,
): Promise<AlarmCaseRow[]> =>
  db
    .select()
    .from(alarmCases)
    .where(
      and(
        eq(alarmCases.serialNumber, serialNumber),
        eq(alarmCases.event, event),
        isNotNull(alarmCases.mergedInto),
        gte(alarmCases.lastAt, since),
        isKeptUnresolved,
      ),
    )
    .orderBy(desc(alarmCases.lastAt))
    .limit(200);

/** Cases of these events that became part of an unresolved one and whose own alarm is not over. */
export const lastingMergedCases = (db: Db, events: readonly AlarmEvent[]): Promise<AlarmCaseRow[]> =>
  db
    .select()
    .from(alarmCases)
    .where(and(inArray(alarmCases.event, [...events]), isNotNull(alarmCases.mergedInto), isLasting, isKeptUnresolved))
    .orderBy(desc(alarmCases.lastAt))
    .limit(10_000);

/** Whether an alarm of a case, or of one merged into it, is not over. */
export async function hasLastingAlarm(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: alarmCases.id })
    .from(alarmCases)
    .where(and(or(eq(alarmCases.id, id), eq(alarmCases.mergedInto, id)), isLasting))
    .limit(1);
  return rows.length > 0;
}

/** The newest cases that became part of this one, oldest first. */
export const mergedCases = async (db: Db, id: string): Promise<AlarmCaseRow[]> => {
  const rows = await db
    .select()
    .from(alarmCases)
    .where(eq(alarmCases.mergedInto, id))
    .orderBy(desc(alarmCases.number))
    .limit(MERGED_SHOWN);
  return rows.reverse();
};

/** Other unresolved cases of a robot, newest first. */
export const unresolvedBeside = (
  db: Db,
  { id, serialNumber }: Pick<AlarmCaseRow, 'id' | 'serialNumber'>,
  limit: number,
): Promise<AlarmCaseRow[]> =>
  db
    .select()
    .from(alarmCases)
    .where(and(eq(alarmCases.serialNumber, serialNumber), ne(alarmCases.state, 'resolved'), ne(alarmCases.id, id)))
    .orderBy(...newestFirst({ at: alarmCases.raisedAt, id: alarmCases.id }))
    .limit(limit);

/** Cases that became part of `from` are now part of `into`. */
export const movePointers = (db: Db, from: string, into: Pick<AlarmCaseRow, 'id' | 'number'>): Promise<unknown> =>
  db.update(alarmCases).set({ mergedInto: into.id, mergedNumber: into.number }).where(eq(alarmCases.mergedInto, from));
