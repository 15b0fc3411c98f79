/** In-memory cache of the database rows that every robot message needs; reloaded when they change. */
import { CORE_ACTIONS } from '../../contract/wire/vda5050.ts';
import type { RobotAbilities } from '../../contract/entities/robot.ts';
import type { MapFrame } from '../../contract/rules/mapFrame.ts';
import type { Db } from '../db/database.ts';
import type { LocalName, StoredBay } from '../db/localName.ts';
import { fleetRevision, fleetRows } from '../db/repositories/fleetCache.ts';
import type { acceptedDeviations, points, robots } from '../db/schema.ts';

export type RobotRow = typeof robots.$inferSelect;
export type PointRow = typeof points.$inferSelect;
export type AcceptedRow = typeof acceptedDeviations.$inferSelect;

export interface Extent extends MapFrame {
  mapId: string;
  siteId: string;
  floor: string;
  name: LocalName;
}

export interface FleetCache {
  robot(serialNumber: string): RobotRow | undefined;
  robots(): IterableIterator<RobotRow>;
  point(areaId: string): PointRow | undefined;
  map(mapId: string): Extent | undefined;
  /** Maps the robot's name for a map to the map's id, and back. */
  mapIdOf(serialNumber: string, robotMapName: string): string | null;
  robotMapNameOf(serialNumber: string, mapId: string): string | null;
  /** Ids of the maps that the robot has a name for. */
  mapsOf(serialNumber: string): readonly string[];
  /** Deviations from VDA 5050 that are accepted for the robot, oldest first. */
  acceptedOf(serialNumber: string): readonly AcceptedRow[];
  /** The maps of a site. */
  mapsOnSite(siteId: string): readonly Extent[];
  chargingPoints(mapId: string): readonly (PointRow & { chargeBase: StoredBay[] })[];
  /** The robots to which an account has an authorised relation. */
  robotsOf(userId: string): ReadonlySet<string>;
  /** The accounts that have one to this robot. */
  usersOf(serialNumber: string): readonly string[];
  abilitiesOf(serialNumber: string): RobotAbilities;
  /** Changes a cached row after the same change in the database. */
  patch(serialNumber: string, change: Partial<RobotRow>): void;
  /** Reloads everything, in a read that starts after this call. */
  refresh(): Promise<void>;
  /** Compares with the database and reloads what differs; returns whether something did. For missed notifications. */
  refreshIfChanged(): Promise<boolean>;
}

/** Abilities that the standard requires of any vehicle; our robots announce more in their factsheet. */
const CORE_ABILITIES: RobotAbilities = {
  navigate: true,
  pause: true,
  charge: true,
  relocate: true,
  cancel: true,
  teleop: false,
  video: false,
  audio: false,
  liftRide: false,
  actions: [...CORE_ACTIONS],
  maxSpeed: 1,
};

const NOBODYS: ReadonlySet<string> = new Set();
const NONE: readonly AcceptedRow[] = [];

export async function createFleetCache(db: Db): Promise<FleetCache> {
  let rows = new Map<string, RobotRow>();
  let pointRows = new Map<string, PointRow>();
  let extents = new Map<string, Extent>();
  let names = new Map<string, Map<string, string>>();
  let people = new Map<string, Set<string>>();
  let accepted = new Map<string, AcceptedRow[]>();

  /** Changes made during a reload: the rows that it read can be older. */
  let patches: [string, Partial<RobotRow>][] | undefined;
  let mark = '';
  const patched = (serialNumber: string, change: Partial<RobotRow>): void => {
    const row = rows.get(serialNumber);
    if (row) rows.set(serialNumber, { ...row, ...change });
  };

  const read = async (): Promise<void> => {
    const ours: typeof patches = (patches = []);
    const markBefore = await fleetRevision(db);
    const all = await fleetRows(db);
    rows = new Map(all.robots.map((row) => [row.serialNumber, row]));
    for (const [serialNumber, change] of ours) patched(serialNumber, change);
    patches = undefined;
    pointRows = new Map(all.points.map((row) => [row.areaId, row]));
    extents = new Map(all.maps.map((map) => [map.mapId, map]));
    names = new Map();
    for (const { serialNumber, robotMapName, mapId } of all.mapNames)
      grouped(names, serialNumber, () => new Map<string, string>()).set(robotMapName, mapId);
    people = new Map();
    for (const { userId, serialNumber } of all.relations)
      grouped(people, userId, () => new Set<string>()).add(serialNumber);
    accepted = new Map();
    for (const row of all.accepted) grouped(accepted, row.serialNumber, (): AcceptedRow[] => []).push(row);
    mark = markBefore;
  };
  /** One reload at a time; a call during a reload gets the next one, which starts after the call. */
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const refresh = (): Promise<void> => {
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return (reading = read());
      });
    return next;
  };
  await refresh();

  return {
    refresh,
    async refreshIfChanged() {
      if ((await fleetRevision(db)) === mark) return false;
      await refresh();
      return true;
    },
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
    acceptedOf: (serialNumber) => accepted.get(serialNumber) ?? NONE,
    mapsOnSite: (siteId) => [...extents.values()].filter((map) => map.siteId === siteId),
    chargingPoints: (mapId) =>
      [...pointRows.values()].filter(
        (point) => point.mapId === mapId && point.attributes.includes('charging') && point.chargeBase.length > 0,
      ),
    robotsOf: (userId) => people.get(userId) ?? NOBODYS,
    usersOf: (serialNumber) =>
      [...people].flatMap(([userId, serialNumbers]) => (serialNumbers.has(serialNumber) ? userId : [])),
    abilitiesOf: (serialNumber) => rows.get(serialNumber)?.abilities ?? CORE_ABILITIES,
    patch(serialNumber, change) {
      patches?.push([serialNumber, change]);
      patched(serialNumber, change);
    },
  };
}

function grouped<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
