/** Floors that are drawn by hand: drafts on the server, which robots get only when they are published. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { drawing, floorDrawing, floorDrawingRow } from '../entities/floorDrawing.ts';
import { mapOrigin } from '../entities/map.ts';
import { flag, id, siteId as anySiteId } from '../entities/values.ts';
import { handlerChecked, idOf, nothing } from '../entities/idOf.ts';
import {
  DRAWING_BODY_LIMIT_BYTES,
  DRAWINGS_LISTED,
  DRAWINGS_PER_SITE,
  FLOOR_AREA_MAX_M2,
  FLOOR_SIDE_M,
} from '../rules/drawFloor/limits.ts';
import { FLOOR_MAX, MAP_BODY_LIMIT_BYTES, MAP_NAME_MAX, RESOLUTION } from '../rules/mapLimits.ts';

const text = (most: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(most), v.regex(/^[^\p{Cc}]*$/u, 'one line'));
const side = v.pipe(v.number(), v.minValue(FLOOR_SIDE_M.min), v.maxValue(FLOOR_SIDE_M.max));
const revision = v.pipe(v.number(), v.integer(), v.minValue(0));
/** An account administrator can draw on every site; the handler checks that it exists. */
const siteId = handlerChecked(anySiteId);
const drawingId = idOf('floorDrawing', id);

/** Another save came in between: theirs is returned, and nothing was changed. */
export const drawingSave = v.variant('result', [
  v.object({ result: v.literal('saved'), revision: v.number() }),
  v.object({ result: v.literal('conflict'), theirs: floorDrawing }),
]);
export type DrawingSave = v.InferOutput<typeof drawingSave>;

export const floorDrawings = {
  list: endpoint('/navigation/get-floor-drawings', {
    summary: `Lists all sites, and their drawn floors without the drawings: the ${DRAWINGS_LISTED} saved last.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({}),
    response: v.object({
      sites: v.array(v.object({ id, name: v.string() })),
      drawings: v.array(floorDrawingRow),
    }),
  }),
  create: endpoint('/navigation/create-floor-drawing', {
    summary: `Adds an empty floor to a site as a draft: sides of ${FLOOR_SIDE_M.min} to ${FLOOR_SIDE_M.max} m, at most ${FLOOR_AREA_MAX_M2} m². A site can have at most ${DRAWINGS_PER_SITE} drawn floors.`,
    access: accountAdmin,
    kind: 'write',
    request: v.object({ siteId, floor: text(FLOOR_MAX), name: text(MAP_NAME_MAX), width: side, height: side }),
    response: floorDrawing,
  }),
  get: endpoint('/navigation/get-floor-drawing', {
    summary: 'Returns a drawn floor with its draft.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({ drawingId }),
    response: floorDrawing,
  }),
  save: endpoint('/navigation/save-floor-drawing', {
    summary:
      'Replaces the draft of a drawn floor. If it was saved after `baseRevision`, nothing is changed and the other draft is returned. Robots keep the published plan.',
    access: accountAdmin,
    kind: 'write',
    bodyLimit: DRAWING_BODY_LIMIT_BYTES,
    request: v.object({ drawingId, baseRevision: revision, drawing }),
    response: drawingSave,
  }),
  publish: endpoint('/navigation/publish-floor-drawing', {
    summary:
      'Makes the draft the plan of a map of the site: of a new one, or of the one that it was published as before, whose points stay. Refused if a robot would be in a wall, and if points would lie in one, unless `leaveBlocked` is set.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ drawingId, revision, leaveBlocked: v.optional(flag, false) }),
    response: floorDrawing,
  }),
  trace: endpoint('/navigation/trace-floor-picture', {
    summary:
      'Puts a picture under the drawing to trace it, with its scale and origin; it replaces the one before. Robots never get it. PNG in Base64 with the limits of a map picture.',
    access: accountAdmin,
    kind: 'write',
    bodyLimit: MAP_BODY_LIMIT_BYTES,
    request: v.object({
      drawingId,
      picture: v.pipe(v.string(), v.nonEmpty()),
      resolution: v.pipe(v.number(), v.minValue(RESOLUTION.min), v.maxValue(RESOLUTION.max)),
      originX: mapOrigin.entries.x,
      originY: mapOrigin.entries.y,
      originYaw: mapOrigin.entries.yaw,
    }),
    response: floorDrawing,
  }),
  removeTrace: endpoint('/navigation/remove-floor-trace', {
    summary: 'Removes the picture under a drawing.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ drawingId }),
    response: floorDrawing,
  }),
  picture: endpoint('/navigation/get-floor-trace', {
    summary: 'Returns the picture under a drawing as PNG. A replaced picture gets a new id.',
    access: accountAdmin,
    kind: 'read',
    binary: true,
    request: v.object({ drawingId, pictureId: idOf('picture', id) }),
    response: v.file(),
  }),
  remove: endpoint('/navigation/delete-floor-drawing', {
    summary: 'Deletes a drawn floor that was never published. A published one is deleted with its map (delete-map).',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ drawingId, revision }),
    response: nothing,
  }),
};
