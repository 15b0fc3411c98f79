/** An alarm case: alarms of one robot, event and place, what was done about them, and who was told. */
import * as v from 'valibot';
import { ALARM_EVENTS, ALARM_MOMENTS, ALARM_SEVERITIES } from '../rules/alarms.ts';
import { CASE_ENDINGS, CASE_ENTRIES, CASE_STATES } from '../rules/alarmCase.ts';
import { ALARM_CHANNELS, NOTIFICATION_STATES } from '../rules/alarmNotification.ts';
import { id, serialNumber, time } from './values.ts';
import { fileId } from './file.ts';
import { idOf } from './idOf.ts';
import { pictureBox } from './pictureBox.ts';

export const alarmCaseId = idOf('alarmCase', id);

/** Somebody who acted, with the name in the reader's language; contacts act by a one-time link. */
const person = v.object({ kind: v.picklist(['account', 'contact']), id: v.string(), name: v.string() });

export const alarmCase = v.object({
  id: alarmCaseId,
  /** Consecutive number, as people quote it. */
  number: v.number(),
  serialNumber,
  robotName: v.string(),
  event: v.picklist(ALARM_EVENTS),
  severity: v.picklist(ALARM_SEVERITIES),
  state: v.picklist(CASE_STATES),
  raisedAt: time,
  /** The newest alarm of the case, and how many there were. */
  lastAt: time,
  count: v.number(),
  /** The robot no longer finds it since then. */
  overAt: v.nullable(time),
  /** Measured value (rules/alarms.ts); the highest of all alarms. */
  value: v.nullable(v.number()),
  /** Where it was raised: metres and radians on the map; `name` of the nearest point, '' far from any. */
  place: v.nullable(
    v.object({
      mapId: v.string(),
      x: v.number(),
      y: v.number(),
      theta: v.number(),
      name: v.string(),
      floor: v.string(),
    }),
  ),
  /** The newest picture taken while it lasted; null without one. */
  pictureId: v.nullable(fileId),
  owner: v.nullable(person),
  takenAt: v.nullable(time),
  handOverTo: v.nullable(v.object({ id: v.string(), name: v.string() })),
  /** When level two is told; null if it has been told or somebody has the case. */
  levelTwoAt: v.nullable(time),
  levelTwoToldAt: v.nullable(time),
  /** It was taken over an hour ago and is offered to everyone again. */
  isAskedAgain: v.boolean(),
  resolvedAt: v.nullable(time),
  resolvedBy: v.nullable(v.string()),
  cause: v.nullable(v.picklist(CASE_ENDINGS)),
  /** The case that it became part of. */
  mergedInto: v.optional(v.object({ id: alarmCaseId, number: v.number() })),
});
export type AlarmCase = v.InferOutput<typeof alarmCase>;

/** A free robot that can be sent to the place of a case, by its planned path. */
export const caseComer = v.object({
  serialNumber,
  robotName: v.string(),
  metres: v.number(),
  seconds: v.number(),
  /** No path was found on the plan: distance and time are those of the straight line. */
  isStraight: v.boolean(),
  /** Where it stops, facing the place. */
  stop: v.object({ mapId: v.string(), x: v.number(), y: v.number(), theta: v.number() }),
});
export type CaseComer = v.InferOutput<typeof caseComer>;

/** A robot that can speak at the place of a case; `metres` is null for one on another floor. */
export const caseSpeaker = v.object({ serialNumber, robotName: v.string(), metres: v.nullable(v.number()) });
export type CaseSpeaker = v.InferOutput<typeof caseSpeaker>;

/** A line in the history of a case. */
export const caseEntry = v.object({
  id: v.number(),
  at: time,
  kind: v.picklist(CASE_ENTRIES),
  /** Who did it; '' for the server and the robot. */
  by: v.string(),
  /** Whom it concerns, for a hand-over: a name; for `told`: how many contacts; for `noPicture`: a `PictureGap`. */
  to: v.string(),
  /** Level, for `told`, `nobodyToTell` and `notificationsOff`. */
  level: v.nullable(v.number()),
  text: v.string(),
  /** Number of the merged case in which it happened; absent for the case itself. */
  ofCase: v.optional(v.number()),
});
export type CaseEntry = v.InferOutput<typeof caseEntry>;

/** A message to one contact about a case. */
export const alarmNotification = v.object({
  id,
  level: v.number(),
  name: v.string(),
  channel: v.picklist(ALARM_CHANNELS),
  state: v.picklist(NOTIFICATION_STATES),
  /** Told in one message with other cases; left out by older servers. */
  inSummary: v.optional(v.boolean()),
  attempts: v.number(),
  /** Why the last attempt failed; '' otherwise. */
  reason: v.string(),
  at: time,
  settledAt: v.nullable(time),
  /** After a failed attempt: when it is sent again. */
  nextTryAt: v.nullable(time),
});
export type AlarmNotification = v.InferOutput<typeof alarmNotification>;

/** Nobody was reached by the messages of a case so far; `nextAt`: when its contacts are told again, null if they are not. */
export const tellingAgain = v.object({ nextAt: v.nullable(time), count: v.number(), most: v.number() });
export type TellingAgain = v.InferOutput<typeof tellingAgain>;

/** Level two, unless somebody takes the case before `at`: contacts with their hours (entities/alarmContact.ts). */
export const toldNext = v.object({
  at: time,
  timeZone: v.string(),
  contacts: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      roleIds: v.array(v.string()),
      hours: v.array(v.number()),
      quietDays: v.array(v.object({ from: v.string(), until: v.string() })),
    }),
  ),
});
export type ToldNext = v.InferOutput<typeof toldNext>;

export const casePicture = v.object({
  fileId,
  moment: v.picklist(ALARM_MOMENTS),
  at: time,
  /** What the robot recognised; null if it did not say. */
  box: v.optional(v.nullable(pictureBox), null),
});
export type CasePicture = v.InferOutput<typeof casePicture>;

/** Another case at the same place. */
export const caseAtPlace = v.object({
  id: alarmCaseId,
  event: v.picklist(ALARM_EVENTS),
  raisedAt: time,
  cause: v.nullable(v.picklist(CASE_ENDINGS)),
  /** From raising to resolving, ms; null while it is open. */
  lastedMs: v.nullable(v.number()),
});
export type CaseAtPlace = v.InferOutput<typeof caseAtPlace>;
