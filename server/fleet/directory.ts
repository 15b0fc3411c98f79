/** What the fleet has to know of the database at every message: kept in memory, read anew when it changes. */
import { asc, eq } from 'drizzle-orm';
import { CORE_ACTIONS } from '../../contract/wire/vda5050.ts';
import type { RobotAbilities } from '../../contract/entities/robot.ts';
import type { LocalName, StoredBay } from '../db/localName.ts';
import { maps, points, relations, robotMapNames, robots } from '../db/schema.ts';
import type { Db } from '../parts.ts';

export type RobotRow = typeof robots.$inferSelect;
export type PointRow = typeof points.$inferSelect;

export interface Extent { mapId: string; siteId: string; width: number; height: number; floor: string; name: LocalName }

export interface Directory {
  robot(serialNumber: string): RobotRow | undefined;
  robots(): IterableIterator<RobotRow>;
  point(areaId: string): PointRow | undefined;
  map(mapId: string): Extent | undefined;
  /** Our map for a map name of the robot's, and back. */
  mapIdOf(serialNumber: string, robotMapName: string): string | null;
  robotMapNameOf(serialNumber: string, mapId: string): string | null;
  /** Our maps that the robot has a name for. */
  mapsOf(serialNumber: string): readonly string[];
  chargingPoints(mapId: string): readonly (PointRow & { chargeBase: StoredBay[] })[];
  /** The robots whose relation is authorised, by account. */
  robotsOf(userId: string): ReadonlySet<string>;
  abilitiesOf(serialNumber: string): RobotAbilities;
  /** Changes a row in memory along with the database. */
  patch(serialNumber: string, change: Partial<RobotRow>): void;
  refresh(): Promise<void>;
}

/** What the standard promises of any vehicle; ours announce more in their factsheet. */
const CORE_ABILITIES: RobotAbilities = {
  navigate: true, pause: true, charge: true, relocate: true, cancel: true,
  teleop: false, video: false, audio: false, liftRide: false, actions: [...CORE_ACTIONS], maxSpeed: 1,
};

const NOBODYS: ReadonlySet<string> = new Set();

export async function createDirectory(db: Db): Promise<Directory> {
  let rows = new Map<string, RobotRow>();
  let pointRows = new Map<string, PointRow>();
  let extents = new Map<string, Extent>();
  let names = new Map<string, Map<string, string>>();
  let people = new Map<string, Set<string>>();

  const refresh = async (): Promise<void> => {
    const [allRobots, allPoints, allMaps, allNames, allRelations] = await Promise.all([
      db.select().from(robots).orderBy(asc(robots.serialNumber)),
      db.select().from(points),
      db.select().from(maps).orderBy(asc(maps.siteId), asc(maps.position)),
      db.select().from(robotMapNames),
      db.select({ userId: relations.userId, serialNumber: relations.serialNumber }).from(relations).where(eq(relations.isAuth, true)),
    ]);
    rows = new Map(allRobots.map((row) => [row.serialNumber, row]));
    pointRows = new Map(allPoints.map((row) => [row.areaId, row]));
    extents = new Map(allMaps.map(({ id, siteId, plan, floor, name }) => [id, { mapId: id, siteId, width: plan.width, height: plan.height, floor, name }]));
    names = new Map();
    for (const { serialNumber, robotMapName, mapId } of allNames) grouped(names, serialNumber, () => new Map<string, string>()).set(robotMapName, mapId);
    people = new Map();
    for (const { userId, serialNumber } of allRelations) grouped(people, userId, () => new Set<string>()).add(serialNumber);
  };
  await refresh();

  return {
    refresh,
    robot: (serialNumber) => rows.get(serialNumber),
    robots: () => rows.values(),
    point: (areaId) => pointRows.get(areaId),
    map: (mapId) => extents.get(mapId),
    mapIdOf: (serialNumber, robotMapName) => names.get(serialNumber)?.get(robotMapName) ?? null,
    robotMapNameOf: (serialNumber, mapId) => {
      for (const [name, id] of names.get(serialNumber) ?? []) if (id === mapId) return name;
      return null;
    },
    mapsOf: (serialNumber) => [...new Set(names.get(serialNumber)?.values() ?? [])],
    chargingPoints: (mapId) => [...pointRows.values()].filter((point) => point.mapId === mapId && point.attributes.includes('charging') && point.chargeBase.length > 0),
    robotsOf: (userId) => people.get(userId) ?? NOBODYS,
    abilitiesOf: (serialNumber) => rows.get(serialNumber)?.abilities ?? CORE_ABILITIES,
    patch: (serialNumber, change) => {
      const row = rows.get(serialNumber);
      if (row) rows.set(serialNumber, { ...row, ...change });
    },
  };
}

function grouped<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
