/** Sites, their maps and points, in the reader's language (spec 3 "Map point", design 13). */
import type { Handlers } from '../../contract/endpoint.ts';
import { maps } from '../../contract/endpoints/maps.ts';
import type { Language, PointAttribute } from '../../contract/entities/constants.ts';
import type { IndoorMap, MapPoint, Site } from '../../contract/entities/map.ts';
import { toDegrees, toPixels, type MapFrame } from '../../contract/rules/mapFrame.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import { nameIn, planIn } from '../db/localName.ts';
import { allSites, floorsOfSites, mapById, mapsOfSites, pointById, pointsOfMaps, sitesOf, type Point, type Site as StoredSite, type StoredMap } from '../db/repositories/maps.ts';
import { robotBySerialNumber } from '../db/repositories/robots.ts';
import type { Caller, Db, Parts } from '../parts.ts';

/** Points that a robot passes on its way but is never sent to. */
const WAYSIDE: ReadonlySet<PointAttribute> = new Set(['waitingElevator', 'elevator', 'doorAccessWaiting', 'doorAccess', 'mapSwitching']);

export function createMapHandlers({ fleet }: Pick<Parts, 'fleet'>): Handlers<typeof maps, Caller> {
  const mapOfRobot = async (serialNumber: string, { db, language }: Caller): Promise<StoredMap | undefined> => {
    const mapId = fleet.live(serialNumber, language).pose?.mapId;
    return mapId === undefined ? undefined : mapById(db, mapId);
  };

  return {
    sites: async (_, { db, userId, roles, language }) => {
      const found = roles.includes('admin') ? await allSites(db) : await sitesOf(db, userId);
      return describeSites(found, await floorsOfSites(db, found.map(({ id }) => id)), language);
    },

    ofSites: async (_, { db, userId, language }) => {
      const sites = await sitesOf(db, userId);
      const found = await mapsOfSites(db, sites.map(({ id }) => id));
      const points = await pointsOfMaps(db, found.map(({ id }) => id));
      return { sites: describeSites(sites, found, language), maps: found.map((map) => describeMap(map, points, language)) };
    },

    list: async ({ serialNumber }, { db, language }) =>
      (await floorsOfSites(db, [await siteOf(db, serialNumber)])).map(({ id, siteId, floor, name, resolution }) => ({ id, siteId, floor, name: nameIn(name, language), resolution })),

    get: async ({ mapId }, { db, language }) => {
      const map = await mapById(db, mapId);
      if (!map) throw new CodedError('mapUnknown', { field: 'mapId' });
      return describeMap(map, await pointsOfMaps(db, [mapId]), language);
    },

    pointsOf: async ({ serialNumber }, { db, language }) => {
      const found = await mapsOfSites(db, [await siteOf(db, serialNumber)]);
      const points = await pointsOfMaps(db, found.map(({ id }) => id));
      return found.map((map) => ({
        mapId: map.id, name: nameIn(map.name, language), floor: map.floor, points: describePoints(points, map, language),
      }));
    },

    point: async ({ areaId }, { db, language }) => {
      const point = await pointById(db, areaId);
      const map = point && (await mapById(db, point.mapId));
      if (!map) throw new CodedError('pointUnknown', { field: 'areaId' });
      return describePoint(point, frameOf(map), language);
    },

    defaultMapAndTarget: async ({ serialNumber }, caller) => {
      const map = await mapOfRobot(serialNumber, caller);
      if (!map) return { mapId: null, targets: [] };
      const targets = (await pointsOfMaps(caller.db, [map.id])).filter(({ attributes }) => !attributes.some((one) => WAYSIDE.has(one)));
      return { mapId: map.id, targets: describePoints(targets, map, caller.language) };
    },

    chargeBase: async ({ serialNumber }, caller) => {
      const map = await mapOfRobot(serialNumber, caller);
      const point = map && (await pointsOfMaps(caller.db, [map.id])).find(({ attributes }) => attributes.includes('charging'));
      return { hasChargeBase: point !== undefined, point: map && point ? describePoint(point, frameOf(map), caller.language) : null };
    },
  };
}

async function siteOf(db: Db, serialNumber: string): Promise<string> {
  const robot = await robotBySerialNumber(db, serialNumber);
  if (!robot) throw new CodedError('robotUnknown', { field: 'serialNumber' });
  return robot.siteId;
}

const frameOf = ({ resolution, plan: { height } }: StoredMap): MapFrame => ({ resolution, height });

const describeSites = (sites: readonly StoredSite[], floors: readonly Omit<StoredMap, 'plan'>[], language: Language): Site[] =>
  sites.map(({ id, name, timeZone, demo }) => ({
    id, name: nameIn(name, language), timeZone, demo,
    floors: floors.filter(({ siteId }) => siteId === id).map((map) => ({ mapId: map.id, floor: map.floor, name: nameIn(map.name, language) })),
  }));

function describeMap(map: StoredMap, points: readonly Point[], language: Language): IndoorMap {
  const { id, siteId, floor, name, resolution, plan } = map;
  return { id, siteId, floor, name: nameIn(name, language), resolution, plan: planIn(plan, language), points: describePoints(points, map, language) };
}

/** Of these points, those on the map. */
const describePoints = (points: readonly Point[], map: StoredMap, language: Language): MapPoint[] =>
  points.filter(({ mapId }) => mapId === map.id).map((point) => describePoint(point, frameOf(map), language));

function describePoint(point: Point, frame: MapFrame, language: Language): MapPoint {
  const { areaId, mapId, name, departWord, arrivedWord, x, y, theta, stayTime, attributes, chargeBase, elevatorId } = point;
  const [coordinateX, coordinateY] = toPixels(frame, x, y);
  return {
    areaId, mapAreaPointId: areaId, mapId,
    name: nameIn(name, language), departWord: nameIn(departWord, language), arrivedWord: nameIn(arrivedWord, language),
    angle: toDegrees(theta), stayTime, attributes,
    chargeBase: chargeBase.map((bay) => ({ ...bay, name: nameIn(bay.name, language) })),
    coordinateX, coordinateY, worldX: x, worldY: y, elevatorId,
  };
}
