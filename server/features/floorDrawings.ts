/** Floors drawn by hand: saved as drafts, and published as the plan of a map. */
import { randomUUID } from 'node:crypto';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { floorDrawings } from '../../contract/endpoints/floorDrawings.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { FloorDrawing, FloorDrawingRow } from '../../contract/entities/floorDrawing.ts';
import type { FloorPlan } from '../../contract/entities/floorPlan.ts';
import { EMPTY_DRAWING } from '../../contract/rules/drawFloor/edit.ts';
import { drawingFaults, frameFault } from '../../contract/rules/drawFloor/faults.ts';
import { DRAWINGS_LISTED, DRAWINGS_PER_SITE, FLOOR_AREA_MAX_M2 } from '../../contract/rules/drawFloor/limits.ts';
import { isInWall, planOfDrawing } from '../../contract/rules/drawFloor/planOf.ts';
import { MAPS_PER_SITE } from '../../contract/rules/mapLimits.ts';
import { CELL_M } from '../../contract/rules/planPath/occupancy.ts';
import { nameKey } from '../../contract/rules/points.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn, textsOf } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import {
  addDrawing,
  changeDrawing,
  deleteDrawing,
  deleteTraces,
  drawingById,
  drawingNamesOfSite,
  newestDrawings,
  lockDrawing,
  putTrace,
  siteOfDrawing,
  traceOf,
  tracePicture,
  type DrawingRow,
  type StoredDrawing,
} from '../db/repositories/floorDrawings.ts';
import { addMap, deletePictures, lockSite } from '../db/repositories/mapFiles.ts';
import { lockMap } from '../db/repositories/mapPoints.ts';
import { allSites, changeMap, floorsOfSites, pointsOfMaps, type StoredMap } from '../db/repositories/maps.ts';
import { attachFile, unstageFile } from '../files/files.ts';
import type { FileStore } from '../files/fileStore.ts';
import { mapPictureBytes, PICTURE_TYPE, stageMapPicture } from '../files/mapPictures.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';
import { notifyMapChanged } from './mapNotifications.ts';
import type { ReadPicture } from './mapPicture.ts';

type Calls = typeof floorDrawings;
/** Names shown in an error. */
const NAMED = 5;

