/** A robot as the account administrators' fleet page shows it. */
import * as v from 'valibot';
import { PROTOCOL_DIALECTS } from '../rules/dialect.ts';
import { ROBOT_KINDS } from './constants.ts';
import { claimRole, nameTexts, robotConnection } from './registration.ts';
import { manufacturer, serialNumber, time } from './values.ts';

/**
 * Stage of life, in the order of the list: those that wait for something first. `neverConnected`: nothing was received
 * yet. `notBound`: connected, without a super administrator.
 */
export const ROBOT_LIVES = ['neverConnected', 'notBound', 'bound', 'retired'] as const;
export type RobotLife = (typeof ROBOT_LIVES)[number];

/** One of the robot's own names for a map of its site. */
export const robotMap = v.object({ mapId: v.string(), robotMapName: v.string() });
export type RobotMap = v.InferOutput<typeof robotMap>;

export const fleetRobot = v.object({
  serialNumber,
  /** In the reader's language; empty for a robot without a name. */
  robotNickName: v.string(),
  names: nameTexts,
  manufacturer,
  robotModel: v.string(),
  kind: v.picklist(ROBOT_KINDS),
  siteId: v.string(),
  siteName: v.string(),
  timeZone: v.string(),
  dialect: v.picklist(PROTOCOL_DIALECTS),
  maps: v.array(robotMap),
  life: v.picklist(ROBOT_LIVES),
  /** Whether it ever sent a message. */
  heard: v.boolean(),
  bound: v.boolean(),
  /** Whether it is connected to the broker now. */
  online: v.boolean(),
  charging: v.boolean(),
  /** When its last message was received; null before the first. */
  lastMessageAt: v.nullable(time),
  registeredAt: time,
  retiredAt: v.nullable(time),
  /** `revoked`: it cannot connect until it gets a new one. */
  password: v.picklist(['issued', 'revoked']),
  /** When the password was shown; null where this is not known. */
  passwordIssuedAt: v.nullable(time),
  /** Whether an unused claim code exists. */
  claimable: v.boolean(),
  /** What the unused claim code adds to the roles of the account that uses it. */
  claimRole,
  /** Run by this installation's simulator. */
  simulated: v.boolean(),
  /** Part of the demo; a simulated robot that people added is not. */
  demo: v.optional(v.boolean(), false),
  connection: robotConnection,
});
export type FleetRobot = v.InferOutput<typeof fleetRobot>;

/** A site where robots can be registered, with its maps in order. */
export const fleetSite = v.object({
  siteId: v.string(),
  siteName: v.string(),
  maps: v.array(v.object({ mapId: v.string(), mapName: v.string(), floor: v.string() })),
});
export type FleetSite = v.InferOutput<typeof fleetSite>;
