/**
 * Our own VDA 5050 actions and information, announced in a robot's factsheet (design 7), and our own topics'
 * messages: teleop with its echo, events, WebRTC signalling.
 */
import * as v from 'valibot';
import { ALARM_TYPES, BROADCAST_LANGUAGES, DELIVERY_STATUSES, VIDEO_QUALITIES } from '../entities/constants.ts';
import { id, pose, time } from '../entities/values.ts';
import { NICKNAME_MAX, SPOKEN_MAX } from '../rules/limits.ts';

/** Actions beyond the standard's. `openDoor` (doorId) has a door under access control opened and is done when it stands open. `controlLease` (lease: number; 0 = nobody) tells whom the robot obeys. */
export const CUSTOM_ACTIONS = [
  'controlLease',
  'takePhoto',
  'setLights',
  'setHead',
  'setVolume',
  'openCabinet',
  'say',
  'openDoor',
] as const;
export type CustomAction = (typeof CUSTOM_ACTIONS)[number];
/** Features announced as actions without being sent as such: what a robot of ours can do beyond the standard. */
export const CUSTOM_FEATURES = ['teleop', 'video', 'audio', 'events', 'liftRide', 'privateCommands'] as const;
export type CustomFeature = (typeof CUSTOM_FEATURES)[number];

/** `information` of this type tells what the robot is at; references: kind, target (point id), stops, progress, until. */
export const TASK_INFORMATION = 'task';
export const TASK_KINDS = [
  'goTo',
  'delivery',
  'patrol',
  'cruise',
  'disinfection',
  'guide',
  'charge',
  'dock',
  'reception',
  'manual',
  'lift',
  'other',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Errors our robots report, by errorType; each has words in both languages. */
export const ROBOT_ERROR_TYPES = [
  'emergencyStop',
  'pathBlocked',
  'noPath',
  'orderError',
  'orderUpdateError',
  'noRouteError',
  'validationError',
  'noOrderToCancel',
  'instantActionError',
  'batteryLow',
  'localizationLost',
  'cameraUnplugged',
  'liftUnavailable',
  'busy',
  'wrongMap',
  'targetOutsideMap',
  'targetBlocked',
] as const;
export type RobotErrorType = (typeof ROBOT_ERROR_TYPES)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(-1));
/** Browser to robot on `teleop/{lease}`, at 20 Hz while the lease is held and at once on a change. Speeds: m/s forward, rad/s counter-clockwise. */
export const teleopMessage = v.object({
  lease: v.pipe(v.number(), v.integer(), v.minValue(1)),
  sequence: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The newest stamp heard of this robot; -1 before the first. Without one nothing but a zero is obeyed. */
  stamp: v.optional(count, -1),
  vx: v.pipe(v.number(), v.finite()),
  wz: v.pipe(v.number(), v.finite()),
});
export type TeleopMessage = v.InferOutput<typeof teleopMessage>;

/** Robot to browser on `teleopEcho` at 20 Hz while a lease is held: the newest message it obeyed, and what its wheels do. */
export const teleopEcho = v.object({
  lease: v.number(),
  /** -1 until one was obeyed. */
  sequence: v.number(),
  /** Counts the echoes of this lease: it comes back in every teleop message and proves by the robot's own clock how old that one is. */
  stamp: v.optional(count, -1),
  /** ms that the robot has had that sequence: no part of the network's round trip. */
  waited: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  /** Why the wheels stand although a hand drives: dropped for lag, dead-man, held by Stop, an obstacle, the emergency stop. */
  halted: v.nullable(v.picklist(['lag', 'silence', 'held', 'obstacle', 'emergencyStop'])),
  vx: v.number(),
  wz: v.number(),
});
export type TeleopEcho = v.InferOutput<typeof teleopEcho>;

/** A line that is said, or a place's id or name. */
const line = v.pipe(v.string(), v.maxLength(SPOKEN_MAX));
const phoneNumber = v.pipe(v.string(), v.maxLength(40));

/** What happened to a robot, once: `id` makes a repeat harmless. */
export const eventMessage = v.object({
  id,
  at: time,
  event: v.variant('type', [
    v.object({ type: v.literal('alarm'), alarm: v.picklist(ALARM_TYPES), pose: v.nullable(pose) }),
    v.object({
      type: v.literal('delivery'),
      deliveryId: id,
      status: v.picklist(DELIVERY_STATUSES),
      /** Whom it is for, with country code; a later event may leave out what an earlier one said. */
      phoneNumber: v.optional(phoneNumber),
      /** Points, each by its id or by a name. */
      loadingPoint: v.optional(line),
      destination: v.optional(line),
    }),
    v.object({ type: v.literal('face'), faceId: id, temperature: v.nullable(v.number()) }),
    v.object({
      type: v.literal('question'),
      question: v.string(),
      answered: v.boolean(),
      answer: v.optional(line),
      language: v.optional(v.picklist(BROADCAST_LANGUAGES)),
    }),
    /** It said something: shown while it is news, and not stored. */
    v.object({ type: v.literal('speech'), text: line, language: v.picklist(BROADCAST_LANGUAGES) }),
    /** It signed a visitor in. */
    v.object({
      type: v.literal('visit'),
      visitId: id,
      name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(NICKNAME_MAX)),
      phoneNumber,
      host: v.pipe(v.string(), v.trim(), v.maxLength(NICKNAME_MAX)),
    }),
    v.object({ type: v.literal('photo'), photoId: id }),
  ]),
});
export type EventMessage = v.InferOutput<typeof eventMessage>;

const candidate = v.object({
  candidate: v.string(),
  sdpMid: v.nullable(v.string()),
  sdpMLineIndex: v.nullable(v.number()),
});
/** Browser to robot. `call` tells one viewing from the next on the same connection. */
export const rtcUp = v.variant('type', [
  v.object({ type: v.literal('watch'), call: id, quality: v.picklist(VIDEO_QUALITIES) }),
  v.object({ type: v.literal('answer'), call: id, sdp: v.string() }),
  v.object({ type: v.literal('candidate'), call: id, candidate }),
  v.object({ type: v.literal('quality'), call: id, quality: v.picklist(VIDEO_QUALITIES) }),
  v.object({ type: v.literal('bye'), call: v.optional(id) }),
]);
export type RtcUp = v.InferOutput<typeof rtcUp>;
/** Robot to browser. */
export const rtcDown = v.variant('type', [
  v.object({ type: v.literal('offer'), call: id, sdp: v.string() }),
  v.object({ type: v.literal('candidate'), call: id, candidate }),
  v.object({
    type: v.literal('refused'),
    call: id,
    reason: v.picklist(['noCamera', 'tooManyViewers', 'failed', 'notAllowed']),
  }),
  /** Picture and sound are held back: the server took the grant away, or has not confirmed it for too long. */
  v.object({ type: v.literal('muted'), call: id, reason: v.picklist(['revoked', 'unconfirmed']) }),
  v.object({ type: v.literal('bye'), call: id }),
]);
export type RtcDown = v.InferOutput<typeof rtcDown>;
