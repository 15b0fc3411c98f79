/** Video calls: an operator calls a robot, a visitor calls from a robot; records of both. */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { call, callLine } from '../entities/call.ts';
import { fileId } from '../entities/file.ts';
import { idOf, nothing } from '../entities/idOf.ts';
import { afterRow, serialNumberStr, timeSpan } from '../entities/listRequest.ts';
import { spokenText } from '../entities/spokenText.ts';
import { callerId, id, limit, page } from '../entities/values.ts';
import { exportZone } from '../entities/zone.ts';
import {
  CALL_AREA_MAX,
  CALL_ENDS,
  CALL_NOTE_MAX,
  CALL_ORIGINS,
  CALL_PICTURES,
  CALL_TOOLS,
  CALL_TOPICS,
} from '../rules/call.ts';
import { LIST_COUNTED, LIST_SEARCHED, NICKNAME_MAX, ROBOTS_AT_ONCE, SERIAL_NUMBER_MAX } from '../rules/limits.ts';

const callingRequestId = idOf('call', id);
const one = v.object({ callingRequestId });
/** Robots are called by their serial number, which is their `robotUserId`. */
const receiverUserId = idOf(
  'robot',
  v.pipe(v.string(), v.regex(/^[\w.:-]+$/u, 'receiverUserId'), v.maxLength(SERIAL_NUMBER_MAX)),
);

/** Limits of the records; the time is that of the beginning. */
const filter = {
  serialNumberStr,
  ...timeSpan,
  origin: v.optional(v.union([v.picklist(CALL_ORIGINS), v.literal('')]), ''),
  end: v.optional(v.union([v.picklist(CALL_ENDS), v.literal('')]), ''),
  /** A part of the operator's name, in any language. */
  operatorName: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(NICKNAME_MAX)), ''),
};

export const calls = {
  send: endpoint('/xprobot/send-calling', {
    summary: 'Calls a robot. It rings for 30 s; `ci` is the id of the call.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      userId: callerId,
      receiverUserId,
      /** The caller's place, shown at the robot. */
      currentArea: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(CALL_AREA_MAX)), ''),
      /** By default as the robot's video travels. */
      singleCallingTool: v.optional(v.picklist(CALL_TOOLS)),
    }),
    response: v.object({ ci: v.string() }),
  }),
  cameraCount: endpoint('/xprobot/get-camera-count', {
    summary: 'Returns how many cameras the robot of a call has, how many people watch, and how many can.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ cameras: v.number(), watching: v.number(), limit: v.number() }),
  }),
  end: endpoint('/xprobot/end-video-call', {
    summary: 'Hangs up, or withdraws a call that still rings. Only for the operator in the call; repeats do nothing.',
    access: onRobot('read'),
    kind: 'write',
    request: one,
    response: nothing,
  }),
  current: endpoint('/call/current', {
    summary: "Returns the open calls of the caller's robots that ring for the caller or have the caller in them.",
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.object({ calls: v.array(call) }),
  }),
  details: endpoint('/call/get-details', {
    summary: 'Returns a call with what happened in it.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ call, lines: v.array(callLine) }),
  }),
  answer: endpoint('/call/answer', {
    summary: "Answers a visitor's call. The first operator to answer has it.",
    access: onRobot('operate'),
    kind: 'write',
    request: one,
    response: call,
  }),
  decline: endpoint('/call/decline', {
    summary: 'Stops the ringing for the caller only; with nobody left to ring, the call ends.',
    access: onRobot('operate'),
    kind: 'write',
    request: one,
    response: call,
  }),
  askToWait: endpoint('/call/ask-to-wait', {
    summary: 'The robot asks the visitor to wait; it rings on.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ ...one.entries, text: spokenText }),
    response: call,
  }),
  repeat: endpoint('/call/still-there', {
    summary: 'Repeats that the operator is in the call, and whether its picture and sound arrive.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({
      ...one.entries,
      hasMedia: v.boolean(),
      roundTrip: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(60_000))), null),
    }),
    response: call,
  }),
  say: endpoint('/call/say', {
    summary:
      'The robot speaks this text of at most 400 letters or 200 Chinese characters, in a call of the caller or one that rings for the caller.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ ...one.entries, text: spokenText }),
    response: v.object({ actId: v.string() }),
  }),
  show: endpoint('/call/show', {
    summary:
      "Shows a picture on the robot's screen in a call of the caller: a built-in one, or with `imageId` one that its site keeps (`/call/get-content`); without a picture, the operator again.",
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      ...one.entries,
      picture: v.optional(v.union([v.picklist(CALL_PICTURES), v.literal('')]), ''),
      imageId: v.optional(v.union([fileId, v.literal('')]), ''),
    }),
    response: v.object({ actId: v.string() }),
  }),
  note: endpoint('/call/save-note', {
    summary: 'Says what an ended call was about. Only for the operator who was in it.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      ...one.entries,
      topic: v.nullable(v.picklist(CALL_TOPICS)),
      note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(CALL_NOTE_MAX)), ''),
    }),
    response: call,
  }),
  list: endpoint('/call/get-record-list', {
    summary: `Lists the calls of up to ${ROBOTS_AT_ONCE} robots, newest first, or of all the caller's robots if none is named. \`total\` stops at ${LIST_COUNTED}, and so do the pages; \`after\` goes on. \`operatorName\` is searched in the newest ${LIST_SEARCHED} calls that match the other filters.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ ...filter, page, limit, after: afterRow(callingRequestId) }),
    response: v.object({ total: v.number(), rows: v.array(call) }),
  }),
  export: endpoint('/call/export-records', {
    summary:
      "Exports the filtered calls as CSV (UTF-8) in the reader's language, newest first; `operatorName` is searched in all of them. Times are in the time zone that the header names.",
    access: signedIn,
    kind: 'read',
    binary: true,
    request: v.object({ ...filter, timeZone: exportZone }),
    response: v.file(),
  }),
};
