/** Route runs along cruise routes, in progress and ended, and their visits of stops. */
import { and, asc, count, desc, eq, lt, sql, type SQL } from 'drizzle-orm';
import { ROUTE_RUN_STATES, type RouteRunState } from '../../../contract/rules/routeRun.ts';
import type { Db } from '../database.ts';
import { countsUpTo, inSpan, newestFirst, newestRows, ofRobots, type RowsRequest } from '../newestRows.ts';
import { placeholdersOf, preparedInsert, preparedStatement } from '../preparedStatement.ts';
import { cruiseRecords, cruiseVisits } from '../schema.ts';

export type RouteRunRow = typeof cruiseRecords.$inferSelect;
export type VisitRow = typeof cruiseVisits.$inferSelect;

export const activeRouteRuns = (db: Db): Promise<RouteRunRow[]> =>
  db.select().from(cruiseRecords).where(eq(cruiseRecords.state, 'inProgress'));

export async function routeRunById(db: Db, id: string): Promise<RouteRunRow | undefined> {
  const [row] = await db.select().from(cruiseRecords).where(eq(cruiseRecords.id, id));
  return row;
}

/** Reads the route run and locks it until the transaction ends. */
export async function lockRouteRun(db: Db, id: string): Promise<RouteRunRow | undefined> {
  const [row] = await db.select().from(cruiseRecords).where(eq(cruiseRecords.id, id)).for('update');
  return row;
}

export async function lockRouteRunOf(db: Db, serialNumber: string): Promise<RouteRunRow | undefined> {
  const [row] = await db
    .select()
    .from(cruiseRecords)
    .where(and(eq(cruiseRecords.serialNumber, serialNumber), eq(cruiseRecords.state, 'inProgress')))
    .for('update');
  return row;
}

/** Whether the robot has a route run in progress. */
export async function isOnRouteRun(db: Db, serialNumber: string): Promise<boolean> {
  const [row] = await db
    .select({ id: cruiseRecords.id })
    .from(cruiseRecords)
    .where(and(eq(cruiseRecords.serialNumber, serialNumber), eq(cruiseRecords.state, 'inProgress')))
    .limit(1);
  return row !== undefined;
}

/** The route run in progress, otherwise the newest. */
export async function currentRouteRunOf(db: Db, serialNumber: string): Promise<RouteRunRow | undefined> {
  const [row] = await db
    .select()
    .from(cruiseRecords)
    .where(eq(cruiseRecords.serialNumber, serialNumber))
    .orderBy(sql`(${cruiseRecords.state} = 'inProgress') desc`, desc(cruiseRecords.startedAt), desc(cruiseRecords.id))
    .limit(1);
  return row;
}

/** @returns undefined if the robot has another run in progress */
export async function addRouteRun(db: Db, row: typeof cruiseRecords.$inferInsert): Promise<RouteRunRow | undefined> {
  const [added] = await newRun.statement(db).execute(newRun.valuesOf(row));
  return added;
}
const newRun = preparedInsert(cruiseRecords, (db, values) =>
  db
    .insert(cruiseRecords)
    .values(values)
    .onConflictDoNothing({ target: cruiseRecords.serialNumber, where: sql`${cruiseRecords.state} = 'inProgress'` })
    .returning()
    .prepare('add_route_run'),
);

export async function addVisits(db: Db, visits: readonly (typeof cruiseVisits.$inferInsert)[]): Promise<void> {
  if (visits.length > 0) await db.insert(cruiseVisits).values([...visits]);
}

/** Route runs with these ids. */
export const routeRunsById = (db: Db, ids: readonly string[]): Promise<RouteRunRow[]> =>
  db
    .select()
    .from(cruiseRecords)
    .where(sql`${cruiseRecords.id} = any(${sql.param([...ids])})`);

const savedRun = preparedStatement((db) =>
  db
    .update(cruiseRecords)
    .set(placeholdersOf(cruiseRecords, ['id']))
    .where(and(eq(cruiseRecords.id, sql.placeholder('id')), eq(cruiseRecords.revision, sql.placeholder('known'))))
    .returning()
    .prepare('save_route_run'),
);

/** Saves a route run with its changed visits and increments its revision; undefined if it was changed concurrently. */
export function saveRouteRun(
  db: Db,
  { revision, ...change }: RouteRunRow,
  visits: readonly VisitRow[],
): Promise<RouteRunRow | undefined> {
  const save = async (on: Db): Promise<RouteRunRow | undefined> =>
    (await savedRun(on).execute({ ...change, revision: revision + 1, known: revision }))[0];
  if (visits.length === 0) return save(db);
  return db.transaction(async (transaction) => {
    const row = await save(transaction);
    if (row)
      await transaction
        .insert(cruiseVisits)
        .values([...visits])
        .onConflictDoUpdate({
          target: [cruiseVisits.driveId, cruiseVisits.loop, cruiseVisits.stop],
          set: { state: sql`excluded.state`, arrivedAt: sql`excluded.arrived_at`, leftAt: sql`excluded.left_at` },
        });
    return row;
  });
}

