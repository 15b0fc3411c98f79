/**
 * Cruise routes of a site's maps. Each change locks the map's row, as saving the map's points does: of two concurrent
 * saves, the second is checked against the result of the first, and no point is deleted while a route that uses it is
 * saved.
 */
import { randomUUID } from 'node:crypto';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { cruiseRoutes } from '../../contract/endpoints/cruiseRoutes.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { CruisePath } from '../../contract/entities/cruisePath.ts';
import {
  faultsOfRoute,
  isDeletable,
  missingStops,
  STOPS_LEAST,
  type RouteFault,
  type RouteFaultName,
} from '../../contract/rules/cruise.ts';
import { ROUTES_PER_MAP } from '../../contract/rules/mapLimits.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { withText, nameIn, textsOf, type LocalName } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import {
  addRoute,
  changeRoute,
  defaultRouteOf,
  deleteRoute,
  isNameTaken,
  lastSaverOf,
  placesOf,
  robotsDriving,
  robotsStartingWith,
  routeById,
  routePage,
  routesOfMap,
  routesOfSite,
  setDefaultRoute,
  type NamedRobot,
  type Place,
  type RouteRow,
  type StoredRoute,
} from '../db/repositories/cruiseRoutes.ts';
import { keepMap, lockMap } from '../db/repositories/mapPoints.ts';
import type { RequestContext } from '../requestContext.ts';
import { siteOf } from './maps.ts';

type Sent = Received<(typeof cruiseRoutes)['save']>;
type Places = ReadonlyMap<string, Place>;
/** The editable fields of a route. */
type Told = Pick<StoredRoute, 'name' | 'startSpeech' | 'endSpeech' | 'stops'>;

export function createCruiseRouteHandlers({
  now,
}: Pick<CoreDeps, 'now'>): Handlers<typeof cruiseRoutes, RequestContext> {
  return {
    async choices({ serialNumber }, { db, language }) {
      const siteId = await siteOf(db, serialNumber);
      const [found, startsWith] = await Promise.all([routesOfSite(db, siteId), defaultRouteOf(db, serialNumber)]);
      const places = await placesIn(db, siteId, found);
      const paths = found.map((route) => ({
        ...headOf(route, places, startsWith, language),
        stopCount: route.stops.length,
      }));
      return { defaultPathId: paths.find(({ isDefault }) => isDefault)?.pathId ?? null, paths };
    },

    async list({ serialNumber, page, limit }, { db, language }) {
      const siteId = await siteOf(db, serialNumber);
      const [{ total, rows }, startsWith] = await Promise.all([
        routePage(db, siteId, { page, limit }),
        defaultRouteOf(db, serialNumber),
      ]);
      const places = await placesIn(db, siteId, rows);
      return { total, rows: rows.map((route) => describe(route, places, startsWith, language)) };
    },

    get: async ({ pathId, serialNumber }, context) => told(pathId, serialNumber, context),

    async save(sent, context) {
      const { db, userId, language } = context;
      const { pathId, mapId, serialNumber, revision } = sent;
      const map = await lockMap(db, mapId);
      if (!map) throw new ApiError('mapUnknown', { field: 'mapId' });
      const all = await routesOfMap(db, mapId);
      const before = pathId ? all.find(({ id }) => id === pathId) : undefined;
      if (pathId && !before) throw new ApiError('routeDeleted', { field: 'pathId' });
      const places = await placesOf(
        db,
        map.siteId,
        sent.mapAreaVOList.map(({ areaId }) => areaId),
      );
      const wanted = storedFrom(sent, before, places, language);

      // A repeat after a lost reply, or the same change by two users: nothing to do.
      const there = (before ? [before] : all.filter(({ createdBy }) => createdBy === userId)).find(
        (route) => textOf(route, language) === textOf(wanted, language),
      );
      if (there) return told(there.id, serialNumber, context);
      if (before && revision !== undefined && revision !== before.revision)
        throw await changedBySomebody(before.id, context);
      if (!before && all.length >= ROUTES_PER_MAP)
        throw new ApiError('tooManyRoutes', { field: 'mapId', words: { limit: ROUTES_PER_MAP } });
      refuseFaults(
        mapId,
        auditValues(wanted, language),
        places,
        all.filter((route) => route !== before),
      );

      if (before) {
        await named(changeRoute(db, before.id, { ...wanted, revision: before.revision + 1 }));
        await record(db, { userId, act: 'route.change', subject: before.id, ...differences(before, wanted, language) });
        return told(before.id, serialNumber, context);
      }
      const id = randomUUID();
      await named(addRoute(db, { id, mapId, ...wanted, createdBy: userId, createdAt: new Date(now()) }));
      await record(db, { userId, act: 'route.add', subject: id, after: { mapId, ...auditValues(wanted, language) } });
      return told(id, serialNumber, context);
    },

    async remove({ pathId, revision }, context) {
      const { db, userId, language } = context;
      const route = await lockedRoute(db, pathId);
      if (revision !== undefined && revision !== route.revision) throw await changedBySomebody(pathId, context);
      const driving = await robotsDriving(db, pathId);
      if (driving.length > 0)
        throw new ApiError('routeInUse', { field: 'pathId', words: { robots: namesOf(driving, language) } });
      const starting = await robotsStartingWith(db, route);
      if (!isDeletable(starting))
        throw new ApiError('defaultRouteNeeded', { field: 'pathId', words: { robots: namesOf(starting, language) } });
      await deleteRoute(db, pathId);
      await record(db, {
        userId,
        act: 'route.delete',
        subject: pathId,
        before: { mapId: route.mapId, ...auditValues(route, language) },
      });
      return { pathId };
    },

    async setDefault({ pathId, serialNumber }, { db, userId, language }) {
      const route = await lockedRoute(db, pathId);
      const places = await placesIn(db, await siteOf(db, serialNumber), [route]);
      const { missing } = headOf(route, places, null, language);
      if (missing.length > 0)
        throw new ApiError('routeBroken', {
          field: 'pathId',
          words: { stops: missing.map((i) => i + 1).join(', ') },
        });
      const before = await defaultRouteOf(db, serialNumber);
      if (before === pathId) return { serialNumber, pathId };
      await setDefaultRoute(db, serialNumber, pathId);
      await record(db, {
        userId,
        act: 'route.setDefault',
        subject: serialNumber,
        before: before === null ? null : { pathId: before },
        after: { pathId },
      });
      return { serialNumber, pathId };
    },
  };
}

