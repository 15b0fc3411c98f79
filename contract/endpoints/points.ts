/** Editing the points of a map: a save of all changes, single points, version history (spec 7 "Navigation"). */
import * as v from 'valibot';
import { POINT_ATTRIBUTES } from '../entities/robotConstants.ts';
import { mapPoint } from '../entities/map.ts';
import { mapVersion, pointChange, saveResult } from '../entities/mapEdit.ts';
import { flag, id, limit, mapId, metres, page, pointId, serialNumber } from '../entities/values.ts';
import { idOf, nothing } from '../entities/idOf.ts';
import { onRobot, endpoint } from '../endpoint.ts';
import { MAP_VERSIONS_KEPT, POINTS_BODY_LIMIT_BYTES, POINTS_PER_MAP } from '../rules/mapLimits.ts';

const revision = v.pipe(v.number(), v.integer(), v.minValue(0));
const ownId = v.optional(idOf('caller', id));
const breakRoutes = v.optional(flag, false);
const text = (most: number) => v.optional(v.pipe(v.string(), v.maxLength(most)));
const pixels = v.optional(v.pipe(v.number(), v.finite(), v.minValue(-1e6), v.maxValue(1e6)));
/** An empty string means none. */
const orNone = <const Schema extends v.GenericSchema<string>>(schema: Schema) =>
  v.optional(v.union([schema, v.literal('')]));

export const points = {
  save: endpoint('/navigation/save-map-points', {
    summary: `Saves changes of a map's points, all or none; a map can have at most ${POINTS_PER_MAP} points. The changes are based on \`baseRevision\`: later changes of other points by others are kept; if others changed the same points, nothing is saved and the conflicts are returned.`,
    access: onRobot('administer'),
    kind: 'write',
    bodyLimit: POINTS_BODY_LIMIT_BYTES,
    request: v.object({
      mapId,
      baseRevision: revision,
      changes: v.pipe(v.array(pointChange), v.maxLength(2 * POINTS_PER_MAP)),
      breakRoutes,
    }),
    response: saveResult,
  }),
  put: endpoint('/navigation/save-or-update-point', {
    summary:
      'Adds a point to a map, or changes the one that `areaId` names; fields that are left out stay unchanged. The position is in metres, or in pixels of the picture.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      serialNumber,
      mapId,
      areaId: v.optional(v.union([pointId, v.literal('')]), ''),
      name: text(1_000),
      departWord: text(2_000),
      arrivedWord: text(2_000),
      angle: v.optional(v.number()),
      stayTime: v.optional(v.number()),
      attributes: v.optional(v.array(v.picklist(POINT_ATTRIBUTES))),
      worldX: v.optional(metres),
      worldY: v.optional(metres),
      coordinateX: pixels,
      coordinateY: pixels,
      elevatorId: orNone(idOf('elevator', id)),
      doorId: orNone(idOf('door', id)),
    }),
    response: mapPoint,
  }),
  remove: endpoint('/navigation/delete-map-area-point', {
    summary: 'Deletes a point. Refused if a robot is on its way to it or a route contains it.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: ownId, areaId: pointId, serialNumber }),
    response: nothing,
  }),
  move: endpoint('/navigation/upadte-map-area-point', {
    summary: "Moves a point to pixels of the map's picture.",
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      userId: ownId,
      areaId: pointId,
      coordinateX: v.pipe(v.number(), v.finite()),
      coordinateY: v.pipe(v.number(), v.finite()),
      serialNumber,
    }),
    response: mapPoint,
  }),
  elevatorsAndEntrances: endpoint('/navigation/get-elevator-and-entrance', {
    summary: "Lists the lifts and the access-controlled doors of a robot's site.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({
      elevators: v.array(v.object({ id, name: v.string() })),
      entrances: v.array(v.object({ id, mapId: id, name: v.string() })),
    }),
  }),
  versions: endpoint('/navigation/get-map-versions', {
    summary: `Lists the saved versions of a map's points, newest first; the last ${MAP_VERSIONS_KEPT} are kept.`,
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ mapId, page, limit }),
    response: v.object({ total: v.number(), rows: v.array(mapVersion) }),
  }),
  version: endpoint('/navigation/get-map-version', {
    summary: 'Returns the points of a map in one version.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ mapId, revision }),
    response: v.object({ version: mapVersion, points: v.array(mapPoint) }),
  }),
  restore: endpoint('/navigation/restore-map-version', {
    summary:
      "Restores a map's points from a version and saves them as a new version, based on `baseRevision` like any save.",
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ mapId, revision, baseRevision: revision, breakRoutes }),
    response: saveResult,
  }),
};
