/**
 * QR labels of points (spec 2 "map area QR code"): the printable files, and the page that a phone shows after scanning
 * one.
 */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { ROBOT_KINDS } from '../entities/constants.ts';
import { place } from '../entities/floorPlan.ts';
import { id, mapId, metres, pointId, serialNumber } from '../entities/values.ts';
import { handlerChecked } from '../entities/idOf.ts';
import { LABELS_PER_FILE, POINTS_PER_MAP } from '../rules/mapLimits.ts';
import { LABEL_FORMATS, LABEL_SIZES, PAPERS } from '../rules/pointLabels.ts';
import { TASK_KINDS } from '../wire/actions.ts';

/** Origin of the console, for a server without a configured public address. */
const host = v.optional(v.pipe(v.string(), v.maxLength(200), v.regex(/^(?:https?:\/\/[\w.:[\]-]+)?$/u, 'host')), '');
const lines = v.array(v.tuple([place, place]));

export const labelledPoint = v.object({
  areaId: id,
  name: v.string(),
  /** The point's attributes in the reader's language; empty for a plain point. */
  kinds: v.array(v.string()),
  map: v.object({ mapId: id, floor: v.string(), name: v.string() }),
  site: v.string(),
  /** The URL in the QR code. */
  address: v.string(),
});
export type LabelledPoint = v.InferOutput<typeof labelledPoint>;

/** The walls around a point, metres, from the vector plan; null for a map that has a picture. */
export const labelMapInset = v.object({
  x: metres,
  y: metres,
  reach: v.number(),
  walls: lines,
  outerWalls: lines,
  rooms: v.array(v.object({ x: metres, y: metres, w: v.number(), h: v.number() })),
});
export type Surroundings = v.InferOutput<typeof labelMapInset>;

/**
 * The point's position on the map picture, in pixels from the upper left corner, and the picture's scale and rotation.
 */
export const pictureInset = v.object({
  pictureId: id,
  width: v.number(),
  height: v.number(),
  column: v.number(),
  row: v.number(),
  /** Metres per pixel. */
  resolution: v.number(),
  /** Radians, counter-clockwise. */
  yaw: v.number(),
});
export type PictureAbout = v.InferOutput<typeof pictureInset>;

export const availableRobot = v.object({
  serialNumber,
  name: v.string(),
  kind: v.picklist(ROBOT_KINDS),
  /** Percent. */
  battery: v.nullable(v.number()),
  /** Error code of the reason why the robot cannot be sent there now. */
  obstacle: v.nullable(v.number()),
  /** The task that this command would end; absent if there is none. */
  displaces: v.optional(v.object({ kind: v.picklist(TASK_KINDS), target: v.string() })),
});
export type Sendable = v.InferOutput<typeof availableRobot>;

export const pointLabels = {
  exportLabels: endpoint('/navigation/export-map-area-qrcode', {
    summary: `Exports printable labels of points of one map: \`pdf\` contains sheets with cut marks, \`zip\` a PNG per point. At most ${LABELS_PER_FILE} labels per file. \`host\` is the origin of the QR code URLs if the server has no PUBLIC_URL.`,
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
      "Returns the page of a scanned point: the point, its surroundings, and the caller's robots on its site, available and nearest first, each with the reason why it cannot be sent there.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ areaId: pointId, host }),
    response: v.object({
      point: labelledPoint,
      surroundings: v.nullable(labelMapInset),
      /** null for a map with a vector plan. */
      picture: v.nullable(pictureInset),
      /** The caller's robots on the site that the caller may send; null: the caller may send none. */
      robots: v.nullable(v.array(availableRobot)),
    }),
  }),
};