/**
 * Reads the route while nobody changes its map, or the points and routes of that, until the transaction ends.
 * @param readBefore the route, if its map is known already; a route stays on its map
 * @throws routeDeleted
 */
const readUnder =
  (lock: (db: Db, mapId: string) => Promise<unknown>) =>
  async (db: Db, pathId: string, readBefore?: { mapId: string }): Promise<RouteRow> => {
    const known = readBefore ?? (await routeById(db, pathId));
    if (known) await lock(db, known.mapId);
    const route = known && (await routeById(db, pathId));
    if (!route) throw new ApiError('routeDeleted', { field: 'pathId' });
    return route;
  };
/** To change it. */
const lockedRoute = readUnder(lockMap);
/** To start it; other runs of the map can start at the same time. */
export const keptRoute = readUnder(keepMap);

/** @throws routeDeleted */
async function told(pathId: string, serialNumber: string, { db, language }: RequestContext): Promise<CruisePath> {
  const route = await routeById(db, pathId);
  if (!route) throw new ApiError('routeDeleted', { field: 'pathId' });
  return describe(
    route,
    await placesIn(db, await siteOf(db, serialNumber), [route]),
    await defaultRouteOf(db, serialNumber),
    language,
  );
}

const placesIn = (db: Db, siteId: string, routes: readonly StoredRoute[]): Promise<Places> =>
  placesOf(
    db,
    siteId,
    routes.flatMap(({ stops }) => stops.map(({ areaId }) => areaId)),
  );

const headOf = (
  { id, name, mapId, mapName, floor, stops }: RouteRow,
  places: Places,
  startsWith: string | null,
  language: Language,
) => ({
  pathId: id,
  pathName: nameIn(name, language),
  mapId,
  mapName: nameIn(mapName, language),
  floor,
  isDefault: id === startsWith,
  missing: missingStops({ mapId, mapAreaVOList: stops }, (areaId) => places.get(areaId)?.mapId),
});

