/** Alarm cases that became part of an older one of the same robot. */
import { and, asc, desc, eq, gte, isNotNull, ne, sql } from 'drizzle-orm';
import type { AlarmEvent } from '../../../contract/rules/alarms.ts';
import type { Db } from '../database.ts';
import { newestFirst } from '../newestRows.ts';
import { alarmCases } from '../schema.ts';
import type { AlarmCaseRow } from './alarmCases.ts';

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
        sql`exists (select 1 from alarm_cases kept where kept.id = ${alarmCases.mergedInto} and kept.state <> 'resolved')`,
      ),
    )
    .orderBy(desc(alarmCases.lastAt))
    .limit(200);

/** Cases that became part of this one, oldest first. */
export const mergedCases = (db: Db, id: string): Promise<AlarmCaseRow[]> =>
  db.select().from(alarmCases).where(eq(alarmCases.mergedInto, id)).orderBy(asc(alarmCases.number));

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
