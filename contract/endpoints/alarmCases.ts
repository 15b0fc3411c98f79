/** Alarm cases: the list, one case with its history, and what people do about it. */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import {
  alarmCase,
  alarmCaseId,
  alarmNotification,
  caseAtPlace,
  caseComer,
  caseEntry,
  casePicture,
  caseSpeaker,
  tellingAgain,
  toldNext,
} from '../entities/alarmCase.ts';
import { fileId } from '../entities/file.ts';
import { callerId, flag, limit, page, serialNumber, time } from '../entities/values.ts';
import { idOf, nothing } from '../entities/idOf.ts';
import { optionalRobots, timeSpan } from '../entities/listRequest.ts';
import { ALARM_EVENTS } from '../rules/alarms.ts';
import { CASE_CAUSES, CASE_NOTE_MAX, REOPEN_WITHIN_MS } from '../rules/alarmCase.ts';
import { CASE_MESSAGES_SHOWN } from '../rules/caseHistory.ts';
import { LIST_SEARCHED, PAGE_SIZE } from '../rules/limits.ts';

/** `unresolved`: open and taken ones. */
export const CASE_FILTERS = ['', 'unresolved', 'open', 'taken', 'resolved'] as const;
/** `mine`: the caller's; `nobody`: cases without an owner. */
export const OWNER_FILTERS = ['', 'mine', 'nobody'] as const;
const note = v.pipe(v.string(), v.trim(), v.maxLength(CASE_NOTE_MAX));
const named = v.object({ caseId: alarmCaseId });
/** The case after the act. */
const changed = alarmCase;

/** Cases that get-open-cases returns, most urgent first. */
export const MOST_OPEN_CASES = 100;
/** Places among them for the cases that opened last, if there are more. */
export const NEWEST_AMONG_THEM = 20;
/** The total of a list stops counting here; a higher number means "more than". */
export const CASES_COUNTED = 2_000;
/** Cases at the same place that get-case returns, of the last 30 days. */
export const MOST_CASES_AT_PLACE = 20;
/** Cases that get-mergeable-cases returns, newest first. */
export const MOST_MERGEABLE = 20;

