/**
 * Face recognition records (spec 7, design 24). Lists and exports have blurred pictures or none. A clear picture takes two
 * calls: `reveal` records who looks and why, and `open` returns the picture once for its ticket.
 */
import * as v from 'valibot';
import { accountAdmin, endpoint, onRobot, signedIn } from '../endpoint.ts';
import { faceCounts, faceDetails, facePerson, faceRecord, faceRequest, faceSetting } from '../entities/face.ts';
import { handlerChecked, idOf, nothing } from '../entities/idOf.ts';
import { afterRow, optionalRobots, timeSpan } from '../entities/listRequest.ts';
import { revision } from '../entities/site.ts';
import { flag, id, limit, page, serialNumber, siteId, time } from '../entities/values.ts';
import {
  CONSENT_NOTE_MAX,
  FACE_ASKS_PER_HOUR,
  FACE_DAYS,
  FACE_GRANT_MS,
  FACE_NAME_MAX,
  FACE_PERSON_KINDS,
  FACE_PERSONS_MAX,
  FACE_REQUEST_MS,
  FACE_SELECT_TYPES,
  FACES_COUNTED,
  GROUND_LENGTH,
  REVEAL_MS,
  REVEAL_NOTE,
  REVEAL_REASONS,
  REVEALS_PER_HOUR,
} from '../rules/faces.ts';
import { isTimeZone } from '../rules/timeZone.ts';

const faceId = idOf('face', id);
const personId = idOf('facePerson', id);
const line = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most), v.regex(/^[^\p{Cc}]*$/u, 'one line'));
const days = v.pipe(v.number(), v.integer(), v.minValue(FACE_DAYS.min), v.maxValue(FACE_DAYS.max));
/** `startTime` (inclusive) and `endTime` (exclusive) limit the recognition time; 0: no limit. `name` finds registered persons. */
const filter = {
  serialNumberStr: optionalRobots,
  selectType: v.optional(v.picklist(FACE_SELECT_TYPES), 'all'),
  name: v.optional(line(FACE_NAME_MAX), ''),
  ...timeSpan,
};

