/** Sites, their maps and the points on them (spec 3, design 13). */
import * as v from 'valibot';
import { POINT_ATTRIBUTES } from './constants.ts';
import { floorPlan } from './floorPlan.ts';
import { id, metres, radians } from './values.ts';

export const site = v.object({
  id,
  name: v.string(),
  /** IANA time zone. */
  timeZone: v.string(),
  floors: v.array(v.object({ mapId: id, floor: v.string(), name: v.string() })),
  demo: v.boolean(),
});
export type Site = v.InferOutput<typeof site>;

export const chargeBay = v.object({ id, name: v.string(), x: metres, y: metres, theta: radians });

export const mapPoint = v.object({
  areaId: id,
  mapAreaPointId: id,
  mapId: id,
  name: v.string(),
  departWord: v.string(),
  arrivedWord: v.string(),
  /** Degrees, 0-360, counter-clockwise from east. */
  angle: v.number(),
  /** Seconds. */
  stayTime: v.number(),
  attributes: v.array(v.picklist(POINT_ATTRIBUTES)),
  /** Bays of the map's charging point; empty on others. */
  chargeBase: v.array(chargeBay),
  /** Pixels of the map picture, y downwards. */
  coordinateX: v.number(),
  coordinateY: v.number(),
  /** Metres. */
  worldX: metres,
  worldY: metres,
  elevatorId: v.nullable(v.string()),
});
export type MapPoint = v.InferOutput<typeof mapPoint>;

export const indoorMap = v.object({
  id,
  siteId: id,
  floor: v.string(),
  name: v.string(),
  /** Metres a pixel of the picture. */
  resolution: v.number(),
  plan: floorPlan,
  points: v.array(mapPoint),
});
export type IndoorMap = v.InferOutput<typeof indoorMap>;
