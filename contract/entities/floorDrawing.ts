/**
 * A floor that is drawn by hand: walls with doors on them, and rooms. It is edited as a draft on the server and becomes
 * the plan of a map when it is published (rules/drawFloor/planOf.ts). World metres as in floorPlan.ts; the frame covers
 * 0..width, 0..height.
 */
import * as v from 'valibot';
import {
  DRAWN_DOORS_MAX,
  DRAWN_ROOMS_MAX,
  DRAWN_WALLS_MAX,
  FLOOR_SIDE_M,
  ROOM_NAME_MAX,
} from '../rules/drawFloor/limits.ts';
import { mapOrigin } from './map.ts';
import { place, ROOM_KINDS } from './floorPlan.ts';
import { id, time } from './values.ts';
import { idOf } from './idOf.ts';

const metre = v.pipe(v.number(), v.finite(), v.minValue(-FLOOR_SIDE_M.max), v.maxValue(2 * FLOOR_SIDE_M.max));
/** Of an object in a drawing: made by the console, unique within its list. */
const partId = idOf('drawingPart', v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/u, 'part id')));
const roomName = v.pipe(v.string(), v.trim(), v.maxLength(ROOM_NAME_MAX), v.regex(/^[^\p{Cc}]*$/u, 'one line'));

export const WALL_KINDS = ['inner', 'outer', 'window'] as const;
export type WallKind = (typeof WALL_KINDS)[number];

const drawnWall = v.object({ id: partId, from: place, to: place, kind: v.picklist(WALL_KINDS) });
export type DrawnWall = v.InferOutput<typeof drawnWall>;

const drawnDoor = v.object({
  id: partId,
  wallId: partId,
  /** Metres along the wall from its first end to the middle of the doorway. */
  at: metre,
  /** Metres. */
  width: metre,
  /** The side of the wall to which the leaf opens: 1 is to the left of the wall's direction. */
  side: v.picklist([1, -1]),
});
export type DrawnDoor = v.InferOutput<typeof drawnDoor>;

const drawnRoom = v.object({
  id: partId,
  name: roomName,
  kind: v.picklist(ROOM_KINDS),
  /** Corner with the smallest x and y, then width (x) and depth (y). */
  x: metre,
  y: metre,
  w: metre,
  h: metre,
});
export type DrawnRoom = v.InferOutput<typeof drawnRoom>;

/** Rules between the parts are in rules/drawFloor/faults.ts. */
export const drawing = v.object({
  walls: v.pipe(v.array(drawnWall), v.maxLength(DRAWN_WALLS_MAX)),
  doors: v.pipe(v.array(drawnDoor), v.maxLength(DRAWN_DOORS_MAX)),
  rooms: v.pipe(v.array(drawnRoom), v.maxLength(DRAWN_ROOMS_MAX)),
});
export type Drawing = v.InferOutput<typeof drawing>;

/** The picture that is traced; robots never get it. */
export const tracedPicture = v.object({
  id,
  /** Pixels. */
  width: v.number(),
  height: v.number(),
  /** Metres per pixel. */
  resolution: v.number(),
  origin: mapOrigin,
});
export type TracedPicture = v.InferOutput<typeof tracedPicture>;

const heading = {
  id,
  siteId: id,
  siteName: v.string(),
  floor: v.string(),
  name: v.string(),
  /** Metres. */
  width: v.number(),
  height: v.number(),
  /** Incremented by every save. */
  revision: v.number(),
  /** The revision that robots have; null: never published. */
  publishedRevision: v.nullable(v.number()),
  /** null: never published. */
  mapId: v.nullable(id),
  savedAt: time,
  /** Who saved last; empty if the account was deleted. */
  savedBy: v.string(),
};
/** A drawn floor without its drawing, for lists. */
export const floorDrawingRow = v.object(heading);
export type FloorDrawingRow = v.InferOutput<typeof floorDrawingRow>;
export const floorDrawing = v.object({
  ...heading,
  drawing,
  trace: v.nullable(tracedPicture),
});
export type FloorDrawing = v.InferOutput<typeof floorDrawing>;
