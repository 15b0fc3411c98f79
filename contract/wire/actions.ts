/**
 * Custom VDA 5050 actions and information, announced in the robot's factsheet (design 7), and the messages of our own
 * topics: teleop and its echo, events. WebRTC signalling is in rtc.ts.
 */
import * as v from 'valibot';
import { ROBOT_UPLOAD_KINDS } from '../rules/files.ts';
import { ALARM_TYPES, BROADCAST_LANGUAGES, DELIVERY_STATUSES } from '../entities/robotConstants.ts';
import { pictureBox } from '../entities/pictureBox.ts';
import { uploadRequest } from '../entities/file.ts';
import { learned } from '../entities/learningRecord.ts';
import { SETTING_NAMES, settingValue } from '../entities/robotSettings.ts';
import { id, pose, time } from '../entities/values.ts';
import { ALARM_MOMENTS, ALARM_SEVERITIES } from '../rules/alarms.ts';
import { NICKNAME_MAX, SPOKEN_MAX } from '../rules/limits.ts';
import { callEvent, callScreenEvent } from './calls.ts';
import { disinfectionReport } from './disinfection.ts';
import {
  compartmentEvent,
  deliveryEventDetails,
  deliveryPictureEvent,
  deliveryReturnEvent,
  wrongCodeEvent,
} from './deliveries.ts';

/**
 * Custom actions. `openDoor` (doorId) requests an access-controlled door and finishes once the door is open.
 * `controlLease` (lease: number; 0 = none) sets the lease whose teleop messages the robot accepts. `applySettings` (version,
 * values) carries all settings that were set; the robot answers with the event `settings`. `keepLearning` and
 * `forgetLearning` (learningId) decide about what the robot was taught; it answers with `learned` and `forgotten`.
 * `disinfect` (plan: JSON of wire/disinfection.ts) disinfects; the robot reports it with the event `disinfection`.
 * `buildMap` drives through the floor and finishes with the id of the uploaded map (ROS: YAML and PGM in a zip) as its
 * resultDescription.
 * `say` (text, language), `setLights` (on), `setHead` (horizontal, vertical: degrees), `setVolume` (volume: percent),
 * `openCabinet` and `closeCabinet` (cabinet: from 1). `takePhoto` finishes with the id of the uploaded file as its
 * resultDescription.
 */
export const CUSTOM_ACTIONS = [
  'controlLease',
  'takePhoto',
  'setLights',
  'setHead',
  'setVolume',
  'openCabinet',
  'closeCabinet',
  'say',
  'openDoor',
  'applySettings',
  'keepLearning',
  'forgetLearning',
  'disinfect',
  'buildMap',
] as const;
export type CustomAction = (typeof CUSTOM_ACTIONS)[number];
/** The feature of a robot that can carry picture and sound over Agora (rules/agora.ts). */
export const AGORA = 'agora';
/** The feature of a robot that sends single pictures of its camera by signalling (wire/rtc.ts). */
export const STILL_PICTURES = 'stillPictures';
/** Features announced as actions in the factsheet but never sent as actions: capabilities beyond the standard. */
export const CUSTOM_FEATURES = [
  'teleop',
  'video',
  'audio',
  /** Single pictures are sent by signalling. */
  STILL_PICTURES,
  'events',
  'liftRide',
  'privateCommands',
  'deliveries',
  'calls',
  /** In calls it shows pictures of its site, which it fetches. */
  'callPictures',
  AGORA,
] as const;
export type CustomFeature = (typeof CUSTOM_FEATURES)[number];

/**
 * infoType of the `information` entry for the current task; references: kind, target (point id), stops, progress,
 * until.
 */
