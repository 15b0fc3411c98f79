/** Labels of points with a code (spec 2 "map area QR code"): printed for walls and doors, and what a phone shows that scanned one. */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { ROBOT_KINDS } from '../entities/constants.ts';
import { place } from '../entities/floorPlan.ts';
import { handlerChecked, id, mapId, metres, pointId, serialNumber } from '../entities/values.ts';
import { LABELS_PER_FILE, POINTS_PER_MAP } from '../rules/mapLimits.ts';
import { LABEL_FORMATS, LABEL_SIZES, PAPERS } from '../rules/pointLabels.ts';
import { TASK_KINDS } from '../wire/actions.ts';

/** Where the console runs: for a server that was not told its public address. */
const host = v.optional(v.pipe(v.string(), v.maxLength(200), v.regex(/^(?:https?:\/\/[\w.:[\]-]+)?$/u, 'host')), '');
const lines = v.array(v.tuple([place, place]));

export const labelledPoint = v.object({
  areaId: id,
  name: v.string(),
  /** What the point is, in words of the reader's language; empty for a plain one. */
  kinds: v.array(v.string()),
  map: v.object({ mapId: id, floor: v.string(), name: v.string() }),
  site: v.string(),
  /** What its code holds. */
  address: v.string(),
});
export type LabelledPoint = v.InferOutput<typeof labelledPoint>;

/** The walls about a point, metres, as far as they were drawn; null for a map that is a picture. */
export const surroundings = v.object({
  x: metres,
  y: metres,
  reach: v.number(),
  walls: lines,
  outerWalls: lines,
  rooms: v.array(v.object({ x: metres, y: metres, w: v.number(), h: v.number() })),
});
export type Surroundings = v.InferOutput<typeof surroundings>;

/** Where a point lies on its map's picture: pixels from the picture's upper left corner, and how the picture lies in the world. */
export const pictureAbout = v.object({
  pictureId: id,
  width: v.number(),
  height: v.number(),
  column: v.number(),
  row: v.number(),
  /** Metres a pixel. */
  resolution: v.number(),
  /** Radians counter-clockwise. */
  yaw: v.number(),
});
export type PictureAbout = v.InferOutput<typeof pictureAbout>;

export const sendable = v.object({
  serialNumber,
  name: v.string(),
  kind: v.picklist(ROBOT_KINDS),
  /** Per cent. */
  battery: v.nullable(v.number()),
  /** Why it cannot be sent there now: an error's code. */
  obstacle: v.nullable(v.number()),
  /** The task that sending it would end; absent when there is none. */
  displaces: v.optional(v.object({ kind: v.picklist(TASK_KINDS), target: v.string() })),
});
export type Sendable = v.InferOutput<typeof sendable>;

export const pointLabels = {
  exportLabels: endpoint('/navigation/export-map-area-qrcode', {
    summary: `Labels of points of one map, to be printed: \`pdf\` is sheets with cut marks, \`zip\` a PNG for each point. At most ${LABELS_PER_FILE} in one file. \`host\` is the origin that the codes lead to where the server has no PUBLIC_URL.`,
    access: onRobot('administer'),
    kind: 'read',
    binary: true,
    request: v.object({
      serialNumber,
      indoorMapId: mapId,
      ids: v.pipe(v.array(handlerChecked(pointId)), v.nonEmpty(), v.maxLength(POINTS_PER_MAP)),
      format: v.optional(v.picklist(LABEL_FORMATS), 'pdf'),
      paper: v.optional(v.picklist(PAPERS), 'A4'),
      size: v.optional(v.picklist(LABEL_SIZES), 'medium'),
      host,
    }),
    response: v.file(),
  }),
  open: endpoint('/navigation/get-map-area-qrcode', {
    summary:
      "What the code of a point leads to: the point, what is about it, and the caller's robots on its site, those that can come and are nearest first, with what keeps each from being sent there.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ areaId: pointId, host }),
    response: v.object({
      point: labelledPoint,
      surroundings: v.nullable(surroundings),
      /** null for a map that is drawn. */
      picture: v.nullable(pictureAbout),
      /** Of the caller's robots there, those that the caller may send; null: none may be sent by the caller. */
      robots: v.nullable(v.array(sendable)),
    }),
  }),
};