export function createFloorDrawingHandlers({
  fleet,
  broker,
  now,
  db: pool,
  store,
}: Pick<AppDeps, 'fleet' | 'broker' | 'now' | 'db'> & { store: FileStore }): Handlers<Calls, RequestContext> {
  /** Robots that the plan would place in a wall or off the floor. */
  const stranded = (mapId: string, plan: FloorPlan, language: Language): string[] =>
    [...fleet.fleetCache.robots()].flatMap(({ serialNumber, name }) => {
      const { pose } = fleet.live(serialNumber, language);
      if (pose?.mapId !== mapId) return [];
      const isOff = pose.x < 0 || pose.y < 0 || pose.x > plan.width || pose.y > plan.height;
      return isOff || isInWall(plan, [pose.x, pose.y]) ? [nameIn(name, language)] : [];
    });

  /** The map that the drawing is published as. */
  async function published(
    context: RequestContext,
    drawing: StoredDrawing,
    leaveBlocked: boolean,
  ): Promise<Pick<StoredMap, 'id' | 'siteId' | 'revision'>> {
    const { db, language } = context;
    const plan = planOfDrawing(drawing, drawing.drawing);
    const columns = {
      resolution: CELL_M,
      originX: 0,
      originY: 0,
      originYaw: 0,
      pictureId: null,
      pictureWidth: null,
      pictureHeight: null,
      plan,
    };
    if (drawing.mapId === null) {
      const others = await floorsOfSites(db, [drawing.siteId]);
      if (others.length >= MAPS_PER_SITE)
        throw new ApiError('tooManyMaps', { field: 'siteId', words: { limit: MAPS_PER_SITE } });
      const taken = new Set(others.flatMap(({ name }) => textsOf(name)).map(nameKey));
      if (textsOf(drawing.name).some((name) => taken.has(nameKey(name))))
        throw new ApiError('mapNameTaken', { field: 'name' });
      return addMap(db, {
        id: drawing.id,
        siteId: drawing.siteId,
        floor: drawing.floor,
        name: drawing.name,
        position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
        isDefault: others.length === 0,
        ...columns,
        createdAt: new Date(now()),
      });
    }
    const map = await lockMap(db, drawing.mapId);
    if (!map) throw new ApiError('mapUnknown', { field: 'drawingId' });
    const robots = stranded(map.id, plan, language);
    if (robots.length > 0)
      throw new ApiError('mapRobotsStranded', { field: 'drawingId', words: { robots: robots.join(', ') } });
    const blocked = leaveBlocked ? [] : (await pointsOfMaps(db, [map.id])).filter(({ x, y }) => isInWall(plan, [x, y]));
    if (blocked.length > 0)
      throw new ApiError('drawingPointsBlocked', {
        field: 'drawingId',
        words: {
          count: blocked.length,
          points:
            blocked
              .slice(0, NAMED)
              .map(({ name }) => nameIn(name, language))
              .join(', ') + (blocked.length > NAMED ? ' …' : ''),
        },
      });
    const revision = map.revision + 1;
    await changeMap(db, map.id, { ...columns, revision });
    await deletePictures(db, map.id, null);
    return { id: map.id, siteId: map.siteId, revision };
  }

  return {
    async list(_, { db, language }) {
      const [sites, drawings] = [await allSites(db), await newestDrawings(db, DRAWINGS_LISTED)];
      return {
        sites: sites.map(({ id, name }) => ({ id, name: nameIn(name, language) })),
        drawings: drawings.map((row) => described(row, language)),
      };
    },

    async create({ siteId, floor, name, width, height }, context) {
      const { db, userId } = context;
      const fault = frameFault({ width, height });
      if (fault) throw new ApiError('fieldInvalid', { field: 'width', words: { limit: FLOOR_AREA_MAX_M2 } });
      if (!(await lockSite(db, siteId))) throw new ApiError('siteUnknown', { field: 'siteId' });
      const drawings = await drawingNamesOfSite(db, siteId);
      if (drawings.length >= DRAWINGS_PER_SITE)
        throw new ApiError('tooManyDrawings', { field: 'siteId', words: { limit: DRAWINGS_PER_SITE } });
      const names = [...drawings, ...(await floorsOfSites(db, [siteId]))].flatMap((one) => textsOf(one.name));
      if (names.some((other) => nameKey(other) === nameKey(name)))
        throw new ApiError('mapNameTaken', { field: 'name' });
      const id = randomUUID();
      await addDrawing(db, {
        id,
        siteId,
        mapId: null,
        floor,
        name,
        width,
        height,
        drawing: EMPTY_DRAWING,
        savedAt: new Date(now()),
        savedBy: userId,
      });
      await record(db, { userId, act: 'map.draw', subject: id, after: { siteId, floor, name, width, height } });
      return shown(db, id, context.language);
    },

    get: ({ drawingId }, { db, language }) => shown(db, drawingId, language),

    async save({ drawingId, baseRevision, drawing }, { db, userId, language }) {
      const before = await locked(db, drawingId);
      if (before.revision !== baseRevision) return { result: 'conflict', theirs: await shown(db, drawingId, language) };
      const [fault] = drawingFaults(before, drawing);
      if (fault) throw new ApiError('drawingFaulty', { field: fault.id });
      const revision = before.revision + 1;
      await changeDrawing(db, drawingId, { drawing, revision, savedAt: new Date(now()), savedBy: userId });
      await record(db, {
        userId,
        act: 'map.saveDrawing',
        subject: drawingId,
        before: sizeOf(before.drawing),
        after: sizeOf(drawing),
      });
      return { result: 'saved', revision };
    },

    async publish({ drawingId, revision, leaveBlocked }, context) {
      const { db, userId, language } = context;
      // The site first, as for every change of its list of maps: one order of locks.
      const siteId = await siteOfDrawing(db, drawingId);
      if (siteId === undefined || !(await lockSite(db, siteId)))
        throw new ApiError('drawingUnknown', { field: 'drawingId' });
      const drawing = await locked(db, drawingId);
      if (drawing.revision !== revision) throw new ApiError('drawingChanged', { field: 'revision' });
      const map = await published(context, drawing, leaveBlocked);
      await changeDrawing(db, drawingId, { mapId: map.id, publishedRevision: revision });
      await record(db, {
        userId,
        act: 'map.publishDrawing',
        subject: drawingId,
        before: { published: drawing.publishedRevision },
        after: { published: revision, ...sizeOf(drawing.drawing) },
      });
      context.afterCommit(
        notifyMapChanged({ fleet, broker }, { siteId: map.siteId, mapId: map.id, revision: map.revision }, context),
      );
      return shown(db, drawingId, language);
    },

    trace: guarded(
      // Decoding and storing take seconds, so they run before a transaction begins.
      async ({ drawingId, picture }: Received<Calls['trace']>, { db, userId }) => {
        const siteId = await siteOfDrawing(db, drawingId);
        if (siteId === undefined) throw new ApiError('drawingUnknown', { field: 'drawingId' });
        const read: ReadPicture = await runInWorker('readPicture', picture);
        return {
          read,
          file: await stageMapPicture({ db, store, now }, { siteId, userId, kind: 'floorTrace' }, read.png),
        };
      },
      async ({ drawingId, picture: _, ...placed }, { db, userId, language }, { read, file }) => {
        const { width, height } = read.picture;
        await locked(db, drawingId);
        await attachFile(db, file, PICTURE_TYPE);
        await putTrace(db, {
          drawingId,
          pictureId: randomUUID(),
          fileId: file.id,
          png: null,
          width,
          height,
          ...placed,
        });
        await record(db, {
          userId,
          act: 'map.traceDrawing',
          subject: drawingId,
          after: { width, height, ...placed },
        });
        return shown(db, drawingId, language);
      },
      ({ file }) => unstageFile({ db: pool, store }, file),
    ),

    async removeTrace({ drawingId }, { db, userId, language }) {
      await locked(db, drawingId);
      await deleteTraces(db, [drawingId]);
      await record(db, { userId, act: 'map.traceDrawing', subject: drawingId, after: null });
      return shown(db, drawingId, language);
    },

    async picture({ drawingId, pictureId }, { db }) {
      const found = await tracePicture(db, drawingId, pictureId);
      if (!found) throw new ApiError('notFound', { field: 'pictureId' });
      const bytes = await mapPictureBytes(store, found, 'floorTrace');
      return { contentType: PICTURE_TYPE, fileName: `${pictureId}.png`, bytes };
    },

    async remove({ drawingId, revision }, { db, userId, language }) {
      const found = await locked(db, drawingId);
      if (found.mapId !== null) throw new ApiError('drawingPublished', { field: 'drawingId' });
      if (found.revision !== revision) throw new ApiError('drawingChanged', { field: 'revision' });
      await deleteDrawing(db, drawingId);
      await record(db, {
        userId,
        act: 'map.deleteDrawing',
        subject: drawingId,
        before: { name: nameIn(found.name, language), ...sizeOf(found.drawing) },
      });
      return null;
    },
  };
}

