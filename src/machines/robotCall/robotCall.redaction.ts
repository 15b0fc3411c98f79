/** Redaction rules of the page of a call: nothing that was said, typed or noted. */
import type { PageInput } from '../app/events.ts';
import { CALL } from '../calls/calls.redaction.ts';
import { PAGE_INPUT, ROBOT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { RobotCallContext, RobotCallEvent } from './robotCall.machine.ts';

const DATA = { canCall: true, hasCamera: true, hasAudio: true, timeZone: true, calls: { '*': CALL } } as const;
/** Also for the details of a call among the records. */
export const CALL_RECORD = {
  call: CALL,
  lines: { '*': { at: true, kind: true, side: true, ms: true } },
  kept: { '*': { item: { fileId: true, kind: true, source: true, takenAt: true, durationMs: true } } },
} as const;

export const robotCallRedaction = defineRedaction<RobotCallContext, RobotCallEvent, PageInput>()({
  context: {
    serialNumber: true,
    robot: ROBOT,
    data: DATA,
    failure: 'failure',
    callId: true,
    record: CALL_RECORD,
    recordFailure: 'failure',
    talkingId: true,
    escapeReaches: true,
    userId: true,
    open: CALL,
    wantsWatching: true,
    watchedId: true,
    photoFailure: 'failure',
    isPhotoKept: true,
    topic: true,
    noteFailure: 'failure',
  },
  input: PAGE_INPUT,
  events: {
    'robot.heard': { robot: ROBOT, at: true },
    'call.talking': { callId: true },
    'call.ended': { callId: true },
    'escape.pressed': { at: true },
    'escape.reaches': { reaches: true },
    'stop.press': { at: true },
    'topic.choose': { topic: true },
  },
  outputs: { loadData: DATA, loadRecord: CALL_RECORD, saveNote: CALL, savePhoto: { place: true }, loadOpen: CALL },
});