export const alarmCases = {
  list: endpoint('/alarm/get-case-list', {
    summary: `Lists the alarm cases of the caller's robots, newest first. \`text\` searches place, robot and number in the newest ${LIST_SEARCHED} cases that match the other filters. \`total\` stops at ${CASES_COUNTED}, and so do the pages.`,
    access: signedIn,
    kind: 'read',
    request: v.object({
      serialNumberStr: optionalRobots,
      page,
      limit,
      events: v.optional(v.pipe(v.array(v.picklist(ALARM_EVENTS)), v.maxLength(ALARM_EVENTS.length)), []),
      state: v.optional(v.picklist(CASE_FILTERS), ''),
      owner: v.optional(v.picklist(OWNER_FILTERS), ''),
      ...timeSpan,
      text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
    }),
    response: v.object({
      total: v.number(),
      rows: v.array(alarmCase),
      /** Of all the caller's robots, whatever the filters. */
      open: v.number(),
      taken: v.number(),
    }),
  }),
  newest: endpoint('/srobot/get-newest-alarm-record-list', {
    summary: "Returns the newest alarm cases of a robot, or of all the caller's robots if none is named.",
    access: signedIn,
    kind: 'read',
    request: v.object({
      userId: callerId,
      serialNumber: v.optional(v.union([serialNumber, v.literal('')]), ''),
      size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAGE_SIZE.max)), PAGE_SIZE.first),
    }),
    response: v.array(alarmCase),
  }),
  open: endpoint('/alarm/get-open-cases', {
    summary: `Returns the unresolved cases of the caller's robots: those without an owner first, the soonest level two first; at most ${MOST_OPEN_CASES}, the last ${NEWEST_AMONG_THEM} of which are then those that opened last.`,
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.object({ time, total: v.number(), withoutOwner: v.number(), rows: v.array(alarmCase) }),
  }),
  details: endpoint('/alarm/get-case', {
    summary: `Returns a case with its pictures, history, newest ${CASE_MESSAGES_SHOWN} messages, and other cases at the same place within 30 days.`,
    access: onRobot('read'),
    kind: 'read',
    request: named,
    response: v.object({
      time,
      case: alarmCase,
      entries: v.array(caseEntry),
      notifications: v.array(alarmNotification),
      /** How many messages there are before those. */
      olderNotifications: v.optional(v.number(), 0),
      /** Null unless nobody has been reached. */
      tellingAgain: v.optional(v.nullable(tellingAgain), null),
      /** For callers who may see the site's contacts; null if nobody is told next. */
      toldNext: v.optional(v.nullable(toldNext), null),
      pictures: v.array(casePicture),
      atPlace: v.array(caseAtPlace),
      /** Cases that became part of this one; their entries and pictures are among those above. */
      merged: v.optional(v.array(alarmCase)),
      /** A robot is taking a picture of the place, because the case was resolved. */
      isPictureComing: v.optional(flag, false),
    }),
  }),
  people: endpoint('/alarm/get-case-people', {
    summary: 'Lists the accounts that a case can be handed over to: those that operate its robot, online ones first.',
    access: onRobot('operate'),
    kind: 'read',
    request: named,
    response: v.object({ people: v.array(v.object({ id: v.string(), name: v.string(), online: flag })) }),
  }),
  robots: endpoint('/alarm/get-case-robots', {
    summary:
      'Lists the free robots of the caller that can be sent to the place of a case, fastest first, and the robots that can speak there, nearest first.',
    access: onRobot('operate'),
    kind: 'read',
    request: named,
    response: v.object({ comers: v.array(caseComer), speakers: v.array(caseSpeaker) }),
  }),
  take: endpoint('/alarm/take-case', {
    summary: 'Takes a case, which ends its countdown. The first caller gets it; the others learn who has it.',
    access: onRobot('operate'),
    kind: 'write',
    request: named,
    response: changed,
  }),
  release: endpoint('/alarm/release-case', {
    summary: 'Gives a case back: it has no owner, and its countdown begins again.',
    access: onRobot('operate'),
    kind: 'write',
    request: named,
    response: changed,
  }),
  handOver: endpoint('/alarm/hand-over-case', {
    summary: 'Asks another account to take the case over. The caller keeps it until the other accepts.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ caseId: alarmCaseId, to: idOf('account', v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))) }),
    response: changed,
  }),
  answerHandOver: endpoint('/alarm/answer-hand-over', {
    summary: 'Accepts or declines a case that its owner wants to hand over to the caller.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ caseId: alarmCaseId, accept: flag }),
    response: changed,
  }),
  resolve: endpoint('/alarm/resolve-case', {
    summary:
      'Resolves a case that the caller has taken. `pictureId` is a photo of the place afterwards, from the library; without one, a robot that sees the place is asked for it. The case is resolved in any case, and its history says why there is no picture.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      caseId: alarmCaseId,
      cause: v.picklist(CASE_CAUSES),
      note: v.optional(note, ''),
      pictureId: v.optional(fileId),
    }),
    response: changed,
  }),
  reopen: endpoint('/alarm/reopen-case', {
    summary: `Opens a resolved case again, within ${REOPEN_WITHIN_MS / 86_400_000} days.`,
    access: onRobot('operate'),
    kind: 'write',
    request: named,
    response: changed,
  }),
  mergeable: endpoint('/alarm/get-mergeable-cases', {
    summary: `Lists the cases of the same robot that the caller can merge with a case, newest first; at most ${MOST_MERGEABLE}.`,
    access: onRobot('operate'),
    kind: 'read',
    request: named,
    response: v.object({ cases: v.array(alarmCase) }),
  }),
  merge: endpoint('/alarm/merge-cases', {
    summary:
      'Merges two unresolved cases of a robot and returns the older one, which the caller then has. The other one ends, its messages stop, and its history and pictures are shown with the older one. Cases of a colleague, and those that are offered to somebody, are refused. This cannot be undone.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ caseId: alarmCaseId, otherId: alarmCaseId }),
    response: changed,
  }),
  addNote: endpoint('/alarm/add-case-note', {
    summary: 'Adds a note to the history of a case.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ caseId: alarmCaseId, text: v.pipe(note, v.nonEmpty()) }),
    response: nothing,
  }),
};