export const faces = {
  list: endpoint('/xprobot/find-face-record', {
    summary: `Lists face recognition records, newest first, of the named robots or of all the caller's robots. Pictures are blurred. Each kind is counted up to ${FACES_COUNTED}, and so far reach the pages; \`after\` goes on.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ ...filter, page, limit, after: afterRow(faceId) }),
    response: v.object({ total: v.number(), rows: v.array(faceRecord), counts: faceCounts }),
  }),
  details: endpoint('/xprobot/get-face-record', {
    summary: 'Returns a record with a list of who revealed its picture and why.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ faceId }),
    response: faceDetails,
  }),
  export: endpoint('/xprobot/export-face-record', {
    summary: `Exports the records of the filter as CSV, without pictures; at most ${FACES_COUNTED} rows, newest first. Recorded in the audit log.`,
    access: signedIn,
    kind: 'read',
    binary: true,
    request: v.object({
      ...filter,
      timeZone: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64), v.check(isTimeZone, 'timeZone')),
    }),
    response: v.file(),
  }),
  check: endpoint('/xprobot/check-face-record', {
    summary: 'Marks a record as checked by the caller.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ faceId }),
    response: nothing,
  }),
  reveal: endpoint('/xprobot/reveal-face', {
    summary: `Returns a ticket for the clear picture of one record. It is valid once, for the caller, for ${REVEAL_MS / 1000} s. The reason is recorded first, with a note of at least ${REVEAL_NOTE.words} words. At most ${REVEALS_PER_HOUR} an hour per person. Needs the right \`administer\`, or the answer of an administrator to \`ask-face-reveal\`.`,
    // The handler demands `administer`, or an administrator's permission.
    access: onRobot('operate'),
    kind: 'secret',
    request: v.object({
      faceId,
      reason: v.picklist(REVEAL_REASONS),
      note: line(REVEAL_NOTE.max),
    }),
    response: v.object({ ticket: v.string(), until: v.number() }),
  }),
  open: endpoint('/xprobot/open-face', {
    summary: 'Returns the clear picture for the ticket of `reveal-face`, once. Caches must not store it.',
    access: onRobot('operate'),
    kind: 'secret',
    binary: true,
    request: v.object({ faceId, ticket: v.pipe(v.string(), v.maxLength(100)) }),
    response: v.file(),
  }),
  remove: endpoint('/xprobot/delete-face-record', {
    summary: 'Deletes a record and its picture at once.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ faceId }),
    response: nothing,
  }),
  persons: endpoint('/xprobot/get-face-person-list', {
    summary: 'Lists the registered persons of a site.',
    access: onRobot('administer'),
    kind: 'read',
    request: v.object({ siteId }),
    response: v.object({ rows: v.array(facePerson) }),
  }),
  register: endpoint('/xprobot/register-face-person', {
    summary: `Registers the stranger of a record under a name, with their consent, so that robots of the site recognise them. The consent of a visitor ends after a day. At most ${FACE_PERSONS_MAX} persons a site.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      faceId,
      name: v.pipe(line(FACE_NAME_MAX), v.nonEmpty()),
      personKind: v.picklist(FACE_PERSON_KINDS),
      /** The person has agreed. */
      consent: v.literal(true),
      consentNote: v.optional(line(CONSENT_NOTE_MAX), ''),
    }),
    response: v.object({ personId: v.string() }),
  }),
  erase: endpoint('/xprobot/erase-face-person', {
    summary: 'Erases a person with all their records and pictures, on the robots too. Cannot be undone.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ personId }),
    response: nothing,
  }),
  settings: endpoint('/xprobot/get-face-setting-list', {
    summary:
      "Lists whether face recognition is on at the caller's sites, on which ground, and how long data is kept. Account administrators get all sites.",
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.object({ rows: v.array(faceSetting) }),
  }),
  saveSetting: endpoint('/xprobot/save-face-setting', {
    summary: `Switches face recognition of a site on or off and sets how long data is kept. Needs a ground of at least ${GROUND_LENGTH.min} characters when on. Refused if the setting was changed since the given \`revision\`.`,
    access: accountAdmin,
    kind: 'write',
    request: v.object({
      siteId: handlerChecked(siteId),
      isOn: v.boolean(),
      ground: line(GROUND_LENGTH.max),
      pictureDays: days,
      rowDays: days,
      revision,
    }),
    response: v.object({ revision: v.number() }),
  }),
  askReveal: endpoint('/xprobot/ask-face-reveal', {
    summary: `Asks the administrators of the record's robot for the right to reveal its faces for ${FACE_GRANT_MS / 60_000} minutes. A request that nobody answers ends after ${FACE_REQUEST_MS / 3_600_000} hours; a new one replaces it. At most ${FACE_ASKS_PER_HOUR} an hour per person.`,
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ faceId, reason: v.picklist(REVEAL_REASONS), note: line(REVEAL_NOTE.max) }),
    response: nothing,
  }),
  revealRequests: endpoint('/xprobot/get-face-reveal-request-list', {
    summary:
      'Lists the requests of `ask-face-reveal` that the caller can answer, oldest first, and then the permissions that they became and that the caller can end.',
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.object({ rows: v.array(faceRequest) }),
  }),
  answerReveal: endpoint('/xprobot/answer-face-reveal', {
    summary: `Lets somebody who asked reveal the faces of a robot for ${FACE_GRANT_MS / 60_000} minutes, refuses, or ends the permission before its time. \`at\` names the request that the caller saw: refused with faceRequestOver if a newer one replaced it, or if there is nothing left to answer or end.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ serialNumber, askerId: idOf('account', id), at: time, allow: flag }),
    response: nothing,
  }),
  shortenDays: endpoint('/xprobot/shorten-face-days', {
    summary:
      'Shortens how long the face data of a site is kept. Needs the right on a robot of the site; refused with faceDaysLonger if a number of days is larger than the saved one. Refused if the setting was changed since the given `revision`.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ siteId, pictureDays: days, rowDays: days, revision }),
    response: v.object({ revision: v.number() }),
  }),
};
