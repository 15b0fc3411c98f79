/** Maps of a site as wholes: brought in, given another picture, named, ordered, taken away, handed out (spec 2 "map edit"). */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { mapFloor, mapOrigin, pictureMeta } from '../entities/map.ts';
import { flag, handlerChecked, id, idOf, mapId, serialNumber, siteId } from '../entities/values.ts';
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

const words = (most: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(most), v.regex(/^[^\p{Cc}]*$/u, 'one line'));
const mapName = words(MAP_NAME_MAX);
const floorName = words(FLOOR_MAX);
const revision = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Base64 of a PNG of 8 bits, grey or coloured, not interlaced. */
const png = v.pipe(v.string(), v.nonEmpty());
const scale = {
  resolution: v.pipe(v.number(), v.minValue(RESOLUTION.min), v.maxValue(RESOLUTION.max)),
  /** The pose of the picture's lower left corner in the robots' world. */
  originX: mapOrigin.entries.x,
  originY: mapOrigin.entries.y,
  originYaw: mapOrigin.entries.yaw,
  ...pictureMeta.entries,
};
/** What robots call the map. Access follows from the map's site; the handler checks that the robots belong to it. */
const robotNames = v.optional(
  v.pipe(
    v.array(v.object({ robot: handlerChecked(serialNumber), name: words(ROBOT_MAP_NAME_MAX) })),
    v.maxLength(1_000),
  ),
);
const pictureLimits = `PNG of 8 bits, grey or coloured, in Base64: at most ${MAP_PNG_MAX_BYTES / 2 ** 20} MB, ${MAP_PIXELS_MAX / 1e6} megapixels, ${MAP_SIDE_MAX_PX} pixels a side`;

export const mapFiles = {
  ofSite: endpoint('/site/get-site-maps', {
    summary: 'The maps of a site in their order, without plans and points, and what its robots call them.',
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
    summary: `Adds a map to a site from a picture, the last in its order: ${pictureLimits}. A site has at most ${MAPS_PER_SITE}.`,
    access: onRobot('administer'),
    kind: 'write',
    bodyLimit: MAP_BODY_LIMIT_BYTES,
    request: v.object({ siteId, floor: floorName, name: mapName, picture: png, ...scale, robotNames }),
    response: mapFloor,
  }),
  replacePicture: endpoint('/navigation/replace-map-picture', {
    summary: `Gives a map another picture, scale and origin; its points stay where they are in the world: ${pictureLimits}. Points that would lie outside are a refusal unless \`leaveOutside\`, and so are robots that would stand outside or in a wall.`,
    access: onRobot('administer'),
    kind: 'write',
    bodyLimit: MAP_BODY_LIMIT_BYTES,
    request: v.object({ mapId, picture: png, ...scale, leaveOutside: v.optional(flag, false) }),
    response: mapFloor,
  }),
  update: endpoint('/navigation/update-map', {
    summary:
      'Renames a map, makes it the one of its site that is shown first, or says what robots call it; what is left out stays. A name that a robot had for another map moves to this one.',
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
    summary: 'Puts the maps of a site in this order; all of them are named.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ siteId, order: v.pipe(v.array(handlerChecked(mapId)), v.maxLength(MAPS_PER_SITE)) }),
    response: v.object({ order: v.array(id) }),
  }),
  belongings: endpoint('/navigation/get-map-belongings', {
    summary: 'What deleting a map would take along, and who stands in its way.',
    access: onRobot('administer'),
    kind: 'read',
    request: v.object({ mapId }),
    response: v.object({
      points: v.number(),
      versions: v.number(),
      routes: v.array(v.string()),
      /** Robots that have a name for it: they will be on no map that is known. */
      robots: v.array(v.string()),
      /** Robots under way on it: they stand against it. */
      underWay: v.array(v.string()),
    }),
  }),
  remove: endpoint('/navigation/delete-map', {
    summary:
      'Deletes a map with its points, versions and routes, for good; not while a robot is under way on it, nor when it has changed since `revision`.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ mapId, revision }),
    response: v.object({ mapId: v.string() }),
  }),
  picture: endpoint('/navigation/get-map-picture', {
    summary: "A map's picture as PNG. Another picture has another id, so that it may be kept.",
    access: onRobot('read'),
    kind: 'read',
    binary: true,
    request: v.object({ mapId, pictureId: idOf('picture', id) }),
    response: v.file(),
  }),
  exportMap: endpoint('/navigation/export-map', {
    summary:
      "A map as files: `ros` is a zip of its YAML and PGM, a drawn plan as its cells; `lif` its points as VDMA's Layout Interchange Format 1.0.",
    access: onRobot('read'),
    kind: 'read',
    binary: true,
    request: v.object({ mapId, format: v.picklist(['ros', 'lif']) }),
    response: v.file(),
  }),
};
