/** Sites, their maps and points, in the reader's language (spec 3 "Map point", design 13). */
import type { Handlers } from '../../contract/endpoint.ts';
import { maps } from '../../contract/endpoints/maps.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { PointAttribute } from '../../contract/entities/robotConstants.ts';
import type { Site } from '../../contract/entities/map.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { bothNamesOf, nameIn } from '../db/localName.ts';
import {
  allSites,
  floorsOfSites,
  mapById,
  mapsOfSites,
  pointById,
  pointCounts,
  pointsOfMaps,
  sitesOf,
  sitesWithoutMembers,
  type Site as StoredSite,
  type StoredMap,
} from '../db/repositories/maps.ts';
import { robotCounts } from '../db/repositories/sites.ts';
import { internationalForm } from '../../contract/rules/phonePlans.ts';
import { robotBySerialNumber } from '../db/repositories/robots.ts';
import type { RequestContext } from '../requestContext.ts';
import { describeFloor, describeMap, describePoint, describePoints, frameOfStored } from './describeMap.ts';

/** Kinds of points that a robot passes but is never sent to. */
const WAYSIDE: ReadonlySet<PointAttribute> = new Set([
  'waitingElevator',
  'elevator',
  'doorAccessWaiting',
  'doorAccess',
  'mapSwitching',
]);

export function createMapHandlers({ fleet }: Pick<AppDeps, 'fleet'>): Handlers<typeof maps, RequestContext> {
  const mapOfRobot = async (serialNumber: string, { db, language }: RequestContext): Promise<StoredMap | undefined> => {
    const mapId = fleet.live(serialNumber, language).pose?.mapId;
    return mapId === undefined ? undefined : mapById(db, mapId);
  };

  return {
    async sites(_, { db, userId, roles, language }) {
      const found = roles.includes('admin') ? await allSites(db) : await sitesOf(db, userId);
      const ids = found.map(({ id }) => id);
      const [floors, robots] = [await floorsOfSites(db, ids), await robotCounts(db, ids)];
      return describeSites(found, floors, language).map((site, i) => {
        const { name, address, latitude, longitude, batteryReserve, revision } = found[i] as StoredSite; // one for each
        const robotCount = robots.get(site.id) ?? 0;
        const place = { address, latitude, longitude };
        return { ...site, names: bothNamesOf(name), ...place, batteryReserve, robotCount, revision };
      });
    },

    ofSites: async (_, { db, userId, roles, language }) => {
      const own = await sitesOf(db, userId);
      // Account administrators set up sites without bound robots.
      const sites = roles.includes('admin') ? [...own, ...(await sitesWithoutMembers(db))] : own;
      const found = await mapsOfSites(
        db,
        sites.map(({ id }) => id),
      );
      const points = await pointsOfMaps(
        db,
        found.map(({ id }) => id),
      );
      return {
        sites: describeSites(sites, found, language),
        maps: found.map((map) => describeMap(map, points, language)),
      };
    },

    list: async ({ serialNumber }, { db, language }) => {
      const floors = await floorsOfSites(db, [await siteOf(db, serialNumber)]);
      const counts = await pointCounts(
        db,
        floors.map(({ id }) => id),
      );
      return floors.map((map) => describeFloor(map, counts.get(map.id) ?? 0, language));
    },

    get: async ({ mapId }, { db, language }) => {
      const map = await mapById(db, mapId);
      if (!map) throw new ApiError('mapUnknown', { field: 'mapId' });
      return describeMap(map, await pointsOfMaps(db, [mapId]), language);
    },

    pointsOf: async ({ serialNumber }, { db, language }) => {
      const found = await mapsOfSites(db, [await siteOf(db, serialNumber)]);
      const points = await pointsOfMaps(
        db,
        found.map(({ id }) => id),
      );
      return found.map((map) => ({
        mapId: map.id,
        name: nameIn(map.name, language),
        floor: map.floor,
        points: describePoints(points, map, language),
      }));
    },

    point: async ({ areaId }, { db, language }) => {
      const point = await pointById(db, areaId);
      const map = point && (await mapById(db, point.mapId));
      if (!map) throw new ApiError('pointUnknown', { field: 'areaId' });
      return describePoint(point, frameOfStored(map), language);
    },

    defaultMapAndTarget: async ({ serialNumber }, context) => {
      const map = await mapOfRobot(serialNumber, context);
      if (!map) return { mapId: null, targets: [] };
      const targets = (await pointsOfMaps(context.db, [map.id])).filter(
        ({ attributes }) => !attributes.some((one) => WAYSIDE.has(one)),
      );
      return { mapId: map.id, targets: describePoints(targets, map, context.language) };
    },

    chargeBase: async ({ serialNumber }, context) => {
      const map = await mapOfRobot(serialNumber, context);
      const point =
        map && (await pointsOfMaps(context.db, [map.id])).find(({ attributes }) => attributes.includes('charging'));
      return {
        hasChargeBase: point !== undefined,
        point: map && point ? describePoint(point, frameOfStored(map), context.language) : null,
      };
    },
  };
}

/** @throws robotUnknown */
export async function siteOf(db: Db, serialNumber: string): Promise<string> {
  const robot = await robotBySerialNumber(db, serialNumber);
  if (!robot) throw new ApiError('robotUnknown', { field: 'serialNumber' });
  return robot.siteId;
}

const describeSites = (
  sites: readonly StoredSite[],
  floors: readonly Omit<StoredMap, 'plan'>[],
  language: Language,
): Site[] =>
  sites.map(({ id, name, timeZone, demo, phoneNumber }) => ({
    id,
    name: nameIn(name, language),
    timeZone,
    demo,
    phoneNumber: internationalForm(phoneNumber),
    floors: floors
      .filter(({ siteId }) => siteId === id)
      .map((map) => ({ mapId: map.id, floor: map.floor, name: nameIn(map.name, language) })),
  }));
