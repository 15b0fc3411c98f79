/** Maps of a site: import, new picture, name, order, deletion, export. */
import { randomUUID } from 'node:crypto';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { mapFiles } from '../../contract/endpoints/mapFiles.ts';
import type { MapFloor, PictureMeta } from '../../contract/entities/map.ts';
import { isOnMap } from '../../contract/rules/mapFrame.ts';
import { writeLif } from '../../contract/rules/mapFiles/lif.ts';
import { PLAN_META } from '../../contract/rules/mapFiles/planPicture.ts';
import { fileNameOf } from '../../contract/rules/mapFiles/rosMap.ts';
import { MAPS_PER_SITE } from '../../contract/rules/mapLimits.ts';
import { nameKey } from '../../contract/rules/points.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';
import type { Db } from '../db/database.ts';
import { nameIn, textsOf, type LocalName } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import type { FileRow } from '../db/repositories/files.ts';
import { deleteTracesBeside } from '../db/repositories/floorDrawings.ts';
import {
  addMap,
  belongingsOf,
  deleteMap,
  deletePictures,
  lockSite,
  makeDefault,
  namesOnSite,
  pictureById,
  putPicture,
  setRobotNames,
} from '../db/repositories/mapFiles.ts';
import { lockMap } from '../db/repositories/mapPoints.ts';
import {
  allSites,
  changeMap,
  floorsOfSites,
  mapById,
  pointCounts,
  pointsOfMaps,
  type StoredMap,
} from '../db/repositories/maps.ts';
import { attachFile, unstageFile } from '../files/files.ts';
import type { FileStore } from '../files/fileStore.ts';
import { mapPictureBytes, PICTURE_TYPE, stageMapPicture } from '../files/mapPictures.ts';
import { guarded, type PreparationContext } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { describeFloor, describePoints, frameOfStored } from './describeMap.ts';
import { notifyMapChanged } from './mapNotifications.ts';
import { robotsInWalls } from './robotsInWalls.ts';
import { robotsOnMaps } from './robotsOnMaps.ts';
import { firstNames } from './sites.ts';
import { outlineOf, type Placed, type ReadPicture } from './mapPicture.ts';

type Calls = typeof mapFiles;
interface StagedPicture extends ReadPicture {
  file: FileRow;
}

