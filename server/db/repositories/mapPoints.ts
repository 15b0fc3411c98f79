/** Editing a map's points: the points, what prevents deleting them, lifts and doors. */
import { and, asc, eq, getTableColumns, inArray, isNull, ne, or, sql, type SQLWrapper } from 'drizzle-orm';
import { COMMAND_STATES, hasEnded } from '../../../contract/rules/commandLife.ts';
import type { Db } from '../database.ts';
import { bulkInsert } from '../bulkInsert.ts';
import { preparedStatement } from '../preparedStatement.ts';
import {
  commands,
  cruisePaths,
  cruiseRecords,
  deliveries,
  elevators,
  entrances,
  maps,
  points,
  robots,
  type StoredPoint,
} from '../schema.ts';
import type { LocalName } from '../localName.ts';
import type { StoredMap } from './maps.ts';

/** Rows per statement; PostgreSQL allows 65,535 parameters. */
const CHUNK = 1_000;
const inChunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, i) => items.slice(i * CHUNK, (i + 1) * CHUNK));

/** Reads the map and locks it until the transaction ends. */
export async function lockMap(db: Db, mapId: string): Promise<StoredMap | undefined> {
  const [row] = await db.select().from(maps).where(eq(maps.id, mapId)).for('update');
  return row;
}

/** Nobody changes the map, its points or its routes until the transaction ends; others may keep it too. */
export async function keepMap(db: Db, mapId: string): Promise<void> {
  await keptMap(db).execute({ mapId });
}
const keptMap = preparedStatement((db) =>
  db
    .select({ id: maps.id })
    .from(maps)
    .where(eq(maps.id, sql.placeholder('mapId')))
    .for('share')
    .prepare('keep_map'),
);

/** Whether one of these ids is a point of any map. */
export async function isAnyPoint(db: Db, areaIds: readonly string[]): Promise<boolean> {
  if (areaIds.length === 0) return false;
  const found = await db
    .select({ areaId: points.areaId })
    .from(points)
    .where(inArray(points.areaId, [...areaIds]))
    .limit(1);
  return found.length > 0;
}

/** Those of these ids that are points of other maps. */
export async function pointsElsewhere(db: Db, areaIds: readonly string[], mapId: string): Promise<string[]> {
  const found: string[] = [];
  for (const part of inChunks(areaIds)) {
    const rows = await db
      .select({ areaId: points.areaId })
      .from(points)
      .where(and(inArray(points.areaId, part), ne(points.mapId, mapId)));
    found.push(...rows.map(({ areaId }) => areaId));
  }
  return found;
}

const { areaId: _, ...changeable } = getTableColumns(points);
const asSent = sql.raw(
  Object.values(changeable)
    .map(({ name }) => `"${name}" = excluded."${name}"`)
    .join(', '),
);

export async function putPoints(db: Db, rows: readonly StoredPoint[]): Promise<void> {
  await bulkInsert(db, points, rows, sql`(area_id) do update set ${asSent}`);
}

export async function deletePoints(db: Db, areaIds: readonly string[]): Promise<void> {
  for (const part of inChunks(areaIds)) await db.delete(points).where(inArray(points.areaId, part));
}

export interface Use {
  areaId: string;
  kind: 'route' | 'robot' | 'delivery';
  id: string;
  name: LocalName;
}

const UNDER_WAY = COMMAND_STATES.filter((state) => !hasEnded(state));

/** Deliveries from or to one of these points that are not over, or whose parcel is still on board. */
export const isUnderWayBetween = (areaIds: string[] | SQLWrapper) =>
  and(
    ne(deliveries.origin, 'robot'),
    or(isNull(deliveries.endedAt), inArray(deliveries.returns, ['returning', 'failed'])),
    or(inArray(deliveries.loadingPoint, areaIds), inArray(deliveries.destination, areaIds)),
  );

/**
 * Robots with an open command to one of these points or a route run through one, deliveries from or to one (one for each
 * way, because many can wait), and routes that contain one.
 */
export async function usesOf(db: Db, mapId: string, areaIds: ReadonlySet<string>): Promise<Use[]> {
  if (areaIds.size === 0) return [];
  const going = await db
    .select({ areaId: commands.targetId, id: robots.serialNumber, name: robots.name })
    .from(commands)
    .innerJoin(robots, eq(robots.serialNumber, commands.serialNumber))
    .where(inArray(commands.state, UNDER_WAY));
  const driving = await db
    .select({ stops: cruiseRecords.stops, id: robots.serialNumber, name: robots.name })
    .from(cruiseRecords)
    .innerJoin(robots, eq(robots.serialNumber, cruiseRecords.serialNumber))
    .where(and(eq(cruiseRecords.state, 'inProgress'), eq(cruiseRecords.mapId, mapId)));
  // Without its point, a robot forgets the parcel that it carries, and no robot takes a delivery that waits.
  const delivering = await db
    .selectDistinctOn([deliveries.loadingPoint, deliveries.destination], {
      from: deliveries.loadingPoint,
      to: deliveries.destination,
      id: deliveries.id,
      name: deliveries.destinationName,
    })
    .from(deliveries)
    .where(isUnderWayBetween([...areaIds]))
    .orderBy(deliveries.loadingPoint, deliveries.destination, deliveries.number);
  const routes = await db
    .select({ id: cruisePaths.id, name: cruisePaths.name, stops: cruisePaths.stops })
    .from(cruisePaths)
    .where(eq(cruisePaths.mapId, mapId));
  const through = (stops: readonly { areaId: string }[]): string[] =>
    [...new Set(stops.map(({ areaId }) => areaId))].filter((areaId) => areaIds.has(areaId));
  return [
    ...going.flatMap(({ areaId, id, name }) =>
      areaId !== null && areaIds.has(areaId) ? [{ areaId, kind: 'robot' as const, id, name }] : [],
    ),
    ...driving.flatMap(({ stops, id, name }) =>
      through(stops).map((areaId) => ({ areaId, kind: 'robot' as const, id, name })),
    ),
    ...delivering.flatMap(({ from, to, id, name }) =>
      [from, to]
        .filter((areaId) => areaIds.has(areaId))
        .map((areaId) => ({ areaId, kind: 'delivery' as const, id, name })),
    ),
    ...routes.flatMap(({ stops, id, name }) =>
      through(stops).map((areaId) => ({ areaId, kind: 'route' as const, id, name })),
    ),
  ];
}

export const elevatorsOf = (db: Db, siteId: string): Promise<(typeof elevators.$inferSelect)[]> =>
  db.select().from(elevators).where(eq(elevators.siteId, siteId)).orderBy(asc(elevators.id));
export const entrancesOf = (db: Db, siteId: string): Promise<(typeof entrances.$inferSelect)[]> =>
  db.select().from(entrances).where(eq(entrances.siteId, siteId)).orderBy(asc(entrances.id));
