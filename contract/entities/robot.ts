/** A robot: its registration and its last reported state (spec 3, design 6). */
import * as v from 'valibot';
import { PROTOCOL_DIALECTS } from '../rules/dialect.ts';
import { COMPARTMENT_SIZES } from '../rules/deliveryLimits.ts';
import { TASK_KINDS } from '../wire/actions.ts';
import { E_STOPS, OPERATING_MODES } from '../wire/vdaModes.ts';
import { RELATIONS, ROBOT_KINDS } from './constants.ts';
import { ROBOT_LIGHTS, ROBOT_STATUSES } from './robotConstants.ts';
import { flag, id, manufacturer, pose, serialNumber, time } from './values.ts';
import { place } from './floorPlan.ts';

/** A robot's current task as data. Names are in the reader's language. */
export const robotTask = v.object({
  kind: v.picklist(TASK_KINDS),
  /** The name of the target point or room; empty if there is none. */
  target: v.string(),
  targetId: v.nullable(v.string()),
  /** 0..1 if known. */
  progress: v.nullable(v.number()),
  stops: v.array(
    v.object({
      name: v.string(),
      pointId: v.nullable(v.string()),
      reachedAt: v.nullable(time),
      expectedAt: v.nullable(time),
    }),
  ),
  /** ms since 1970 if known. */
  until: v.nullable(time),
  /** Remaining distance to the next stop, metres, if known. */
  toGo: v.nullable(v.number()),
  /** Which lift it waits for or rides in, for the kind `lift`; left out by older servers and if the robot does not say. */
  lift: v.optional(v.object({ id: v.string(), isRiding: v.boolean(), since: v.nullable(time) })),
});
export type RobotTask = v.InferOutput<typeof robotTask>;

export const robotProblem = v.object({
  type: v.string(),
  level: v.picklist(['WARNING', 'FATAL']),
  /** The robot's own text, shown if the console has no text for the type. */
  description: v.string(),
  hint: v.string(),
  since: time,
});
export type RobotProblem = v.InferOutput<typeof robotProblem>;

/** A Stop that holds a robot. A Resume names the Stops that the operator saw, and lifts only these. */
export const robotStop = v.object({
  id,
  by: v.object({ userId: v.string(), name: v.string() }),
  at: time,
  /** Whether the Stop is stored in the database. It cannot be lifted before. */
  recorded: flag,
});
export type RobotStop = v.InferOutput<typeof robotStop>;

/** `broken` comes from the robot's last will. */
export const CONNECTIONS = ['online', 'offline', 'broken'] as const;

/** The live state of a robot. `at` is the time of receipt by the server's clock; ages are computed from it. */
export const robotLive = v.object({
  serialNumber,
  /** null: no message received yet. */
  at: v.nullable(time),
  /** Whether the robot is connected to the broker. */
  connection: v.picklist(CONNECTIONS),
  status: v.picklist(ROBOT_STATUSES),
  pose: v.nullable(pose),
  /** m/s */
  speed: v.number(),
  /** Percent. */
  battery: v.nullable(v.number()),
  charging: flag,
  driving: flag,
  paused: flag,
  /** A Stop is requested and stays in force until a person resumes. True while `stops` is not empty. */
  held: flag,
  /**
   * The Stops that hold the robot, oldest first. A robot that is `paused` without any was stopped by an unknown party.
   */
  stops: v.array(robotStop),
  eStop: v.picklist(E_STOPS),
  /** When the emergency stop was first reported; absent without one. */
  eStopSince: v.optional(time),
  mode: v.picklist(OPERATING_MODES),
  /** The lights that the robot reports as on; absent if there are none. */
  lights: v.optional(v.array(v.picklist(ROBOT_LIGHTS))),
  /** How many connections receive its picture and its sound, as it reports; absent if there are none. */
  watching: v.optional(v.object({ viewers: v.number(), listening: v.number() })),
  /** False while the robot is not localized. */
  located: flag,
  localization: v.nullable(v.number()),
  /** Whether the robot is executing an order. */
  busy: flag,
  task: v.nullable(robotTask),
  /** The current route run; its revision is incremented by every change. */
  drive: v.nullable(v.object({ id: v.string(), pathId: v.string(), revision: v.number() })),
  /** The current disinfection; its revision is incremented by every change. */
  disinfection: v.optional(v.nullable(v.object({ id: v.string(), revision: v.number() }))),
  problems: v.array(robotProblem),
  /** The planned path in metres on the pose's map; empty if there is none. */
  path: v.array(place),
  leaseHolder: v.nullable(v.string()),
  /** The robot accepts no orders from the console until it has confirmed a Stop. */
  drivingBlocked: v.optional(flag),
});
export type RobotLive = v.InferOutput<typeof robotLive>;

/** Capabilities from the factsheet (design 7): what the console can offer. */
export const robotAbilities = v.object({
  navigate: flag,
  pause: flag,
  charge: flag,
  relocate: flag,
  cancel: flag,
  teleop: flag,
  video: flag,
  audio: flag,
  liftRide: flag,
  /** Further action types from the factsheet. */
  actions: v.array(v.string()),
  /** m/s */
  maxSpeed: v.number(),
  /** Sizes of the compartments for deliveries, in the order of their numbers; left out without any. */
  compartments: v.optional(v.array(v.picklist(COMPARTMENT_SIZES))),
  /** How many people can watch it at once, if the robot announces it. */
  videoViewers: v.optional(v.number()),
});
export type RobotAbilities = v.InferOutput<typeof robotAbilities>;

/** One row of the robot list (spec 3 "Robot"). */
export const robot = v.object({
  serialNumber,
  robotNickName: v.string(),
  robotModel: v.string(),
  kind: v.picklist(ROBOT_KINDS),
  manufacturer,
  siteId: v.string(),
  /** '1' online, '0' offline. */
  onLineStatus: v.picklist(['0', '1']),
  /** '2' charging, '1' working, '0' neither. */
  actionStatus: v.picklist(['0', '1', '2']),
  /** Whether it is a navigation robot: it has a map and drives autonomously. */
  navigation: flag,
  /** Whether it takes calls. */
  takesCalls: v.optional(flag),
  relation: v.picklist(RELATIONS),
  demo: flag,
  softwareVersion: v.string(),
  live: robotLive,
});
export type Robot = v.InferOutput<typeof robot>;

export const robotDetail = v.object({
  ...robot.entries,
  robotMqtt: v.object({ mqttSubTopic: v.string(), mqttPubTopic: v.string() }),
  dialect: v.picklist(PROTOCOL_DIALECTS),
  abilities: robotAbilities,
  /** Time since the first message of the robot, ms. */
  runTime: v.nullable(v.number()),
  /** The console's map for each map name of the robot. */
  maps: v.array(v.object({ mapId: v.string(), robotMapName: v.string() })),
  simulated: flag,
});
export type RobotDetail = v.InferOutput<typeof robotDetail>;