export interface RouteRunFilter {
  serialNumbers: readonly string[];
  /** ms; 0 for no bound. */
  startTime: number;
  endTime: number;
  state: RouteRunState | '';
  pathId: string;
}

const LIST = { table: cruiseRecords, at: cruiseRecords.startedAt, id: cruiseRecords.id };

const matching = ({ serialNumbers, state, pathId, ...span }: RouteRunFilter): SQL | undefined =>
  and(
    ofRobots(cruiseRecords.serialNumber, serialNumbers),
    inSpan(cruiseRecords.startedAt, span),
    state === '' ? undefined : eq(cruiseRecords.state, state),
    pathId === '' ? undefined : eq(cruiseRecords.pathId, pathId),
  );

export const drivePage = (
  db: Db,
  filter: RouteRunFilter,
  request: RowsRequest,
): Promise<{ total: number; rows: RouteRunRow[] }> =>
  newestRows(db, LIST, matching(filter), request, (condition) =>
    db
      .select()
      .from(cruiseRecords)
      .where(condition)
      .orderBy(...newestFirst(LIST)),
  );

/** By state, each up to LIST_COUNTED. */
export const driveCounts = (db: Db, filter: RouteRunFilter): Promise<Readonly<Record<RouteRunState, number>>> =>
  countsUpTo(db, LIST, ROUTE_RUN_STATES, (state) => and(matching(filter), eq(cruiseRecords.state, state)));

/** Newest runs of a route, or deliveries to a point, that are looked at for the usual duration; how many must be alike. */
export const USUAL_AMONG = 60;
export const USUAL_LEAST = 5;
type Alike = Pick<RouteRunRow, 'pathId' | 'serialNumber' | 'cycleType' | 'rounds'>;
const keyOfAlike = ({ pathId, serialNumber, cycleType, rounds }: Alike): string =>
  JSON.stringify([pathId, serialNumber, cycleType, rounds]);

/** Median durations, ms, of the recent runs that are like these. A loop that a person ends has none. */
export async function usualDurations(
  db: Db,
  rows: readonly RouteRunRow[],
): Promise<(row: RouteRunRow) => number | undefined> {
  const finished = rows.filter(
    ({ state, cycleType, rounds }) => state === 'finished' && (cycleType === 'single' || rounds !== null),
  );
  const alike = new Map(
    finished.map(({ pathId, serialNumber, cycleType, rounds }) => {
      const one = { pathId, serialNumber, cycleType, rounds };
      return [keyOfAlike(one), one];
    }),
  );
  if (alike.size === 0) return () => undefined;
  const found = await db.execute<{
    path: string;
    robot: string;
    cycle: 'single' | 'loop';
    rounds: number | null;
    ms: number;
  }>(sql`
    select path, robot, cycle, wanted.rounds,
      (percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at)) * 1000)::float8 as ms
    from jsonb_to_recordset(${JSON.stringify(
      [...alike.values()].map(({ pathId, serialNumber, cycleType, rounds }) => ({
        path: pathId,
        robot: serialNumber,
        cycle: cycleType,
        rounds,
      })),
    )}::jsonb) as wanted(path text, robot text, cycle text, rounds int)
    cross join lateral (
      select started_at, ended_at, serial_number, cycle_type, rounds from ${cruiseRecords}
      where path_id = path and state = 'finished' and ended_at is not null
      order by ${sql.join([...newestFirst(LIST)], sql`, `)} limit ${USUAL_AMONG}
    ) as recent
    where serial_number = robot and cycle_type = cycle and recent.rounds is not distinct from wanted.rounds
    group by path, robot, cycle, wanted.rounds having count(*) >= ${USUAL_LEAST}`);
  const usual = new Map(
    found.rows.map(({ path, robot, cycle, rounds, ms }) => [
      keyOfAlike({ pathId: path, serialNumber: robot, cycleType: cycle, rounds }),
      Math.round(ms),
    ]),
  );
  const wanted = new Set(finished);
  return (row) => (wanted.has(row) ? usual.get(keyOfAlike(row)) : undefined);
}

export async function visitPage(
  db: Db,
  driveId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; rows: VisitRow[] }> {
  const where = eq(cruiseVisits.driveId, driveId);
  const [counted] = await db.select({ total: count() }).from(cruiseVisits).where(where);
  const rows = await db
    .select()
    .from(cruiseVisits)
    .where(where)
    .orderBy(asc(cruiseVisits.loop), asc(cruiseVisits.stop))
    .limit(limit)
    .offset((page - 1) * limit);
  return { total: counted?.total ?? 0, rows };
}

/** Their visits are deleted with them. */
export const deleteExpiredRouteRuns = (db: Db, endedBefore: Date): Promise<unknown> =>
  db.delete(cruiseRecords).where(lt(cruiseRecords.endedAt, endedBefore));