export function createMapFileHandlers({
  fleet,
  broker,
  now,
  db: pool,
  store,
}: Pick<AppDeps, 'fleet' | 'broker' | 'now' | 'db'> & { store: FileStore }): Handlers<Calls, RequestContext> {
  /** Decoding and storing take seconds, so they run before a database connection is taken. */
  const stage = async (siteId: string, encoded: string, { db, userId }: PreparationContext): Promise<StagedPicture> => {
    const read = await runInWorker('readPicture', encoded);
    return { ...read, file: await stageMapPicture({ db, store, now }, { siteId, userId }, read.png) };
  };
  const unstage = ({ file }: StagedPicture): Promise<void> => unstageFile({ db: pool, store }, file);
  const told = async (map: StoredMap, { db, language }: RequestContext): Promise<MapFloor> =>
    describeFloor(map, (await pointCounts(db, [map.id])).get(map.id) ?? 0, language);
  const keep = async (
    db: Db,
    mapId: string,
    { file, picture: { width, height } }: StagedPicture,
    meta: PictureMeta,
  ): Promise<string> => {
    const id = randomUUID();
    await attachFile(db, file, PICTURE_TYPE);
    const createdAt = new Date(now());
    await putPicture(db, { id, mapId, fileId: file.id, png: null, width, height, meta, createdAt });
    return id;
  };

  const tell = (
    context: RequestContext,
    { id, siteId }: Pick<StoredMap, 'id' | 'siteId'>,
    revision: number | null,
  ): void => context.afterCommit(notifyMapChanged({ fleet, broker }, { siteId, mapId: id, revision }, context));

  /** Robots that have a task on the map, and robots that are on it. */
  const namesKeeping = (mapId: string, underWay: ReadonlyMap<string, LocalName>): ReadonlyMap<string, LocalName> =>
    new Map([...underWay, ...robotsOnMaps(fleet, new Set([mapId]))]);

  return {
    async ofSite({ siteId }, { db, language }) {
      const floors = await floorsOfSites(db, [siteId]);
      const counts = await pointCounts(
        db,
        floors.map(({ id }) => id),
      );
      const robots = new Map<
        string,
        { serialNumber: string; name: string; mapNames: { name: string; mapId: string }[] }
      >();
      for (const { serialNumber, name, robotMapName, mapId } of await namesOnSite(db, siteId)) {
        const robot = robots.get(serialNumber) ?? { serialNumber, name: nameIn(name, language), mapNames: [] };
        if (robotMapName !== null && mapId !== null) robot.mapNames.push({ name: robotMapName, mapId });
        robots.set(serialNumber, robot);
      }
      return {
        maps: floors.map((map) => describeFloor(map, counts.get(map.id) ?? 0, language)),
        robots: [...robots.values()],
      };
    },

    importMap: guarded(
      ({ siteId, picture }: Received<Calls['importMap']>, context) => stage(siteId, picture, context),
      async (
        { siteId, floor, name, picture: _, robotNames = [], ...sent }: Received<Calls['importMap']>,
        context,
        read,
      ) => {
        const { placed, meta } = placedBy(sent);
        const { db, userId } = context;
        const others = await mapsOfSite(db, siteId);
        if (others.length >= MAPS_PER_SITE)
          throw new ApiError('tooManyMaps', { field: 'siteId', words: { limit: MAPS_PER_SITE } });
        refuseTakenName(others, name, null);
        await refuseForeignRobots(db, siteId, robotNames);
        const mapId = randomUUID();
        const pictureId = await keep(db, mapId, read, meta);
        const map = await addMap(db, {
          id: mapId,
          siteId,
          floor,
          name,
          position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
          isDefault: others.length === 0,
          ...columnsOf(read, placed, pictureId),
          createdAt: new Date(now()),
        });
        await setRobotNames(db, mapId, robotNames);
        await record(db, {
          userId,
          act: 'map.import',
          subject: mapId,
          after: { siteId, floor, name, ...placed, robotNames },
        });
        tell(context, map, map.revision);
        return told(map, context);
      },
      unstage,
    ),

    replacePicture: guarded(
      async ({ mapId, picture }: Received<Calls['replacePicture']>, context) => {
        const map = await mapById(context.db, mapId);
        if (!map) throw new ApiError('mapUnknown', { field: 'mapId' });
        return stage(map.siteId, picture, context);
      },
      async ({ mapId, picture: _, leaveOutside, ...sent }: Received<Calls['replacePicture']>, context, read) => {
        const { db, userId, language } = context;
        const map = await locked(db, mapId);
        const { placed, meta } = placedBy(sent);
        const next: StoredMap = { ...map, ...columnsOf(read, placed, randomUUID()) };
        const outside = (await pointsOfMaps(db, [mapId])).filter(({ x, y }) => !isOnMap(frameOfStored(next), x, y));
        if (outside.length > 0 && !leaveOutside) {
          const points =
            outside
              .slice(0, 5)
              .map(({ name }) => nameIn(name, language))
              .join(', ') + (outside.length > 5 ? ' …' : '');
          throw new ApiError('mapPointsOutside', {
            field: 'origin',
            words: {
              count: outside.length,
              points: [points, ...robotsInWalls(fleet, next, read.picture, meta, language)].join(', '),
            },
          });
        }
        const stranded = leaveOutside ? [] : robotsInWalls(fleet, next, read.picture, meta, language);
        if (stranded.length > 0)
          throw new ApiError('mapRobotsStranded', { field: 'origin', words: { robots: stranded.join(', ') } });
        const pictureId = await keep(db, mapId, read, meta);
        const change = { ...columnsOf(read, placed, pictureId), revision: map.revision + 1 };
        await changeMap(db, mapId, change);
        await deletePictures(db, mapId, pictureId);
        const before = { resolution: map.resolution, origin: { x: map.originX, y: map.originY, yaw: map.originYaw } };
        await record(db, {
          userId,
          act: 'map.replacePicture',
          subject: mapId,
          before,
          after: { ...placed, outside: outside.length },
        });
        tell(context, map, change.revision);
        return told({ ...map, ...change }, context);
      },
      unstage,
    ),

    async update({ mapId, name, floor, isDefault, robotNames }, context) {
      const { db, userId, language } = context;
      const found = await mapById(db, mapId);
      if (!found) throw new ApiError('mapUnknown', { field: 'mapId' });
      const others = await mapsOfSite(db, found.siteId);
      const map = await locked(db, mapId);
      const change: Partial<StoredMap> = {};
      if (name !== undefined && name !== nameIn(map.name, language)) {
        refuseTakenName(others, name, mapId);
        change.name = name;
      }
      if (floor !== undefined && floor !== map.floor) change.floor = floor;
      if (robotNames) {
        await refuseForeignRobots(db, map.siteId, robotNames);
        await setRobotNames(db, mapId, robotNames);
      }
      if (isDefault) await makeDefault(db, map.siteId, mapId);
      if (Object.keys(change).length > 0) await changeMap(db, mapId, { ...change, revision: map.revision + 1 });
      await record(db, {
        userId,
        act: 'map.change',
        subject: mapId,
        before: { name: nameIn(map.name, language), floor: map.floor, isDefault: map.isDefault },
        after: { ...change, ...(isDefault && { isDefault }), ...(robotNames && { robotNames }) },
      });
      const after = (await mapById(db, mapId)) ?? map;
      tell(context, map, after.revision);
      return told(after, context);
    },

    async order({ siteId, order }, context) {
      const { db, userId } = context;
      const found = await mapsOfSite(db, siteId);
      const before = found.map(({ id }) => id);
      if (order.length !== before.length || !before.every((id) => order.includes(id)))
        throw new ApiError('mapChanged', { field: 'order' });
      for (const [position, id] of order.entries()) await changeMap(db, id, { position });
      await record(db, { userId, act: 'map.order', subject: siteId, before: { order: before }, after: { order } });
      const [first] = found;
      if (first) tell(context, { id: first.id, siteId }, first.revision);
      return { order };
    },

    async belongings({ mapId }, { db, language }) {
      const { robots, underWay, routes, deliveries, ...rest } = await belongingsOf(db, mapId);
      const textsOf = (names: typeof robots): string[] => names.map((name) => nameIn(name, language));
      const keeping = [...namesKeeping(mapId, underWay).values()];
      return {
        ...rest,
        routes: textsOf(routes),
        robots: textsOf(robots),
        underWay: textsOf(keeping),
        deliveries: textsOf(deliveries),
      };
    },

    async remove({ mapId, revision }, context) {
      const { db, userId, language } = context;
      const known = await mapById(db, mapId);
      if (!known) throw new ApiError('mapUnknown', { field: 'mapId' });
      const others = await mapsOfSite(db, known.siteId);
      const map = await locked(db, mapId);
      if (map.revision !== revision) throw new ApiError('mapChanged', { field: 'revision' });
      const { underWay, routes, points, deliveries } = await belongingsOf(db, mapId);
      const keeping = [...namesKeeping(mapId, underWay).values()];
      if (keeping.length > 0)
        throw new ApiError('mapInUse', { field: 'mapId', words: { robots: firstNames(keeping, language) } });
      // Without its point, a robot forgets the parcel that it carries.
      if (deliveries.length > 0)
        throw new ApiError('mapHasDeliveries', {
          field: 'mapId',
          words: { deliveries: firstNames(deliveries, language) },
        });
      await deletePictures(db, mapId, null);
      await deleteTracesBeside(db, { mapId });
      await deleteMap(db, mapId);
      const heir = others.find(({ id }) => id !== mapId);
      if (map.isDefault && heir) await makeDefault(db, map.siteId, heir.id);
      await record(db, {
        userId,
        act: 'map.delete',
        subject: mapId,
        before: {
          name: nameIn(map.name, language),
          floor: map.floor,
          points,
          routes: routes.map((name) => nameIn(name, language)),
        },
      });
      tell(context, map, null);
      return { mapId };
    },

    async picture({ mapId, pictureId }, { db }) {
      const found = await pictureById(db, mapId, pictureId);
      if (!found) throw new ApiError('notFound', { field: 'pictureId' });
      return { contentType: PICTURE_TYPE, fileName: `${pictureId}.png`, bytes: await mapPictureBytes(store, found) };
    },

    async exportMap({ mapId, format }, { db, language }) {
      const map = await mapById(db, mapId);
      if (!map) throw new ApiError('mapUnknown', { field: 'mapId' });
      const title = fileNameOf(`${map.floor}-${nameIn(map.name, language)}`);
      if (format === 'lif') {
        const site = (await allSites(db)).find(({ id }) => id === map.siteId);
        const points = describePoints(await pointsOfMaps(db, [mapId]), map, language);
        const layout = writeLif(
          [
            {
              mapId,
              name: nameIn(map.name, language),
              floor: map.floor,
              site: site ? nameIn(site.name, language) : '',
              revision: map.revision,
              points,
            },
          ],
          new Date(now()).toISOString(),
        );
        return {
          contentType: 'application/json',
          fileName: `${title}.lif.json`,
          bytes: Buffer.from(`${JSON.stringify(layout, null, 2)}\n`),
        };
      }
      const stored = map.pictureId === null ? undefined : await pictureById(db, mapId, map.pictureId);
      const exported = {
        png: stored ? await mapPictureBytes(store, stored) : null,
        plan: map.plan,
        resolution: map.resolution,
        origin: { x: map.originX, y: map.originY, yaw: map.originYaw },
        meta: stored?.meta ?? PLAN_META,
        title,
      };
      const zip = await runInWorker('exportPicture', exported);
      return { contentType: 'application/zip', fileName: `${title}.zip`, bytes: zip };
    },
  };
}

