/** Sites, maps and points, as far as they are looked at; editing them comes with the map editor. */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { indoorMap, mapFloor, mapPoint, site } from '../entities/map.ts';
import { id, mapId, pointId, serialNumber } from '../entities/values.ts';

const one = v.object({ serialNumber });

export const maps = {
  sites: endpoint('/site/get-site-list', {
    summary: "The sites of the caller's robots; an account administrator sees all.",
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.array(site),
  }),
  ofSites: endpoint('/site/get-map-list', {
    summary:
      "Every map of the sites of the caller's robots, plans and points included: what a fleet map needs in one trip.",
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.object({ sites: v.array(site), maps: v.array(indoorMap) }),
  }),
  list: endpoint('/navigation/get-indoor-map-list', {
    summary: 'The maps of the site that a robot belongs to.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.array(mapFloor),
  }),
  get: endpoint('/navigation/get-indoor-map', {
    summary: 'One map with its plan and points.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ mapId, serialNumber }),
    response: indoorMap,
  }),
  pointsOf: endpoint('/navigation/get-map-and-area', {
    summary: "The maps of a robot's site, each with its points.",
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.array(v.object({ mapId: id, name: v.string(), floor: v.string(), points: v.array(mapPoint) })),
  }),
  point: endpoint('/navigation/get-map-area-point', {
    summary: 'One point.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ areaId: pointId }),
    response: mapPoint,
  }),
  defaultMapAndTarget: endpoint('/navigation/finde-default-map-and-target', {
    summary: 'The map a robot is on and the points it may be sent to there.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ mapId: v.nullable(id), targets: v.array(mapPoint) }),
  }),
  chargeBase: endpoint('/navigation/check-charge-base', {
    summary: 'Whether the map a robot is on has a charging point, and which.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ hasChargeBase: v.boolean(), point: v.nullable(mapPoint) }),
  }),
};
