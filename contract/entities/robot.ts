/** A robot: what is registered of it, and what it last said (spec 3, design 6). */
import * as v from 'valibot';
import { PROTOCOL_DIALECTS } from '../rules/dialect.ts';
import { TASK_KINDS } from '../wire/actions.ts';
import { E_STOPS, OPERATING_MODES } from '../wire/vda5050.ts';
import { RELATIONS, ROBOT_KINDS, ROBOT_STATUSES } from './constants.ts';
import { flag, id, manufacturer, pose, serialNumber, time } from './values.ts';
import { place } from './floorPlan.ts';

/** What a robot is at, in words made from data. Names are in the reader's language. */
export const robotTask = v.object({
  kind: v.picklist(TASK_KINDS),
  /** The name of the point or room it is about; empty when there is none. */
  target: v.string(),
  targetId: v.nullable(v.string()),
  /** 0..1 where known. */
  progress: v.nullable(v.number()),
  stops: v.array(
    v.object({
      name: v.string(),
      pointId: v.nullable(v.string()),
      reachedAt: v.nullable(time),
      expectedAt: v.nullable(time),
    }),
  ),
  /** ms since 1970 where known. */
  until: v.nullable(time),
  /** Metres to go to the next stop where known. */
  toGo: v.nullable(v.number()),
});
export type RobotTask = v.InferOutput<typeof robotTask>;

export const robotProblem = v.object({
  type: v.string(),
  level: v.picklist(['WARNING', 'FATAL']),
  /** The robot's own words, shown where we have none for the type. */
  description: v.string(),
  hint: v.string(),
  since: time,
});
export type RobotProblem = v.InferOutput<typeof robotProblem>;

/** A Stop that holds a robot. A Resume names those that its person saw, and lifts only them. */
export const robotStop = v.object({
  id,
  by: v.object({ userId: v.string(), name: v.string() }),
  at: time,
  /** Whether the database has it. Until then nobody can lift it. */
  recorded: flag,
});
export type RobotStop = v.InferOutput<typeof robotStop>;

/** What is known of a robot now. `at` is the server's time of receipt: ages are counted from it. */
export const robotLive = v.object({
  serialNumber,
  /** null: it has never been heard. */
  at: v.nullable(time),
  /** Whether the broker holds its connection. `broken` came by last will. */
  connection: v.picklist(['online', 'offline', 'broken']),
  status: v.picklist(ROBOT_STATUSES),
  pose: v.nullable(pose),
  /** m/s */
  speed: v.number(),
  /** Per cent. */
  battery: v.nullable(v.number()),
  charging: flag,
  driving: flag,
  paused: flag,
  /** Stop is wanted: it stays until a person resumes. True while `stops` has any. */
  held: flag,
  /** The Stops that hold it, oldest first. A robot that is `paused` without any was stopped by someone unknown. */
  stops: v.array(robotStop),
  eStop: v.picklist(E_STOPS),
  mode: v.picklist(OPERATING_MODES),
  /** False while it does not know where it is. */
  located: flag,
  localization: v.nullable(v.number()),
  /** An order is being carried out. */
  busy: flag,
  task: v.nullable(robotTask),
  /** The drive along a cruise route that it is on; its revision rises with each change of it. */
  drive: v.nullable(v.object({ id: v.string(), pathId: v.string(), revision: v.number() })),
  problems: v.array(robotProblem),
  /** The planned way, metres on the pose's map; empty when there is none. */
  path: v.array(place),
  leaseHolder: v.nullable(v.string()),
});
export type RobotLive = v.InferOutput<typeof robotLive>;

/** What the console may offer, from the factsheet (design 7). */
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
  /** Further action types it announces. */
  actions: v.array(v.string()),
  /** m/s */
  maxSpeed: v.number(),
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
  /** '2' charging, '1' at work, '0' neither. */
  actionStatus: v.picklist(['0', '1', '2']),
  /** A navigation robot: it has a map and drives by itself. */
  navigation: flag,
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
  /** ms the robot has been running since it was first heard. */
  runTime: v.nullable(v.number()),
  /** Which of our maps each map name of the robot's means. */
  maps: v.array(v.object({ mapId: v.string(), robotMapName: v.string() })),
  simulated: flag,
});
export type RobotDetail = v.InferOutput<typeof robotDetail>;
