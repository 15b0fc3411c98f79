/** Whole maps of a site: import, replace the picture, rename, reorder, delete, export (spec 2 "map edit"). */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { mapFloor, mapOrigin, pictureMeta } from '../entities/map.ts';
import { flag, id, mapId, serialNumber, siteId } from '../entities/values.ts';
import { handlerChecked, idOf } from '../entities/idOf.ts';
import {
  FLOOR_MAX,
  MAP_BODY_LIMIT_BYTES,
  MAP_NAME_MAX,
  MAP_PIXELS_MAX,
  MAP_PNG_MAX_BYTES,
  MAP_SIDE_MAX_PX,
  MAPS_PER_SITE,
  RESOLUTION,
  ROBOT_MAP_NAME_MAX,
} from '../rules/mapLimits.ts';

const text = (most: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(most), v.regex(/^[^\p{Cc}]*$/u, 'one line'));
const mapName = text(MAP_NAME_MAX);
const floorName = text(FLOOR_MAX);
const revision = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Base64 of a PNG: 8 bits, greyscale or colour, not interlaced. */
const png = v.pipe(v.string(), v.nonEmpty());
const scale = {
  resolution: v.pipe(v.number(), v.minValue(RESOLUTION.min), v.maxValue(RESOLUTION.max)),
  /** Pose of the picture's lower left corner in the world frame. */
  originX: mapOrigin.entries.x,
  originY: mapOrigin.entries.y,
  originYaw: mapOrigin.entries.yaw,
  ...pictureMeta.entries,
};
/**
 * The name of the map on each robot. Access follows from the map's site; the handler checks that the robots belong to
 * it.
 */
const robotNames = v.optional(
  v.pipe(
    v.array(v.object({ robot: handlerChecked(serialNumber), name: text(ROBOT_MAP_NAME_MAX) })),
    v.maxLength(1_000),
  ),
);
const pictureLimits = `PNG of 8 bits, grey or coloured, in Base64: at most ${MAP_PNG_MAX_BYTES / 2 ** 20} MB, ${MAP_PIXELS_MAX / 1e6} megapixels, ${MAP_SIDE_MAX_PX} pixels a side`;

export const mapFiles = {
  ofSite: endpoint('/site/get-site-maps', {
    summary: "Lists the maps of a site in order, without plans and points, and their names on the site's robots.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ siteId }),
    response: v.object({
      maps: v.array(mapFloor),
      robots: v.array(
        v.object({ serialNumber, name: v.string(), mapNames: v.array(v.object({ name: v.string(), mapId: id })) }),
      ),
    }),
  }),
  importMap: endpoint('/navigation/import-map', {
    summary: `Adds a map to a site from a picture, at the end of the order: ${pictureLimits}. A site can have at most ${MAPS_PER_SITE} maps.`,
    access: onRobot('administer'),
    kind: 'write',
    bodyLimit: MAP_BODY_LIMIT_BYTES,
    request: v.object({ siteId, floor: floorName, name: mapName, picture: png, ...scale, robotNames }),
    response: mapFloor,
  }),
  replacePicture: endpoint('/navigation/replace-map-picture', {
    summary: `Replaces the picture, scale and origin of a map; its points keep their world position: ${pictureLimits}. Refused if points would lie outside, unless \`leaveOutside\` is set, and if robots would stand outside or in a wall.`,
    access: onRobot('administer'),
    kind: 'write',
    bodyLimit: MAP_BODY_LIMIT_BYTES,
    request: v.object({ mapId, picture: png, ...scale, leaveOutside: v.optional(flag, false) }),
    response: mapFloor,
  }),
  update: endpoint('/navigation/update-map', {
    summary:
      "Renames a map, makes it the site's first shown map, or sets its names on robots; fields that are left out stay unchanged. If a robot used the name for another map, it now means this one.",
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      mapId,
      name: v.optional(mapName),
      floor: v.optional(floorName),
      isDefault: v.optional(v.literal(true)),
      robotNames,
    }),
    response: mapFloor,
  }),
  order: endpoint('/navigation/order-maps', {
    summary: 'Sets the order of the maps of a site; the list must contain all of them.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ siteId, order: v.pipe(v.array(handlerChecked(mapId)), v.maxLength(MAPS_PER_SITE)) }),
    response: v.object({ order: v.array(id) }),
  }),
  belongings: endpoint('/navigation/get-map-belongings', {
    summary: 'Returns what would be deleted with a map, and which robots and deliveries block the deletion.',
    access: onRobot('administer'),
    kind: 'read',
    request: v.object({ mapId }),
    response: v.object({
      points: v.number(),
      versions: v.number(),
      routes: v.array(v.string()),
      /** Robots that have a name for this map. Without the map, their position is on no known map. */
      robots: v.array(v.string()),
      /** Robots under way on this map. They block its deletion. */
      underWay: v.array(v.string()),
      /** Destinations of the deliveries under way from or to its points, which block its deletion too. */
      deliveries: v.optional(v.array(v.string()), []),
    }),
  }),
  remove: endpoint('/navigation/delete-map', {
    summary:
      'Deletes a map with its points, versions and routes permanently. Refused, with their names, while robots are on it or have a task there or deliveries from or to its points are under way, or if it changed after `revision`.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ mapId, revision }),
    response: v.object({ mapId: v.string() }),
  }),
  picture: endpoint('/navigation/get-map-picture', {
    summary: "Returns a map's picture as PNG. A replaced picture gets a new id, so that the response can be cached.",
    access: onRobot('read'),
    kind: 'read',
    binary: true,
    request: v.object({ mapId, pictureId: idOf('picture', id) }),
    response: v.file(),
  }),
  exportMap: endpoint('/navigation/export-map', {
    summary:
      "Exports a map: `ros` is a zip of its YAML and PGM, with a vector plan rendered as cells; `lif` contains its points in VDMA's Layout Interchange Format 1.0.",
    access: onRobot('read'),
    kind: 'read',
    binary: true,
    request: v.object({ mapId, format: v.picklist(['ros', 'lif']) }),
    response: v.file(),
  }),
};
