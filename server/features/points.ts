/** Edits points of a map, in bulk or one at a time for API clients, and restores previous versions. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { points } from '../../contract/endpoints/points.ts';
import type { EditedPoint, MapVersion, PointUse } from '../../contract/entities/mapEdit.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { MapPoint } from '../../contract/entities/map.ts';
import { toMetres } from '../../contract/rules/mapFrame.ts';
import type { PointFault, PointFaultName } from '../../contract/rules/points.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import { nameIn } from '../db/localName.ts';
import { elevatorsOf, entrancesOf } from '../db/repositories/mapPoints.ts';
import { mapById, pointById, type Point } from '../db/repositories/maps.ts';
import { versionAt, versionsOf, type VersionRow } from '../db/repositories/mapVersions.ts';
import type { RequestContext } from '../requestContext.ts';
import { describePoint, describePoints, frameOfStored } from './describeMap.ts';
import { siteOf } from './maps.ts';
import {
  beginSave,
  applyChanges,
  saveChanges,
  storedPoint,
  type SaveNeeds,
  type PointsSave,
  type PointChanges,
} from './savePoints.ts';

export function createPointHandlers(needs: SaveNeeds): Handlers<typeof points, RequestContext> {
  return {
    save: (input, context) => saveChanges(needs, input, context),

    async put({ mapId, areaId: named, ...sent }, context) {
      const saving = await beginSave(context.db, mapId);
      const before = named ? saving.before.get(named) : undefined;
      if (named && !before) throw new ApiError('pointUnknown', { field: 'areaId' });
      const areaId = named || randomUUID();
      const now = before ? describePoint(before, frameOfStored(saving.map), context.language) : null;
      return single(saving, areaId, { ...(now ?? NEW), ...told(sent), ...placeIn(sent, saving, now) }, context);
    },

    async move({ areaId, coordinateX, coordinateY }, context) {
      const saving = await savingOf(areaId, context);
      const before = saving.before.get(areaId);
      if (!before) throw new ApiError('pointUnknown', { field: 'areaId' });
      const now = describePoint(before, frameOfStored(saving.map), context.language);
      return single(saving, areaId, { ...now, ...placeIn({ coordinateX, coordinateY }, saving, now) }, context);
    },

    async remove({ areaId }, context) {
      const saving = await savingOf(areaId, context);
      await carriedOut(saving, new Map([[areaId, null]]), context);
      return null;
    },

    async elevatorsAndEntrances({ serialNumber }, { db, language }) {
      const siteId = await siteOf(db, serialNumber);
      return {
        elevators: (await elevatorsOf(db, siteId)).map(({ id, name }) => ({ id, name: nameIn(name, language) })),
        entrances: (await entrancesOf(db, siteId)).map(({ id, mapId, name }) => ({
          id,
          mapId,
          name: nameIn(name, language),
        })),
      };
    },

    async versions({ mapId, page, limit }, { db, language }) {
      const { total, rows } = await versionsOf(db, mapId, { page, limit });
      return { total, rows: rows.map((row) => describeVersion(row, language)) };
    },

    async version({ mapId, revision }, { db, language }) {
      const [map, version] = await Promise.all([mapById(db, mapId), versionAt(db, mapId, revision)]);
      if (!map || !version) throw new ApiError('versionUnknown', { field: 'revision' });
      return { version: describeVersion(version, language), points: describePoints(version.points, map, language) };
    },

    async restore({ mapId, revision, baseRevision, breakRoutes }, context) {
      const saving = await beginSave(context.db, mapId);
      const { map, before } = saving;
      const version = await versionAt(context.db, mapId, revision);
      if (!version) throw new ApiError('versionUnknown', { field: 'revision' });
      if (baseRevision !== map.revision) {
        const theirs = describePoints(
          [...before.values()].filter((point) => point.revision > baseRevision),
          map,
          context.language,
        );
        return {
          result: 'conflicts',
          revision: map.revision,
          conflicts: theirs.map((point) => ({ areaId: point.areaId, theirs: point, base: null })),
        };
      }
      return applyChanges(needs, saving, wishesFor(saving, version.points), breakRoutes, context);
    },
  };

  async function single(
    saving: PointsSave,
    areaId: string,
    to: EditedPoint,
    context: RequestContext,
  ): Promise<MapPoint> {
    const before = saving.before.get(areaId);
    // The bays of a charging point move with it.
    const from = before ? { x: before.x, y: before.y } : null;
    const chargeBase = from
      ? to.chargeBase.map((bay) => ({ ...bay, x: bay.x + to.worldX - from.x, y: bay.y + to.worldY - from.y }))
      : to.chargeBase;
    const next = storedPoint(areaId, saving.map.id, { ...to, chargeBase }, before, context.language);
    await carriedOut(saving, new Map([[areaId, next]]), context);
    return describePoint(next, frameOfStored(saving.map), context.language);
  }

  /** For calls on a single point, which report faults as error codes. */
  async function carriedOut(saving: PointsSave, wishes: PointChanges, context: RequestContext): Promise<void> {
    const result = await applyChanges(needs, saving, wishes, false, context);
    if (result.result === 'faulty') throw codedFault(result.faults);
    if (result.result !== 'inUse') return;
    const deliveries = result.uses.filter(({ kind }) => kind === 'delivery');
    if (deliveries.length === result.uses.length)
      throw new ApiError('pointHasDeliveries', { field: 'areaId', words: { deliveries: namesOf(deliveries) } });
    throw new ApiError('pointInUse', { field: 'areaId', words: { uses: namesOf(result.uses) } });
  }

  async function savingOf(areaId: string, { db }: RequestContext): Promise<PointsSave> {
    const point = await pointById(db, areaId);
    if (!point) throw new ApiError('pointUnknown', { field: 'areaId' });
    return beginSave(db, point.mapId);
  }
}

