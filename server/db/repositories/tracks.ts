/** Chunks of tracks, in a partition for each day (UTC). */
import { and, asc, desc, eq, gte, lt, lte, min, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { LANE_STATES, type LaneState, type RecordedPeriods } from '../../../contract/rules/replayTrack.ts';
import { trackHours, trackPeriods, tracks } from '../schema.ts';

export type StoredTrack = typeof tracks.$inferSelect;

const DAY_MS = 86_400_000;
/** Days that get a partition in advance, because this runs once an hour and may be late. */
const DAYS_AHEAD = 2;
const PARTITION = /^tracks_(\d{4})(\d{2})(\d{2})$/u;

const dayStart = (at: Date): number => Math.floor(at.getTime() / DAY_MS) * DAY_MS;
const partitionOf = (start: number): string =>
  `tracks_${new Date(start).toISOString().slice(0, 10).replaceAll('-', '')}`;

async function partitions(db: Db): Promise<{ name: string; start: number }[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relid::text as name from pg_partition_tree('tracks') where isleaf`,
  );
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = PARTITION.exec(name) ?? [];
    return year && month && day ? [{ name, start: Date.UTC(Number(year), Number(month) - 1, Number(day)) }] : [];
  });
}

/** Creates the partitions of a day, by default today, and the next days. Safe to run on several servers at once. */
export async function createTrackPartitions(db: Db, day: Date): Promise<void> {
  const known = new Set((await partitions(db)).map(({ name }) => name));
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const start = dayStart(day) + ahead * DAY_MS;
    const name = partitionOf(start);
    if (known.has(name)) continue;
    await db.transaction(async (transaction) => {
      // Two servers must not create the same partition at once.
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('tracks'))`);
      // Rows of the day that arrived before its partition existed.
      const early = and(gte(tracks.fromAt, new Date(start)), lt(tracks.fromAt, new Date(start + DAY_MS)));
      const moved = await transaction.delete(tracks).where(early).returning();
      await transaction.execute(
        sql.raw(
          `create table if not exists "${name}" partition of "tracks" for values from ('${new Date(start).toISOString()}') to ('${new Date(start + DAY_MS).toISOString()}')`,
        ),
      );
      await addTracks(transaction, moved);
    });
  }
}

/** Drops the partitions of days that ended before then. */
export async function deleteExpiredTracks(db: Db, before: Date): Promise<void> {
  for (const { name, start } of await partitions(db))
    if (start + DAY_MS <= before.getTime()) await db.execute(sql.raw(`drop table if exists "${name}"`));
  await db.execute(sql`delete from tracks_other where from_at < ${before}`);
  await db.delete(trackPeriods).where(lt(trackPeriods.untilAt, before));
  await db.delete(trackHours).where(lt(trackHours.hour, before));
}

