/** Sites, their maps and the points on them (spec 3, design 13). */
import * as v from 'valibot';
import { BATTERY_RESERVE } from '../rules/schedule/scheduleLimits.ts';
import { POINT_ATTRIBUTES } from './robotConstants.ts';
import { floorPlan } from './floorPlan.ts';
import { id, metres, radians, time } from './values.ts';

export const site = v.object({
  id,
  name: v.string(),
  /** IANA time zone. */
  timeZone: v.string(),
  floors: v.array(v.object({ mapId: id, floor: v.string(), name: v.string() })),
  demo: v.boolean(),
  /** Of the reception, with its country code and spaces; '' without one, left out by older servers. */
  phoneNumber: v.optional(v.string()),
});
export type Site = v.InferOutput<typeof site>;

/** A site as administrators edit it. */
export const siteDetails = v.object({
  ...site.entries,
  names: v.object({ zhCN: v.string(), enUS: v.string() }),
  address: v.string(),
  /** Degrees; null if not given, as is the longitude then. */
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  /** Charge that its robots keep at the end of a scheduled run, percent. */
  batteryReserve: v.optional(v.number(), BATTERY_RESERVE.usual),
  /** Number of robots registered at the site. */
  robotCount: v.number(),
  /** Incremented by every save of the site. */
  revision: v.number(),
});
export type SiteDetails = v.InferOutput<typeof siteDetails>;

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
  /** Bays of the map's charging point; empty for other points. */
  chargeBase: v.array(chargeBay),
  /** Pixels of the map picture, y downwards. */
  coordinateX: v.number(),
  coordinateY: v.number(),
  /** Metres. */
  worldX: metres,
  worldY: metres,
  elevatorId: v.nullable(v.string()),
  /** The access-controlled door that the point belongs to. */
  doorId: v.nullable(v.string()),
});
export type MapPoint = v.InferOutput<typeof mapPoint>;

/** How grey levels of the map picture are read as free, occupied and unknown (ROS map_server). */
export const pictureMeta = v.object({
  occupiedThresh: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  freeThresh: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  negate: v.boolean(),
  mode: v.picklist(['trinary', 'scale', 'raw']),
});
export type PictureMeta = v.InferOutput<typeof pictureMeta>;

/** Pose of the picture's lower left corner in the world frame (ROS: origin). */
export const mapOrigin = v.object({ x: metres, y: metres, yaw: radians });

const floorEntries = {
  id,
  siteId: id,
  floor: v.string(),
  name: v.string(),
  /** Metres per pixel of the picture. */
  resolution: v.number(),
  origin: mapOrigin,
  /** null: the map is drawn from its plan. A replaced picture gets a new id. */
  picture: v.nullable(v.object({ id, width: v.number(), height: v.number() })),
  /** Whether this map of the site is shown first. */
  isDefault: v.boolean(),
  /** Incremented by every save of the map or its points. */
  revision: v.number(),
};

/** A map without its plan and points. */
export const mapFloor = v.object({ ...floorEntries, pointCount: v.number(), createdAt: time });
export type MapFloor = v.InferOutput<typeof mapFloor>;

export const indoorMap = v.object({ ...floorEntries, plan: floorPlan, points: v.array(mapPoint) });
export type IndoorMap = v.InferOutput<typeof indoorMap>;