const NEW: EditedPoint = {
  name: '',
  departWord: '',
  arrivedWord: '',
  angle: 0,
  stayTime: 0,
  attributes: ['none'],
  chargeBase: [],
  worldX: Number.NaN,
  worldY: Number.NaN,
  elevatorId: null,
  doorId: null,
};

type Sent = Partial<Omit<EditedPoint, 'chargeBase'>> & {
  coordinateX?: number | undefined;
  coordinateY?: number | undefined;
};
/** The given fields, without undefined ones. */
function told({
  name,
  departWord,
  arrivedWord,
  angle,
  stayTime,
  attributes,
  elevatorId,
  doorId,
}: { [Field in keyof Sent]: Sent[Field] | undefined }): Partial<EditedPoint> {
  const fields = {
    name,
    departWord,
    arrivedWord,
    angle,
    stayTime,
    attributes,
    elevatorId: elevatorId === '' ? null : elevatorId,
    doorId: doorId === '' ? null : doorId,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function placeIn(
  {
    worldX,
    worldY,
    coordinateX,
    coordinateY,
  }: {
    worldX?: number | undefined;
    worldY?: number | undefined;
    coordinateX?: number | undefined;
    coordinateY?: number | undefined;
  },
  { map }: PointsSave,
  before: MapPoint | null,
): { worldX: number; worldY: number } {
  if (worldX !== undefined && worldY !== undefined) return { worldX, worldY };
  if (coordinateX !== undefined && coordinateY !== undefined) {
    const [x, y] = toMetres(frameOfStored(map), coordinateX, coordinateY);
    return { worldX: x, worldY: y };
  }
  if (before && worldX === undefined && worldY === undefined && coordinateX === undefined && coordinateY === undefined)
    return { worldX: before.worldX, worldY: before.worldY };
  throw new ApiError('parameterEmpty', { field: 'worldX' });
}

function wishesFor({ before }: PointsSave, points: readonly Point[]): PointChanges {
  const text = (point: object): string => JSON.stringify({ ...point, revision: 0 }, Object.keys(point).sort());
  const wishes = new Map<string, Point | null>();
  const wanted = new Set(points.map(({ areaId }) => areaId));
  for (const areaId of before.keys()) if (!wanted.has(areaId)) wishes.set(areaId, null);
  for (const point of points) {
    const now = before.get(point.areaId);
    if (!now || text(now) !== text(point)) wishes.set(point.areaId, point);
  }
  return wishes;
}

const describeVersion = (
  { revision, at, userId, name, summary, pointCount }: VersionRow,
  language: Language,
): MapVersion => ({
  revision,
  at: at.getTime(),
  by: userId === null ? null : { userId, name: name === null ? '' : nameIn(name, language) },
  summary,
  pointCount,
});

const CODES: Partial<Record<PointFaultName, ErrorName>> = {
  nameEmpty: 'parameterEmpty',
  nameTaken: 'pointNameTaken',
  outsideMap: 'pointOutsideMap',
  bayBlocked: 'bayBlocked',
  secondCharging: 'pointKindTaken',
  secondLoading: 'pointKindTaken',
};
function codedFault([fault]: readonly PointFault[]): ApiError {
  return new ApiError((fault && CODES[fault.error]) ?? 'fieldInvalid', {
    field: fault?.field === 'place' ? 'worldX' : (fault?.field ?? 'areaId'),
  });
}
const namesOf = (uses: readonly PointUse[]): string => [...new Set(uses.map(({ name }) => name))].join(', ');