async function locked(db: Db, drawingId: string): Promise<StoredDrawing> {
  const found = await lockDrawing(db, drawingId);
  if (!found) throw new ApiError('drawingUnknown', { field: 'drawingId' });
  return found;
}

const sizeOf = ({ walls, doors, rooms }: StoredDrawing['drawing']) => ({
  walls: walls.length,
  doors: doors.length,
  rooms: rooms.length,
});

const described = (
  {
    id,
    siteId,
    siteName,
    mapId,
    floor,
    name,
    width,
    height,
    revision,
    publishedRevision,
    savedAt,
    savedByName,
  }: DrawingRow,
  language: Language,
): FloorDrawingRow => ({
  id,
  siteId,
  siteName: nameIn(siteName, language),
  mapId,
  floor,
  name: nameIn(name, language),
  width,
  height,
  revision,
  publishedRevision,
  savedAt: savedAt.getTime(),
  savedBy: savedByName === null ? '' : nameIn(savedByName, language),
});

async function shown(db: Db, drawingId: string, language: Language): Promise<FloorDrawing> {
  const found = await drawingById(db, drawingId);
  if (!found) throw new ApiError('drawingUnknown', { field: 'drawingId' });
  const trace = await traceOf(db, drawingId);
  return {
    ...described(found, language),
    drawing: found.drawing,
    trace: trace
      ? {
          id: trace.pictureId,
          width: trace.width,
          height: trace.height,
          resolution: trace.resolution,
          origin: { x: trace.originX, y: trace.originY, yaw: trace.originYaw },
        }
      : null,
  };
}