export const TASK_INFORMATION = 'task';
export const TASK_KINDS = [
  'goTo',
  'delivery',
  'patrol',
  'cruise',
  'disinfection',
  'mapping',
  'guide',
  'charge',
  'dock',
  'reception',
  'manual',
  'lift',
  'other',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** The errorTypes that our robots report; each has a text in both languages. */
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
/**
 * Browser to robot on `teleop/{lease}`: at 20 Hz while the lease is held, and immediately on a change. Speeds: m/s
 * forward, rad/s counter-clockwise.
 */
export const teleopMessage = v.object({
  lease: v.pipe(v.number(), v.integer(), v.minValue(1)),
  sequence: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /**
   * The latest stamp received from the robot; -1 before the first. Without a stamp the robot accepts only a zero
   * velocity.
   */
  stamp: v.optional(count, -1),
  vx: v.pipe(v.number(), v.finite()),
  wz: v.pipe(v.number(), v.finite()),
});
export type TeleopMessage = v.InferOutput<typeof teleopMessage>;

/**
 * Robot to browser on `teleopEcho`, at 20 Hz while a lease is held: the newest accepted message and the actual
 * velocity.
 */
export const teleopEcho = v.object({
  lease: v.number(),
  /** -1 until a message was accepted. */
  sequence: v.number(),
  /**
   * Counts the echoes of this lease. It is returned in every teleop message and proves the message's age by the robot's
   * own clock.
   */
  stamp: v.optional(count, -1),
  /** Time since the robot received that sequence, ms; not part of the network round-trip time. */
  waited: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  /**
   * Why the robot stands during teleop: messages too old, dead man's timeout, held by Stop, an obstacle, the emergency
   * stop.
   */
  halted: v.nullable(v.picklist(['lag', 'silence', 'held', 'obstacle', 'emergencyStop'])),
  vx: v.number(),
  wz: v.number(),
});
export type TeleopEcho = v.InferOutput<typeof teleopEcho>;

/** Spoken text, or the id or name of a place. */
const line = v.pipe(v.string(), v.maxLength(SPOKEN_MAX));
const phoneNumber = v.pipe(v.string(), v.maxLength(40));
const settingKey = v.pipe(v.string(), v.maxLength(40));

/** Why a robot takes a photo by itself: at a stop of its run, or at the interval of its setting. */
export const PHOTO_CAUSES = ['task', 'interval'] as const;
export type PhotoCause = (typeof PHOTO_CAUSES)[number];

/** An event of a robot; `id` deduplicates repeats. */
export const eventMessage = v.object({
  id,
  at: time,
  event: v.variant('type', [
    /** Something is wrong at that pose; the id of the message names the alarm in what is reported about it later. */
    v.object({
      type: v.literal('alarm'),
      alarm: v.picklist(ALARM_TYPES),
      pose: v.nullable(pose),
      severity: v.optional(v.picklist(ALARM_SEVERITIES)),
      /** Measured value, in the unit of rules/alarms.ts. */
      value: v.optional(v.pipe(v.number(), v.finite())),
    }),
    /**
     * A picture of an alarm, uploaded before. `before`: the same view as the robot last saw it without the alarm; `box`:
     * what the robot recognised, in parts of the picture. It is drawn over the picture, with the name of the alarm.
     */
    v.object({
      type: v.literal('alarmPicture'),
      alarmId: id,
      moment: v.picklist(ALARM_MOMENTS),
      fileId: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/u, 'file id')),
      box: v.optional(pictureBox),
    }),
    /** The robot no longer finds what it reported. */
    v.object({ type: v.literal('alarmOver'), alarmId: id }),
    v.object({
      type: v.literal('delivery'),
      deliveryId: id,
      status: v.picklist(DELIVERY_STATUSES),
      /** The recipient's phone number with country code; a later event can omit what an earlier one contained. */
      phoneNumber: v.optional(phoneNumber),
      /** Points, each by its id or name. */
      loadingPoint: v.optional(line),
      destination: v.optional(line),
      ...deliveryEventDetails,
    }),
    compartmentEvent,
    wrongCodeEvent,
    deliveryReturnEvent,
    deliveryPictureEvent,
    /** A recognised face, on the private topic only. Not stored as an event. */
    v.object({
      type: v.literal('face'),
      /** The robot's own id of this recognition. */
      faceId: id,
      /** Absent for a stranger; else an id from `faceRecognition`. */
      personId: v.optional(id),
      /** Degrees Celsius. */
      temperature: v.nullable(v.number()),
      pose: v.optional(v.nullable(pose)),
      /** Uploaded before, of the kind `face`. */
      fileId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/u, 'file id'))),
      /** The id of the `highTemperature` alarm that the robot raised for it. */
      alarmId: v.optional(id),
    }),
    callEvent,
    callScreenEvent,
    v.object({
      type: v.literal('question'),
      question: v.string(),
      answered: v.boolean(),
      answer: v.optional(line),
      language: v.optional(v.picklist(BROADCAST_LANGUAGES)),
    }),
    /** Spoken text: shown while it is recent, never stored. */
    v.object({ type: v.literal('speech'), text: line, language: v.picklist(BROADCAST_LANGUAGES) }),
    /** The robot signed a visitor in. */
    v.object({
      type: v.literal('visit'),
      visitId: id,
      name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(NICKNAME_MAX)),
      phoneNumber,
      host: v.pipe(v.string(), v.trim(), v.maxLength(NICKNAME_MAX)),
    }),
    /** A photo that the robot took by itself; with the file that it uploaded before, why and where. */
    v.object({
      type: v.literal('photo'),
      photoId: id,
      fileId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/u, 'file id'))),
      cause: v.optional(v.picklist(PHOTO_CAUSES)),
      /** The order whose action took it. */
      orderId: v.optional(id),
      pose: v.optional(v.nullable(pose)),
    }),
    /** The robot's settings, at each connection and after each change; never stored as an event. */
    v.object({
      type: v.literal('settings'),
      /** The version of the last `applySettings` that the robot handled; 0 before the first. */
      version: v.pipe(v.number(), v.integer(), v.minValue(0)),
      values: v.record(settingKey, settingValue),
      refused: v.pipe(v.array(v.object({ name: settingKey, reason: line })), v.maxLength(SETTING_NAMES.length)),
    }),
    /** The robot learned something, or its use changed; never stored as an event. */
    v.object({ type: v.literal('learned'), ...learned.entries }),
    /** The robot deleted what it had learned. */
    v.object({ type: v.literal('forgotten'), learningId: id }),
    /** Progress of a disinfection; never stored as an event. */
    v.object({ type: v.literal('disinfection'), ...disinfectionReport.entries }),
    /** Asks for an upload ticket, which comes as a private command; never stored. */
    v.object({
      type: v.literal('uploadRequest'),
      ...uploadRequest.entries,
      fileKind: v.picklist(ROBOT_UPLOAD_KINDS),
    }),
  ]),
});
export type EventMessage = v.InferOutput<typeof eventMessage>;
