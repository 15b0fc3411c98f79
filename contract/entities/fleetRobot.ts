/** A robot as the account administrators' fleet page shows it, and the credentials that are shown once. */
import * as v from 'valibot';
import { PROTOCOL_DIALECTS } from '../rules/dialect.ts';
import { ROBOT_KINDS } from './constants.ts';
import { label, manufacturer, serialNumber, time } from './values.ts';

/**
 * Stage of life, in the order of the list: those that wait for something first. `neverConnected`: nothing was received
 * yet. `notBound`: connected, without a super administrator.
 */
export const ROBOT_LIVES = ['neverConnected', 'notBound', 'bound', 'retired'] as const;
export type RobotLife = (typeof ROBOT_LIVES)[number];

/** A name in both languages; empty texts are allowed. */
export const nameTexts = v.object({ zhCN: v.pipe(label, v.trim()), enUS: v.pipe(label, v.trim()) });
export type NameTexts = v.InferOutput<typeof nameTexts>;

/** One of the robot's own names for a map of its site. */
export const robotMap = v.object({ mapId: v.string(), robotMapName: v.string() });
export type RobotMap = v.InferOutput<typeof robotMap>;

/** How a robot reaches the broker. */
export const BROKER_KINDS = ['webSocket', 'tls', 'tcp'] as const;
export const robotConnection = v.object({
  mqttUsername: v.string(),
  /** In the order of preference. */
  brokers: v.array(v.object({ kind: v.picklist(BROKER_KINDS), url: v.string() })),
  /** Prefix of all its topics, without a slash at the end. */
  topicPrefix: v.string(),
  /** URL of the certificate authority that the robot has to trust; null where it needs none of ours. */
  caUrl: v.nullable(v.string()),
});
export type RobotConnection = v.InferOutput<typeof robotConnection>;

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
  /** Whether it ever sent a message; with the next, tells which stations of its life it has passed. */
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
  /** One of the simulated robots of the demo. */
  simulated: v.boolean(),
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

/** The code with which a user becomes the robot's super administrator; `claimQr` is an image source. */
export const robotClaim = v.object({ claimCode: v.string(), claimQr: v.string() });
export type RobotClaim = v.InferOutput<typeof robotClaim>;
