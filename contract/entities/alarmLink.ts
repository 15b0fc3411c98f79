/** What the holder of a one-time link sees of an alarm case: no place, no picture, no ids of people. */
import * as v from 'valibot';
import { CASE_ENDINGS, CASE_STATES } from '../rules/alarmCase.ts';
import { ALARM_EVENTS, ALARM_SEVERITIES } from '../rules/alarms.ts';
import { alarmCaseId } from './alarmCase.ts';
import { time } from './values.ts';

export const linkedCase = v.object({
  /** Of the server, for the countdown. */
  time,
  /** Whose link it is. */
  contactName: v.string(),
  expiresAt: time,
  /** For the case's page, after signing in. */
  caseId: alarmCaseId,
  number: v.number(),
  robotName: v.string(),
  event: v.picklist(ALARM_EVENTS),
  severity: v.picklist(ALARM_SEVERITIES),
  state: v.picklist(CASE_STATES),
  raisedAt: time,
  count: v.number(),
  /** The robot no longer finds it since then. */
  overAt: v.nullable(time),
  /** '' while nobody has it. */
  ownerName: v.string(),
  takenAt: v.nullable(time),
  /** The contact of this link has it. */
  isMine: v.boolean(),
  canTake: v.boolean(),
  levelTwoAt: v.nullable(time),
  levelTwoToldAt: v.nullable(time),
  resolvedAt: v.nullable(time),
  cause: v.nullable(v.picklist(CASE_ENDINGS)),
  /** Of the robot's site. */
  timeZone: v.string(),
  /** Of the site's reception, with its country code and spaces; '' without one, left out by older servers. */
  sitePhone: v.optional(v.string()),
});
export type LinkedCase = v.InferOutput<typeof linkedCase>;
