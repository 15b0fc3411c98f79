/** Read access to sites, maps and points. Editing is in points.ts and mapFiles.ts. */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { indoorMap, mapFloor, mapPoint, site, siteDetails } from '../entities/map.ts';
import { id, mapId, pointId, serialNumber } from '../entities/values.ts';

const one = v.object({ serialNumber });

export const maps = {
  sites: endpoint('/site/get-site-list', {
    summary: "Lists the sites of the caller's robots, or all sites for an account administrator.",
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.array(siteDetails),
  }),
  ofSites: endpoint('/site/get-map-list', {
    summary:
      "Lists all maps of the sites of the caller's robots (for an account administrator also of sites without bound robots), including plans and points: the data of a fleet map in one request.",
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.object({ sites: v.array(site), maps: v.array(indoorMap) }),
  }),
  list: endpoint('/navigation/get-indoor-map-list', {
    summary: "Lists the maps of a robot's site.",
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.array(mapFloor),
  }),
  get: endpoint('/navigation/get-indoor-map', {
    summary: 'Returns one map with its plan and points.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ mapId, serialNumber }),
    response: indoorMap,
  }),
  pointsOf: endpoint('/navigation/get-map-and-area', {
    summary: "Lists the maps of a robot's site, each with its points.",
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.array(v.object({ mapId: id, name: v.string(), floor: v.string(), points: v.array(mapPoint) })),
  }),
  point: endpoint('/navigation/get-map-area-point', {
    summary: 'Returns one point.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ areaId: pointId }),
    response: mapPoint,
  }),
  defaultMapAndTarget: endpoint('/navigation/finde-default-map-and-target', {
    summary: "Returns the robot's current map and the points that the robot can be sent to there.",
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ mapId: v.nullable(id), targets: v.array(mapPoint) }),
  }),
  chargeBase: endpoint('/navigation/check-charge-base', {
    summary: "Returns whether the robot's current map has a charging point, and which.",
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ hasChargeBase: v.boolean(), point: v.nullable(mapPoint) }),
  }),
};
