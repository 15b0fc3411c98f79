/** Redaction rules of one alarm case: no names of people, nothing that was typed, no addresses of pictures. */
import { ALARM_CASE } from '../alarms/alarms.redaction.ts';
import type { PageInput } from '../app/events.ts';
import { MAP, PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { AlarmCaseContext, AlarmCaseEvent } from './alarmCase.machine.ts';

const DETAILS = {
  time: true,
  case: ALARM_CASE,
  entries: { '*': { id: true, at: true, kind: true, level: true, ofCase: true } },
  notifications: {
    '*': {
      id: true,
      level: true,
      channel: true,
      state: true,
      attempts: true,
      at: true,
      settledAt: true,
      nextTryAt: true,
    },
  },
  olderNotifications: true,
  tellingAgain: true,
  toldNext: { at: true, timeZone: true, contacts: { '*': { id: true, roleIds: true, hours: true, quietDays: true } } },
  pictures: { '*': { fileId: true, moment: true, at: true, box: true } },
  atPlace: true,
  merged: { '*': ALARM_CASE },
  isPictureComing: true,
  map: MAP,
} as const satisfies RedactionRule;
const PEOPLE = { '*': { id: true, online: true } } as const satisfies RedactionRule;
const ROBOTS = {
  comers: { '*': { serialNumber: true, metres: true, seconds: true, isStraight: true, stop: true } },
  speakers: { '*': { serialNumber: true, metres: true } },
} as const satisfies RedactionRule;
const TASK = {
  type: true,
  to: true,
  accept: true,
  cause: true,
  pictureId: true,
  otherId: true,
} as const satisfies RedactionRule;

const PHOTOS = { '*': { fileId: true, takenAt: true } } as const satisfies RedactionRule;
const DRAFTS = { '*': { cause: true, isResolving: true } } as const satisfies RedactionRule;

export const alarmCaseRedaction = defineRedaction<AlarmCaseContext, AlarmCaseEvent, PageInput>()({
  context: {
    caseId: true,
    userId: true,
    details: DETAILS,
    failure: 'failure',
    isStale: true,
    task: TASK,
    actedOn: true,
    cause: true,
    photos: PHOTOS,
    photosFailure: 'failure',
    photo: true,
    drafts: DRAFTS,
    people: PEOPLE,
    peopleFailure: 'failure',
    mergeable: { '*': ALARM_CASE },
    mergeFailure: 'failure',
    robots: ROBOTS,
    robotsFailure: 'failure',
    chosen: true,
    before: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'case.do': { task: TASK },
    'case.show': { caseId: true },
    'resolve.cause': { cause: true },
    'resolve.photo': { fileId: true },
    'before.set': { share: true },
    'robot.pick': { serialNumber: true },
    'send.confirm': { at: true },
    'speak.confirm': { at: true },
  },
  outputs: {
    loadCase: DETAILS,
    loadPeople: PEOPLE,
    loadMergeable: { '*': ALARM_CASE },
    loadRobots: ROBOTS,
    loadPhotos: PHOTOS,
    recallDialog: DRAFTS,
    act: ALARM_CASE,
  },
  defaults: {
    isStale: false,
    actedOn: '',
    photos: [],
    photosFailure: null,
    photo: '',
    drafts: {},
    mergeable: [],
    mergeFailure: null,
  },
});