function describe(route: RouteRow, places: Places, startsWith: string | null, language: Language): CruisePath {
  const head = headOf(route, places, startsWith, language);
  return {
    id: route.id,
    ...head,
    createTime: route.createdAt.getTime(),
    userId: route.createdBy,
    userName: nameIn(route.madeBy ?? '', language),
    revision: route.revision,
    startSpeech: nameIn(route.startSpeech, language),
    endSpeech: nameIn(route.endSpeech, language),
    mapAreaVOList: route.stops.map(({ areaId, stayTime, speech, angle, takePhoto = false }, i) => ({
      areaId,
      name: nameIn(places.get(areaId)?.name ?? '', language),
      isMissing: head.missing.includes(i),
      stayTime,
      speech: nameIn(speech, language),
      angle,
      takePhoto,
    })),
  };
}

/** Unchanged texts keep their other languages; those of a stop are found by its point in the previous version. */
function storedFrom(
  { pathName, startSpeech, endSpeech, mapAreaVOList }: Sent,
  before: StoredRoute | undefined,
  places: Places,
  language: Language,
): Told {
  const said = (areaId: string, text: string): LocalName | undefined =>
    before?.stops.find((stop) => stop.areaId === areaId && nameIn(stop.speech, language) === text)?.speech;
  return {
    name: withText(pathName, before?.name, language),
    startSpeech: withText(startSpeech, before?.startSpeech, language),
    endSpeech: withText(endSpeech, before?.endSpeech, language),
    stops: mapAreaVOList.map(({ areaId, stayTime, speech, angle, takePhoto }) => ({
      areaId,
      stayTime: stayTime ?? places.get(areaId)?.stayTime ?? 0,
      speech: withText(speech, said(areaId, speech), language),
      angle,
      takePhoto,
    })),
  };
}

const auditValues = ({ name, startSpeech, endSpeech, stops }: Told, language: Language) => ({
  name: nameIn(name, language),
  startSpeech: nameIn(startSpeech, language),
  endSpeech: nameIn(endSpeech, language),
  stops: stops.map(({ areaId, stayTime, speech, angle, takePhoto = false }) => ({
    areaId,
    stayTime,
    speech: nameIn(speech, language),
    angle,
    takePhoto,
  })),
});
const textOf = (route: Told, language: Language): string => JSON.stringify(auditValues(route, language));

/** The fields that differ, for the audit log. */
function differences(before: Told, after: Told, language: Language): { before: object; after: object } {
  const [was, is] = [auditValues(before, language), auditValues(after, language)];
  const changed = (Object.keys(is) as (keyof typeof is)[]).filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  );
  const only = (route: typeof is): object => Object.fromEntries(changed.map((field) => [field, route[field]]));
  return { before: only(was), after: only(is) };
}

const CODES: Partial<Record<RouteFaultName, ErrorName>> = {
  nameEmpty: 'parameterEmpty',
  nameTaken: 'routeNameTaken',
  tooFewStops: 'routeTooShort',
  sameAsBefore: 'routePointTwice',
  pointGone: 'pointUnknown',
  onOtherMap: 'routeMapsDiffer',
};
const pathOf = ({ stop, field }: RouteFault): string => (stop === null ? field : `mapAreaVOList.${stop}.${field}`);

/** Names must be unique on a map in every language. @throws the first fault with its field */
function refuseFaults(
  mapId: string,
  { name, startSpeech, endSpeech, stops }: ReturnType<typeof auditValues>,
  places: Places,
  others: readonly StoredRoute[],
): void {
  const names = others.flatMap((route) => textsOf(route.name));
  const [fault] = faultsOfRoute(
    { mapId, pathName: name, startSpeech, endSpeech, mapAreaVOList: stops },
    (areaId) => places.get(areaId)?.mapId,
    names,
  );
  if (!fault) return;
  throw new ApiError(CODES[fault.error] ?? 'fieldInvalid', {
    field: pathOf(fault),
    words: { least: STOPS_LEAST, ...(fault.stop !== null && { stop: fault.stop + 1 }) },
  });
}

/** The database treats some names as equal that the rules distinguish (ΑΣ, ασ). @throws routeNameTaken */
async function named(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    throw isNameTaken(error) ? new ApiError('routeNameTaken', { field: 'pathName' }) : error;
  }
}

async function changedBySomebody(pathId: string, { db, language }: RequestContext): Promise<ApiError> {
  const person = await lastSaverOf(db, pathId);
  return new ApiError('routeChanged', {
    field: 'revision',
    ...(person !== undefined && { words: { person: nameIn(person, language) } }),
  });
}

const namesOf = (robots: readonly NamedRobot[], language: Language): string =>
  robots.map(({ name }) => nameIn(name, language)).join(', ');
