/** Redaction rules of calls: no names of people, nothing that was said or noted. */
import { FIRST_QUALITY_CONTROL } from '../../../contract/rules/videoQuality.ts';
import type { CallsEvent } from '../app/events.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { CallContentContext, CallContentEvent, CallContentInput } from './callContent.machine.ts';
import type { CallMediaContext, CallMediaEvent, CallMediaInput } from './callMedia.setup.ts';
import type { CallPreviewContext, CallPreviewEvent, CallPreviewInput } from './callPreview.machine.ts';
import type { CallsContext, CallsInput } from './calls.setup.ts';
import type { DrivingSeen } from './watchDriving.ts';

export const CALL = {
  id: true,
  serialNumber: true,
  robotName: true,
  place: true,
  origin: true,
  tool: true,
  state: true,
  operator: { id: true },
  ringsFor: { '*': { id: true } },
  isDeclined: true,
  isAskedToWait: true,
  createdAt: true,
  rangAt: true,
  answeredAt: true,
  lostAt: true,
  loss: true,
  endedAt: true,
  endedBy: true,
  end: true,
  interruptions: true,
  interruptedMs: true,
  roundTrip: true,
  screen: { shows: true, picture: true, imageId: true, actId: true, frames: true, since: true },
  topic: true,
} as const satisfies RedactionRule;

export const callsRedaction = defineRedaction<CallsContext, CallsEvent | DrivingSeen, CallsInput>()({
  context: {
    userId: true,
    rows: { '*': CALL },
    isStale: true,
    serialNumber: true,
    own: CALL,
    camera: true,
    failure: 'failure',
    hasMedia: true,
    roundTrip: true,
    heard: true,
    sent: { callId: true, actId: true, picture: true, imageId: true },
    elsewhere: { serialNumber: true, robotName: true, afterMs: true },
    previewOf: true,
    announced: true,
    phrases: { serialNumber: true, texts: { '*': 'numbers' } },
    isDriving: true,
  },
  input: { userId: true },
  events: {
    'driving.seen': { isDriving: true },
    'calls.changed': { callId: true, at: true, answeredBy: { id: true } },
    'calls.start': { serialNumber: true },
    'calls.answer': { callId: true, camera: true },
    'calls.decline': { callId: true },
    'calls.askToWait': { callId: true },
    'calls.act': { callId: true, picture: true, imageId: true },
  },
  outputs: {
    loadCalls: { calls: { '*': CALL } },
    start: CALL,
    answer: CALL,
    repeat: CALL,
    actInCall: { actId: true },
    loadPhrases: { phrases: { '*': 'numbers' } },
  },
  defaults: { heard: 'answered', phrases: { serialNumber: '', texts: [] }, announced: [] },
});

const FIGURES = {
  framesPerSecond: true,
  kilobitsPerSecond: true,
  width: true,
  height: true,
  roundTrip: true,
  delay: true,
} as const;
export const callMediaRedaction = defineRedaction<CallMediaContext, CallMediaEvent, CallMediaInput>()({
  context: {
    serialNumber: true,
    callId: true,
    camera: true,
    quality: true,
    slow: true,
    good: true,
    raiseAfter: true,
    isLowered: true,
    figures: FIGURES,
    pictureAt: true,
    tries: true,
    refusal: true,
    microphoneRefusal: true,
    cameraRefusal: true,
  },
  input: { serialNumber: true, callId: true, camera: true },
  events: {
    'quality.choose': { quality: true },
    'media.flowing': { at: true },
    'media.measured': { figures: FIGURES, at: true },
    'media.refused': { reason: true },
    'device.opened': { device: true },
    'device.refused': { device: true, refusal: true },
  },
  defaults: { quality: '720p', ...FIRST_QUALITY_CONTROL },
});

export const callPreviewRedaction = defineRedaction<CallPreviewContext, CallPreviewEvent, CallPreviewInput>()({
  context: { serialNumber: true, callId: true, pictureAt: true, refusal: true },
  input: { serialNumber: true, callId: true },
  events: {
    'media.flowing': { at: true },
    'media.measured': { figures: FIGURES, at: true },
    'media.refused': { reason: true },
  },
});

/** Neither phrases nor names and addresses of pictures. */
const CONTENT = {
  siteId: true,
  version: true,
  phrases: { '*': 'numbers' },
  pictures: { '*': { fileId: true } },
  canChange: true,
  showsPictures: true,
} as const;
export const callContentRedaction = defineRedaction<CallContentContext, CallContentEvent, CallContentInput>()({
  context: { serialNumber: true, ...CONTENT, failure: 'failure' },
  input: { serialNumber: true },
  events: { 'content.change': { phrases: CONTENT.phrases, pictures: CONTENT.pictures } },
  outputs: { loadContent: { content: CONTENT }, saveContent: { content: CONTENT }, addPicture: { fileId: true } },
});
