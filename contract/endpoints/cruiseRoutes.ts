/** Cruise routes of a site's maps, and the one that a robot starts with (spec 7 "Navigation"). */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { cruisePath, cruisePathChoice } from '../entities/cruisePath.ts';
import {
  callerId,
  handlerChecked,
  id,
  limit,
  mapId,
  page,
  pointId,
  routeId,
  serialNumber,
} from '../entities/values.ts';
import { ROUTES_PER_MAP, STOPS_PER_ROUTE } from '../rules/mapLimits.ts';

/** Lengths are a rule of cruise.ts, told as a fault of the field; here is what no text of a person has. */
const line = v.pipe(v.string(), v.trim(), v.maxLength(1_000), v.regex(/^\P{Cc}*$/u, 'one line'));
const speech = v.optional(v.pipe(v.string(), v.maxLength(2_000), v.regex(/^(?:\P{Cc}|[\n\r\t])*$/u, 'text')), '');
/** The one that a change stands on; left out, it replaces whatever there is. */
const revision = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));

const stop = v.object({
  /** Checked against the map that the request names: a fault names its place in the list. */
  areaId: handlerChecked(pointId),
  /** Left out: as the point has it. */
  stayTime: v.optional(v.pipe(v.number(), v.finite())),
  speech,
  angle: v.optional(v.nullable(v.pipe(v.number(), v.finite())), null),
});

export const cruiseRoutes = {
  choices: endpoint('/navigation/get-cruise-path', {
    summary: "The routes of a robot's site, to choose from, and which of them it starts with.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({ defaultPathId: v.nullable(id), paths: v.array(cruisePathChoice) }),
  }),
  list: endpoint('/navigation/get-cruise-line-list', {
    summary: "The routes of a robot's site with their stops, floor by floor in the order in which they were made.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, page, limit }),
    response: v.object({ total: v.number(), rows: v.array(cruisePath) }),
  }),
  get: endpoint('/navigation/get-cruise-line', {
    summary: 'One route with its stops.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ pathId: routeId, serialNumber }),
    response: cruisePath,
  }),
  save: endpoint('/navigation/save-cruise-path', {
    summary: `Adds a route to a map, which has at most ${ROUTES_PER_MAP}, or changes the one that \`pathId\` names; all of it is told. The same twice is saved once.`,
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
    summary: 'Deletes a route that no robot starts with and none is driving.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: callerId, pathId: routeId, serialNumber, revision }),
    response: v.object({ pathId: id }),
  }),
  setDefault: endpoint('/navigation/set-default-path', {
    summary: 'Makes a route of its site the one that a robot starts with, in place of the one before.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: callerId, pathId: routeId, serialNumber }),
    response: v.object({ serialNumber, pathId: id }),
  }),
};
