/**
 * Messages between the server and its simulator over the child process's IPC channel, never over the network, so that
 * injected faults cannot reach real robots (design 1, 9).
 */
import * as v from 'valibot';
import { ROBOT_INCIDENTS } from '../endpoints/faults.ts';
import { ROBOT_KINDS } from '../entities/constants.ts';
import { floorPlan } from '../entities/floorPlan.ts';
import { ALARM_TYPES, POINT_ATTRIBUTES } from '../entities/robotConstants.ts';
import { serialNumber } from '../entities/values.ts';

/** How a simulated robot signs in to the broker. */
const robotSignIn = v.object({
  serialNumber,
  manufacturer: v.string(),
  interfaceName: v.string(),
  username: v.string(),
  password: v.string(),
});

/** The file with the demo robots' passwords for the simulator; its path is the first argument. */
export const robotCredentials = v.object({
  url: v.string(),
  /** PEM of the local certificate authority for wss; absent on loopback. */
  caPem: v.optional(v.string()),
  iceServers: v.optional(
    v.array(
      v.object({
        urls: v.union([v.string(), v.array(v.string())]),
        username: v.optional(v.string()),
        credential: v.optional(v.string()),
      }),
    ),
  ),
  robots: v.array(robotSignIn),
});
export type RobotCredentials = v.InferOutput<typeof robotCredentials>;

const spot = v.object({ x: v.number(), y: v.number(), theta: v.number() });

/** A floor that people drew, under the name that its simulated robots have for it. */
const simulatedFloor = v.object({
  mapName: v.string(),
  plan: floorPlan,
  resolution: v.number(),
  /** Those with charging bays. */
  points: v.array(
    v.object({
      id: v.string(),
      ...spot.entries,
      attributes: v.array(v.picklist(POINT_ATTRIBUTES)),
      bays: v.array(v.object({ id: v.string(), ...spot.entries })),
    }),
  ),
});
export type SimulatedFloor = v.InferOutput<typeof simulatedFloor>;

/** A robot that people added as a simulated one. */
const simulatedRobot = v.object({
  ...robotSignIn.entries,
  model: v.string(),
  kind: v.picklist(ROBOT_KINDS),
  /** Where it was last; null: it is placed on its first floor. */
  pose: v.nullable(v.object({ mapName: v.string(), ...spot.entries })),
});
export type SimulatedRobot = v.InferOutput<typeof simulatedRobot>;

/** Robots that share their floors, and so avoid each other. */
const simulatedSite = v.object({
  id: v.string(),
  floors: v.array(simulatedFloor),
  robots: v.array(simulatedRobot),
});
export type SimulatedSite = v.InferOutput<typeof simulatedSite>;

/** Server to simulator. */
export const simulatorCommand = v.variant('type', [
  v.object({ type: v.literal('fault'), serialNumber, fault: v.picklist(ROBOT_INCIDENTS), on: v.boolean() }),
  /** A person types a code at the robot. */
  v.object({ type: v.literal('keypad'), serialNumber, code: v.string() }),
  /** Calls a lift to a floor, or opens a door of the simulated building; answered by `equipment`. */
  v.object({
    type: v.literal('equipment'),
    requestId: v.string(),
    kind: v.picklist(['lift', 'door']),
    id: v.string(),
    mapId: v.string(),
  }),
  /** Draws what a demo robot's camera saw in the past, alone on its floor; answered by `photo`. */
  v.object({
    type: v.literal('photo'),
    requestId: v.string(),
    serialNumber,
    mapId: v.string(),
    ...spot.entries,
    /** ms since 1970 */
    at: v.number(),
    /** What an alarm was about, in sight of the robot, which looks at it; or only the view of it, when it is not there. */
    alarm: v.optional(
      v.object({ event: v.picklist(ALARM_TYPES), value: v.optional(v.number()), isThere: v.boolean() }),
    ),
  }),
  /** All robots that people added as simulated ones; those that are left out disappear. */
  v.object({ type: v.literal('sites'), sites: v.array(simulatedSite) }),
  v.object({ type: v.literal('stop') }),
]);
export type SimulatorCommand = v.InferOutput<typeof simulatorCommand>;

/** Simulator to server. */
export const simulatorEvent = v.variant('type', [
  v.object({ type: v.literal('ready'), robots: v.number() }),
  v.object({ type: v.literal('equipment'), requestId: v.string(), opened: v.boolean() }),
  /** A JPEG file in base64; null if it could not be drawn. */
  v.object({ type: v.literal('photo'), requestId: v.string(), jpeg: v.nullable(v.string()) }),
]);
export type SimulatorReport = v.InferOutput<typeof simulatorEvent>;
