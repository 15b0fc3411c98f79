/** Sites, lifts and access doors as administrators edit them. */
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { OutOfService } from '../../../contract/rules/schedule/outOfService.ts';
import type { Db } from '../database.ts';
import type { LocalName, StoredPlan } from '../localName.ts';
import { elevators, entrances, maps, points, robots, sites, type StoredPoint } from '../schema.ts';

export type StoredLift = typeof elevators.$inferSelect;
export type StoredDoor = typeof entrances.$inferSelect;
type NewSite = typeof sites.$inferInsert;

export async function countSites(db: Db): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(sites);
  return row?.count ?? 0;
}

export async function siteById(db: Db, id: string): Promise<typeof sites.$inferSelect | undefined> {
  const [row] = await db.select().from(sites).where(eq(sites.id, id));
  return row;
}

export async function addSite(db: Db, site: NewSite): Promise<void> {
  await db.insert(sites).values(site);
}

export async function changeSite(db: Db, id: string, change: Partial<NewSite>): Promise<void> {
  await db.update(sites).set(change).where(eq(sites.id, id));
}

export const deleteSite = (db: Db, id: string): Promise<unknown> => db.delete(sites).where(eq(sites.id, id));

/** The numbers of registered robots, by site. */
export async function robotCounts(db: Db, siteIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (siteIds.length === 0) return new Map();
  const rows = await db
    .select({ id: robots.siteId, count: sql<number>`count(*)::int` })
    .from(robots)
    .where(inArray(robots.siteId, [...siteIds]))
    .groupBy(robots.siteId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The names of the robots registered at a site, by serial number. */
export async function robotNamesAt(db: Db, siteId: string): Promise<ReadonlyMap<string, LocalName>> {
  const rows = await db
    .select({ serialNumber: robots.serialNumber, name: robots.name })
    .from(robots)
    .where(eq(robots.siteId, siteId))
    .orderBy(asc(robots.serialNumber));
  return new Map(rows.map(({ serialNumber, name }) => [serialNumber, name]));
}

export async function liftById(db: Db, id: string): Promise<StoredLift | undefined> {
  const [row] = await db.select().from(elevators).where(eq(elevators.id, id));
  return row;
}

/** By id; without those that are gone. */
export async function liftNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, LocalName>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: elevators.id, name: elevators.name })
    .from(elevators)
    .where(inArray(elevators.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function doorById(db: Db, id: string): Promise<StoredDoor | undefined> {
  const [row] = await db.select().from(entrances).where(eq(entrances.id, id));
  return row;
}

/** Reads the lift and locks it until the transaction ends. */
export async function lockLift(db: Db, id: string): Promise<StoredLift | undefined> {
  const [row] = await db.select().from(elevators).where(eq(elevators.id, id)).for('update');
  return row;
}

export async function lockDoor(db: Db, id: string): Promise<StoredDoor | undefined> {
  const [row] = await db.select().from(entrances).where(eq(entrances.id, id)).for('update');
  return row;
}

export async function putLift(db: Db, row: typeof elevators.$inferInsert): Promise<void> {
  const { id: _, ...set } = row;
  await db.insert(elevators).values(row).onConflictDoUpdate({ target: elevators.id, set });
}

export async function putDoor(db: Db, row: typeof entrances.$inferInsert): Promise<void> {
  const { id: _, ...set } = row;
  await db.insert(entrances).values(row).onConflictDoUpdate({ target: entrances.id, set });
}

/** Replaces the key of a relay. */
export async function setRelayKeyVersion(
  db: Db,
  kind: 'lift' | 'door',
  id: string,
  relayKeyVersion: number,
): Promise<void> {
  if (kind === 'lift') await db.update(elevators).set({ relayKeyVersion }).where(eq(elevators.id, id));
  else await db.update(entrances).set({ relayKeyVersion }).where(eq(entrances.id, id));
}

/** Notes what came of asking a relay. The first failure after a success is kept. */
export async function noteRelay(
  db: Db,
  kind: 'lift' | 'door',
  id: string,
  { opened, at }: { opened: boolean; at: Date },
): Promise<void> {
  const table = kind === 'lift' ? elevators : entrances;
  const isNews = opened ? isNotNull(table.relaySilentSince) : isNull(table.relaySilentSince);
  await db
    .update(table)
    .set({ relaySilentSince: opened ? null : at })
    .where(and(eq(table.id, id), eq(table.openedBy, 'relay'), isNews));
}

export const deleteLift = (db: Db, id: string): Promise<unknown> => db.delete(elevators).where(eq(elevators.id, id));
export const deleteDoor = (db: Db, id: string): Promise<unknown> => db.delete(entrances).where(eq(entrances.id, id));

export const pointsOfLift = (db: Db, id: string): Promise<StoredPoint[]> =>
  db.select().from(points).where(eq(points.elevatorId, id)).orderBy(asc(points.mapId), asc(points.areaId));
export const pointsOfDoor = (db: Db, id: string): Promise<StoredPoint[]> =>
  db.select().from(points).where(eq(points.doorId, id)).orderBy(asc(points.areaId));

/** Boarding points of elevators, metres on their maps. */
async function boardingPlaces(db: Db, areaIds: readonly string[]) {
  const rows =
    areaIds.length === 0
      ? []
      : await db
          .select({ areaId: points.areaId, mapId: points.mapId, x: points.x, y: points.y })
          .from(points)
          .where(inArray(points.areaId, [...areaIds]));
  return new Map(rows.map(({ areaId, mapId, x, y }) => [areaId, { mapId, at: [x, y] satisfies Place }]));
}

const liftsAt = (db: Db, siteId: string) =>
  db
    .select({ name: elevators.name, stops: elevators.stops, isOut: elevators.isOutOfService })
    .from(elevators)
    .where(eq(elevators.siteId, siteId))
    .orderBy(asc(elevators.id));

/** The elevators of a site: the floors at which they stop, and whether they are out of service. */
export const liftFloorsAt = async (
  db: Db,
  siteId: string,
): Promise<Pick<OutOfService<LocalName>['elevators'][number], 'mapIds' | 'isOut'>[]> =>
  (await liftsAt(db, siteId)).map(({ stops, isOut }) => ({ mapIds: stops.map(({ mapId }) => mapId), isOut }));

/** Empty as long as nothing is out of service. */
export async function outOfServiceAt(db: Db, siteId: string): Promise<OutOfService<LocalName>> {
  const lifts = await liftsAt(db, siteId);
  const doors = await db
    .select({
      id: entrances.id,
      name: entrances.name,
      mapId: entrances.mapId,
      // Not the whole plan, which is large.
      drawn: sql<StoredPlan['doors'] | null>`${maps.plan} -> 'doors'`,
    })
    .from(entrances)
    .innerJoin(maps, eq(maps.id, entrances.mapId))
    .where(and(eq(entrances.siteId, siteId), eq(entrances.isOutOfService, true)))
    .orderBy(asc(entrances.id));
  const doorIds = doors.map(({ id }) => id);
  const tied = doors.length === 0 ? [] : await db.select().from(points).where(inArray(points.doorId, doorIds));
  const isAnyOut = doors.length > 0 || lifts.some(({ isOut }) => isOut);
  // Only doors are looked for on the way to an elevator.
  const boarding = doors.length === 0 ? [] : lifts.flatMap(({ stops }) => stops.map(({ areaId }) => areaId));
  const places = await boardingPlaces(db, boarding);
  return {
    elevators: isAnyOut
      ? lifts.map(({ name, stops, isOut }) => ({
          name,
          isOut,
          mapIds: stops.map(({ mapId }) => mapId),
          places: stops.flatMap(({ areaId }) => places.get(areaId) ?? []),
        }))
      : [],
    doors: doors.map(({ id, name, mapId, drawn }) => {
      const own = tied.filter(({ doorId }) => doorId === id);
      const doorway = drawn?.find((door) => door.id === id);
      return {
        name,
        mapId,
        areaIds: own.map(({ areaId }) => areaId),
        doorway: doorway ? [doorway.from, doorway.to] : null,
        places: own.flatMap(({ attributes, x, y }) =>
          attributes.includes('doorAccess') ? [[x, y] satisfies Place] : [],
        ),
      };
    }),
  };
}

/** The points of these maps that lifts, doors and charging use. */
export const equipmentPoints = async (db: Db, mapIds: readonly string[]): Promise<StoredPoint[]> =>
  mapIds.length === 0
    ? []
    : db
        .select()
        .from(points)
        .where(
          and(
            inArray(points.mapId, [...mapIds]),
            sql`(${points.attributes} && array['elevator','waitingElevator','doorAccess','doorAccessWaiting','charging'] or ${points.elevatorId} is not null or ${points.doorId} is not null)`,
          ),
        )
        .orderBy(asc(points.mapId), asc(points.areaId));

export interface RelayEquipment extends Pick<StoredLift, 'id' | 'relayUrl' | 'relayKeyVersion' | 'openSeconds'> {
  kind: 'lift' | 'door';
  points: { mapId: string; x: number; y: number }[];
}

/** The lifts and doors with a relay that have points. */
export async function relayEquipment(db: Db): Promise<RelayEquipment[]> {
  const place = { mapId: points.mapId, x: points.x, y: points.y };
  const of = async (table: typeof elevators | typeof entrances, kind: 'lift' | 'door') => {
    const { id, relayUrl, relayKeyVersion, openSeconds } = table;
    const tied = kind === 'lift' ? points.elevatorId : points.doorId;
    const rows = await db
      .select({ equipment: { id, relayUrl, relayKeyVersion, openSeconds }, place })
      .from(table)
      .innerJoin(points, eq(tied, id))
      .where(eq(table.openedBy, 'relay'));
    const found = new Map<string, RelayEquipment>();
    for (const { equipment, place: at } of rows) {
      const one = found.get(equipment.id) ?? { ...equipment, kind, points: [] };
      one.points.push(at);
      found.set(equipment.id, one);
    }
    return [...found.values()];
  };
  return [...(await of(elevators, 'lift')), ...(await of(entrances, 'door'))];
}
