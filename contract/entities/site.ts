/** Sites as administrators edit them, with their lifts, access doors and charging bays. */
import * as v from 'valibot';
import { BATTERY_RESERVE } from '../rules/schedule/scheduleLimits.ts';
import { DOOR_OPEN_S, RELAY_URL_MAX, SITE_ADDRESS_MAX, SITE_NAME_MAX, SITE_PHONE_MAX } from '../rules/siteLimits.ts';
import { isTimeZone } from '../rules/timeZone.ts';
import { flag, id, radians, metres } from './values.ts';

const line = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most), v.regex(/^[^\p{Cc}]*$/u, 'one line'));
const name = v.pipe(line(SITE_NAME_MAX), v.nonEmpty());

/** A name in both languages. */
export const bothNames = v.object({ zhCN: name, enUS: name });
export type BothNames = v.InferOutput<typeof bothNames>;

export const revision = v.pipe(v.number(), v.integer(), v.minValue(0));

export const siteFields = {
  name: bothNames,
  timeZone: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64), v.check(isTimeZone, 'timeZone')),
  address: v.optional(line(SITE_ADDRESS_MAX), ''),
  /** Of the reception, with its country code; '' for none, unchanged if omitted. */
  phoneNumber: v.optional(line(SITE_PHONE_MAX)),
  /** Degrees; given together with the longitude or not at all. */
  latitude: v.optional(v.pipe(v.number(), v.finite(), v.minValue(-90), v.maxValue(90))),
  longitude: v.optional(v.pipe(v.number(), v.finite(), v.minValue(-180), v.maxValue(180))),
  /** Charge that the robots keep at the end of a scheduled run, percent; unchanged if omitted. */
  batteryReserve: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(BATTERY_RESERVE.min), v.maxValue(BATTERY_RESERVE.max)),
  ),
};

/** Who opens a door: the robot by itself (its own link to the door), people, or the server by an HTTP relay. */
export const OPENED_BY = ['robot', 'staff', 'relay'] as const;
export type OpenedBy = (typeof OPENED_BY)[number];

export const openingFields = {
  openedBy: v.picklist(OPENED_BY),
  /** Address of the relay; required for `relay`, ignored otherwise. */
  relayUrl: v.optional(line(RELAY_URL_MAX), ''),
  openSeconds: v.pipe(v.number(), v.integer(), v.minValue(DOOR_OPEN_S.min), v.maxValue(DOOR_OPEN_S.max)),
  /** Scheduled runs that need it do not start. */
  isOutOfService: v.optional(flag, false),
};

const opening = {
  openedBy: v.picklist(OPENED_BY),
  relayUrl: v.string(),
  openSeconds: v.number(),
  isOutOfService: flag,
  /** When its relay first failed to open it, ms since 1970; null if it last opened, or has not been asked. */
  silentSince: v.optional(v.nullable(v.number()), null),
};
const names = v.object({ zhCN: v.string(), enUS: v.string() });

/** A floor at which a lift stops. */
export const liftStop = v.object({
  mapId: id,
  areaId: id,
  pointName: v.string(),
  /** `deleted`: the point is gone; `untied`: it no longer belongs to this lift. */
  state: v.picklist(['fine', 'deleted', 'untied']),
});
export type LiftStop = v.InferOutput<typeof liftStop>;

/** Why a lift or door cannot be tested; null: it can. */
const untestable = v.nullable(v.picklist(['staff', 'robot']));

/** Names of the robots within a few metres of its points. */
const near = v.array(v.string());

export const lift = v.object({
  id,
  name: v.string(),
  names,
  stops: v.array(liftStop),
  ...opening,
  untestable,
  near,
  revision: v.number(),
});
export type Lift = v.InferOutput<typeof lift>;

export const accessDoor = v.object({
  id,
  name: v.string(),
  names,
  mapId: id,
  points: v.array(v.object({ areaId: id, name: v.string() })),
  ...opening,
  untestable,
  near,
  revision: v.number(),
});
export type AccessDoor = v.InferOutput<typeof accessDoor>;

/** A bay of a map's charging point. */
export const siteBay = v.object({
  id,
  name: v.string(),
  mapId: id,
  areaId: id,
  pointName: v.string(),
  x: metres,
  y: metres,
  theta: radians,
  /** The robot in the bay, if the caller has access to it; `hidden` if it is another robot. */
  robot: v.nullable(v.object({ serialNumber: v.string(), name: v.string(), battery: v.nullable(v.number()) })),
});
export type SiteBay = v.InferOutput<typeof siteBay>;

/** Points that can be chosen for lifts and doors. */
export const tiePoint = v.object({
  areaId: id,
  mapId: id,
  name: v.string(),
  use: v.picklist(['lift', 'door']),
  /** The lift or door that the point belongs to. */
  tiedTo: v.nullable(id),
});
export type TiePoint = v.InferOutput<typeof tiePoint>;

/** A scheduled task that is on, for what a change of the time zone moves. */
export const siteSchedule = v.object({
  id,
  /** Of its route, or of what it disinfects. */
  name: v.string(),
  robotName: v.string(),
  executeTime: v.string(),
  days: v.array(v.number()),
  anchorAt: v.number(),
  /** The next planned start, ms; null if none is planned. */
  nextAt: v.nullable(v.number()),
});
export type SiteSchedule = v.InferOutput<typeof siteSchedule>;

export const siteEquipment = v.object({
  siteId: id,
  lifts: v.array(lift),
  doors: v.array(accessDoor),
  bays: v.array(siteBay),
  points: v.array(tiePoint),
  /** Bytes that the files of the site and its robots use, uploads under way included. */
  storage: v.object({ usedBytes: v.number(), quotaBytes: v.number() }),
  /** The first ones by their time of day; `total` counts all. */
  schedules: v.optional(v.object({ total: v.number(), list: v.array(siteSchedule) }), { total: 0, list: [] }),
});
export type SiteEquipment = v.InferOutput<typeof siteEquipment>;

/** Result of a test, as a sequence of steps with their times. */
export const equipmentTest = v.object({
  /** `open`: it opened; `refused`: it answered with a refusal; `silent`: no answer in time. */
  outcome: v.picklist(['open', 'refused', 'silent', 'unreachable']),
  /** Duration until the outcome, ms. */
  tookMs: v.number(),
  /** HTTP status of a relay; null otherwise. */
  status: v.nullable(v.number()),
});
export type EquipmentTest = v.InferOutput<typeof equipmentTest>;
