/** Cruise routes of a site's maps, and each robot's default route (spec 7 "Navigation"). */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { cruisePath, cruisePathChoice } from '../entities/cruisePath.ts';
import { callerId, flag, id, limit, mapId, page, pointId, routeId, serialNumber } from '../entities/values.ts';
import { handlerChecked } from '../entities/idOf.ts';
import { ROUTES_PER_MAP, STOPS_PER_ROUTE } from '../rules/mapLimits.ts';

/**
 * Length limits are checked by cruise.ts and reported per field; this only rejects control characters and absurd
 * lengths.
 */
const line = v.pipe(v.string(), v.trim(), v.maxLength(1_000), v.regex(/^\P{Cc}*$/u, 'one line'));
const speech = v.optional(v.pipe(v.string(), v.maxLength(2_000), v.regex(/^(?:\P{Cc}|[\n\r\t])*$/u, 'text')), '');
/** The revision that the change is based on; if left out, the change overwrites any revision. */
const revision = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));

const stop = v.object({
  /** Checked against the map that the request names, so that an error can name the stop's index. */
  areaId: handlerChecked(pointId),
  /** Default: the stay time of the point. */
  stayTime: v.optional(v.pipe(v.number(), v.finite())),
  speech,
  angle: v.optional(v.nullable(v.pipe(v.number(), v.finite())), null),
  /** Whether a robot that announces `takePhoto` takes a photo there. */
  takePhoto: v.optional(flag, false),
});

export const cruiseRoutes = {
  choices: endpoint('/navigation/get-cruise-path', {
    summary: "Lists the routes of a robot's site for selection, and the robot's default route.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({ defaultPathId: v.nullable(id), paths: v.array(cruisePathChoice) }),
  }),
  list: endpoint('/navigation/get-cruise-line-list', {
    summary: "Lists the routes of a robot's site with their stops, by floor and then by creation.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, page, limit }),
    response: v.object({ total: v.number(), rows: v.array(cruisePath) }),
  }),
  get: endpoint('/navigation/get-cruise-line', {
    summary: 'Returns one route with its stops.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ pathId: routeId, serialNumber }),
    response: cruisePath,
  }),
  save: endpoint('/navigation/save-cruise-path', {
    summary: `Adds a route to a map (at most ${ROUTES_PER_MAP} per map), or replaces the one that \`pathId\` names with these values. Saving the same route twice has no further effect.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      userId: callerId,
      serialNumber,
      mapId,
      pathId: v.optional(v.union([routeId, v.literal('')]), ''),
      revision,
      pathName: line,
      startSpeech: speech,
      endSpeech: speech,
      mapAreaVOList: v.pipe(v.array(stop), v.maxLength(STOPS_PER_ROUTE)),
    }),
    response: cruisePath,
  }),
  remove: endpoint('/navigation/delete-cruise-path', {
    summary: "Deletes a route. Refused if it is a robot's default route or has a route run in progress.",
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: callerId, pathId: routeId, serialNumber, revision }),
    response: v.object({ pathId: id }),
  }),
  setDefault: endpoint('/navigation/set-default-path', {
    summary: "Makes a route of the robot's site the robot's default route.",
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: callerId, pathId: routeId, serialNumber }),
    response: v.object({ serialNumber, pathId: id }),
  }),
};