/** A site's maps in order, locked against changes. @throws siteUnknown */
async function mapsOfSite(db: Db, siteId: string) {
  if (!(await lockSite(db, siteId))) throw new ApiError('siteUnknown', { field: 'siteId' });
  return floorsOfSites(db, [siteId]);
}

async function locked(db: Db, mapId: string): Promise<StoredMap> {
  const map = await lockMap(db, mapId);
  if (!map) throw new ApiError('mapUnknown', { field: 'mapId' });
  return map;
}

const placedBy = ({
  resolution,
  originX,
  originY,
  originYaw,
  ...meta
}: { resolution: number; originX: number; originY: number; originYaw: number } & PictureMeta): {
  placed: Placed;
  meta: PictureMeta;
} => ({ placed: { resolution, origin: { x: originX, y: originY, yaw: originYaw } }, meta });

const columnsOf = ({ picture: { width, height } }: ReadPicture, { resolution, origin }: Placed, pictureId: string) => ({
  resolution,
  originX: origin.x,
  originY: origin.y,
  originYaw: origin.yaw,
  pictureId,
  pictureWidth: width,
  pictureHeight: height,
  plan: outlineOf({ width, height }, { resolution, origin }),
});

/** Names must be unique in a site in every language. */
function refuseTakenName(others: readonly Pick<StoredMap, 'id' | 'name'>[], name: string, own: string | null): void {
  const names = others.filter(({ id }) => id !== own).flatMap(({ name: other }) => textsOf(other));
  if (names.some((other) => nameKey(other) === nameKey(name))) throw new ApiError('mapNameTaken', { field: 'name' });
}

async function refuseForeignRobots(db: Db, siteId: string, names: readonly { robot: string }[]): Promise<void> {
  if (names.length === 0) return;
  const own = new Set((await namesOnSite(db, siteId)).map(({ serialNumber }) => serialNumber));
  if (!names.every(({ robot }) => own.has(robot))) throw new ApiError('robotElsewhere', { field: 'robotNames' });
}