/** Adds chunks; one that exists already is skipped. */
export async function addTracks(db: Db, rows: readonly StoredTrack[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <Key extends keyof StoredTrack>(key: Key): StoredTrack[Key][] => rows.map((row) => row[key]);
  await db.execute(sql`
    insert into ${tracks} (serial_number, from_at, until_at, chunk)
    select * from unnest(${sql.param(column('serialNumber'))}::text[], ${sql.param(column('fromAt'))}::timestamptz[],
      ${sql.param(column('untilAt'))}::timestamptz[], ${sql.param(column('chunk'))}::bytea[])
    on conflict do nothing`);
}

/**
 * Chunks of a robot that overlap a window, in order of time, and the last one before it, because a robot that stands
 * still writes rarely. @param from, until inclusive
 */
export async function tracksOf(db: Db, serialNumber: string, from: Date, until: Date): Promise<StoredTrack[]> {
  const before = await db
    .select()
    .from(tracks)
    .where(and(eq(tracks.serialNumber, serialNumber), lt(tracks.fromAt, from)))
    .orderBy(desc(tracks.fromAt))
    .limit(1);
  const inside = await db
    .select()
    .from(tracks)
    .where(and(eq(tracks.serialNumber, serialNumber), gte(tracks.fromAt, from), lte(tracks.fromAt, until)))
    .orderBy(asc(tracks.fromAt));
  return [...before, ...inside];
}

/**
 * The same for several robots in one query. Robots without chunks are left out.
 * @returns chunks by serial number
 */
export async function chunksOfRobots(
  db: Db,
  serialNumbers: readonly string[],
  from: Date,
  until: Date,
): Promise<ReadonlyMap<string, Buffer[]>> {
  const { rows } = await db.execute<{ serial_number: string; chunk: Buffer }>(sql`
    select robot.serial_number, found.chunk
    from unnest(${sql.param([...serialNumbers])}::text[]) as robot (serial_number)
    cross join lateral (
      (select from_at, chunk from ${tracks}
        where serial_number = robot.serial_number and from_at < ${from} order by from_at desc limit 1)
      union all
      (select from_at, chunk from ${tracks}
        where serial_number = robot.serial_number and from_at >= ${from} and from_at <= ${until})
    ) as found
    order by robot.serial_number, found.from_at`);
  const found = new Map<string, Buffer[]>();
  for (const { serial_number: serialNumber, chunk } of rows) {
    const chunks = found.get(serialNumber);
    if (chunks) chunks.push(chunk);
    else found.set(serialNumber, [chunk]);
  }
  return found;
}

/** The first chunk of a robot in each step of a window, in order of time. @param until exclusive */
export async function trackSteps(
  db: Db,
  serialNumber: string,
  from: Date,
  until: Date,
  stepMs: number,
): Promise<Buffer[]> {
  const { rows } = await db.execute<{ chunk: Buffer }>(sql`
    select distinct on (step) chunk, floor(extract(epoch from from_at) * 1000 / ${stepMs}::int) as step
    from ${tracks}
    where serial_number = ${serialNumber} and from_at >= ${from} and from_at < ${until}
    order by step, from_at`);
  return rows.map(({ chunk }) => chunk);
}

/** The begin of a time in which tracks are recorded; @returns its id */
export async function beginTrackPeriod(db: Db, fromAt: Date, untilAt = fromAt): Promise<number> {
  const [row] = await db.insert(trackPeriods).values({ fromAt, untilAt }).returning({ id: trackPeriods.id });
  if (!row) throw new Error('the period was not stored');
  return row.id;
}
export async function extendTrackPeriod(db: Db, id: number, untilAt: Date): Promise<void> {
  await db.update(trackPeriods).set({ untilAt }).where(eq(trackPeriods.id, id));
}
/** Those that reach into a time, in order. */
export async function trackPeriodsIn(db: Db, from: Date, until: Date): Promise<RecordedPeriods> {
  const rows = await db
    .select()
    .from(trackPeriods)
    .where(and(gte(trackPeriods.untilAt, from), lte(trackPeriods.fromAt, until)))
    .orderBy(asc(trackPeriods.fromAt));
  return rows.map(({ fromAt, untilAt }) => [fromAt.getTime(), untilAt.getTime()] as const);
}
/** The begin of the oldest one; null without any. */
export async function firstTrackedAt(db: Db): Promise<Date | null> {
  const [row] = await db.select({ first: min(trackPeriods.fromAt) }).from(trackPeriods);
  return row?.first ?? null;
}

export type HourRow = typeof trackHours.$inferInsert;
/** Adds hours; one that exists already stays. */
export const addTrackHours = async (db: Db, rows: readonly HourRow[]): Promise<void> => {
  if (rows.length > 0)
    await db
      .insert(trackHours)
      .values([...rows])
      .onConflictDoNothing();
};
/** Hours of these robots from `from` until before `until`, by robot, in order: ms in each state. */
export async function trackHoursOf(
  db: Db,
  serialNumbers: readonly string[],
  from: Date,
  until: Date,
): Promise<ReadonlyMap<string, { hour: number; shares: Record<LaneState, number> }[]>> {
  const rows = await db
    .select()
    .from(trackHours)
    .where(
      and(
        sql`${trackHours.serialNumber} = any(${sql.param([...serialNumbers])})`,
        gte(trackHours.hour, from),
        lt(trackHours.hour, until),
      ),
    )
    .orderBy(asc(trackHours.hour));
  const found = new Map<string, { hour: number; shares: Record<LaneState, number> }[]>();
  for (const row of rows) {
    const shares = Object.fromEntries(LANE_STATES.map((state) => [state, row[state] * 1_000])) as Record<
      LaneState,
      number
    >;
    found.set(row.serialNumber, [...(found.get(row.serialNumber) ?? []), { hour: row.hour.getTime(), shares }]);
  }
  return found;
}
