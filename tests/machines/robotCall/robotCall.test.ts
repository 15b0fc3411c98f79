/** The page of a call: the robot and its last calls, what happened in an ended call, and its note. */
import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise, type EventObject } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  type CallPhotoInput,
  type CallRecord,
  type NoteRequest,
  type RobotCallData,
  type RobotCallEvent,
  robotCallMachine,
} from '../../../src/machines/robotCall/robotCall.machine.ts';
import {
  selectDataState,
  selectEscapeReaches,
  selectIsPhotographing,
  selectNoteState,
  selectOthersCall,
  selectRecordingRef,
  selectRobotCall,
  selectStopRef,
  selectWatchedRef,
} from '../../../src/machines/robotCall/robotCall.selectors.ts';
import type { CallSeen } from '../../../src/machines/robotCall/watchCall.ts';
import type { SavedPhoto } from '../../../src/machines/robotData/video.setup.ts';
import {
  type CaptureInput,
  videoRecordingMachine,
} from '../../../src/machines/videoRecording/videoRecording.machine.ts';
import { selectRecordingState } from '../../../src/machines/videoRecording/videoRecording.selectors.ts';
import type { CarryInput } from '../../../src/machines/calls/callMedia.setup.ts';
import { callPreviewMachine } from '../../../src/machines/calls/callPreview.machine.ts';
import { connectedCall, endedCall, sampleCall } from '../../fakes/callSample.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

async function start(open: Call | null = null, query: Record<string, string> = {}) {
  const cloud = {
    fails: null as Error | null,
    loads: [] as string[],
    notes: [] as NoteRequest[],
    records: [] as string[],
    photos: [] as CallPhotoInput[],
    /** Streams that are being recorded. */
    captures: [] as string[],
    /** The open call with the robot, how often it was read, and the calls that are watched. */
    open,
    opens: 0,
    watched: [] as string[],
  };
  let seen: (event: CallSeen | RobotCallEvent) => void = () => {};
  const answer = <Data>(data: Data): Data => {
    if (cloud.fails) throw cloud.fails;
    return data;
  };
  const { actor, toldTo, clock } = startUnderApp(
    robotCallMachine.provide({
      actors: {
        watchCall: fromCallback<EventObject, { serialNumber: string }>(() => () => undefined),
        escapeKey: fromCallback<EventObject, { first: boolean }>(({ sendBack }) => {
          seen = sendBack as typeof seen;
        }),
        watchOpen: fromCallback<EventObject, { serialNumber: string }>(() => () => undefined),
        loadOpen: fromPromise<Call | null, { serialNumber: string }>(async () => {
          cloud.opens += 1;
          return answer(cloud.open);
        }),
        preview: callPreviewMachine.provide({
          actors: {
            carry: fromCallback<EventObject, CarryInput>(({ input: { callId } }) => {
              cloud.watched.push(callId);
              return () => void cloud.watched.splice(cloud.watched.indexOf(callId), 1);
            }),
            watchTab: fromCallback(() => () => undefined),
          },
        }),
        savePhoto: fromPromise<SavedPhoto, CallPhotoInput>(async ({ input }) => {
          cloud.photos.push(input);
          return answer({ place: 'library' as const });
        }),
        videoRecording: videoRecordingMachine.provide({
          actors: {
            open: fromPromise<{ fileId: string }, { serialNumber: string }>(async () => ({ fileId: 'f1' })),
            capture: fromCallback<EventObject, CaptureInput>(({ input: { streamKey }, sendBack, receive }) => {
              cloud.captures.push(streamKey);
              sendBack({ type: 'part.captured' });
              receive(() => sendBack({ type: 'capture.ended', isBroken: false }));
              return () => void cloud.captures.splice(cloud.captures.indexOf(streamKey), 1);
            }),
            sendParts: fromPromise<{ parts: number; at: number }, { fileId: string }>(async () => ({
              parts: 1,
              at: 1,
            })),
            finish: fromPromise<{ durationMs: number }, { fileId: string }>(async () => ({ durationMs: 2_000 })),
          },
        }),
        loadData: fromPromise<RobotCallData, { serialNumber: string }>(async ({ input }) => {
          cloud.loads.push(input.serialNumber);
          return answer({ canCall: true, hasCamera: true, hasAudio: true, timeZone: 'UTC', calls: [] });
        }),
        loadRecord: fromPromise<CallRecord, { callId: string }>(async ({ input }) => {
          cloud.records.push(input.callId);
          return answer({ call: endedCall(), lines: [], kept: [] });
        }),
        saveNote: fromPromise<Call, NoteRequest>(async ({ input }) => {
          cloud.notes.push(input);
          return answer(endedCall());
        }),
      },
    }),
    {
      as: 'screen',
      input: {
        page: 'robotCall',
        params: {},
        query: { serialNumber: 'U1', ...query },
        user: userOf({ id: 'me' }),
        serialNumber: '',
        language: 'enUS',
      },
    },
  );
  await settle();
  return {
    actor,
    cloud,
    toldTo,
    clock,
    read: () => actor.getSnapshot(),
    seen: (event: CallSeen | RobotCallEvent) => seen(event),
  };
}

it('loads the robot of the URL, and another one when the URL changes', async () => {
  const { actor, cloud, read } = await start();
  expect(selectDataState(read())).toBe('ready');
  actor.send({ type: 'page.queryChanged', query: { serialNumber: 'U2' } });
  await settle();
  expect(cloud.loads).toEqual(['U1', 'U2']);
  expect(selectRobotCall(read()).serialNumber).toBe('U2');
});

it('says why it could not be loaded, and tries again', async () => {
  const { actor, cloud, read } = await start();
  cloud.fails = new ApiError('robotForeign');
  actor.send({ type: 'page.queryChanged', query: { serialNumber: 'U3' } });
  await settle();
  expect(selectDataState(read())).toBe('failed');
  expect(selectRobotCall(read()).failure?.code).toBe(ERRORS.robotForeign);
  cloud.fails = null;
  actor.send({ type: 'page.retry' });
  await settle();
  expect(selectDataState(read())).toBe('ready');
});

it('keeps a note of the ended call; a failed one keeps what was typed', async () => {
  const { actor, cloud, read } = await start();
  actor.send({ type: 'note.save' });
  expect(cloud.notes).toEqual([]);
  actor.send({ type: 'call.ended', callId: 'call-1' });
  await settle();
  expect(selectRobotCall(read()).record?.call.id).toBe('call-1');
  actor.send({ type: 'topic.choose', topic: 'way' });
  actor.send({ type: 'note.type', note: 'To Meeting 2' });
  cloud.fails = new ApiError('networkFailed');
  actor.send({ type: 'note.save' });
  await settle();
  expect(selectNoteState(read())).toBe('idle');
  expect(selectRobotCall(read())).toMatchObject({ note: 'To Meeting 2', topic: 'way' });
  cloud.fails = null;
  actor.send({ type: 'note.save' });
  await settle();
  expect(selectNoteState(read())).toBe('saved');
  expect(cloud.notes.at(-1)).toEqual({ callId: 'call-1', topic: 'way', note: 'To Meeting 2' });
  actor.send({ type: 'topic.choose', topic: 'way' });
  expect(selectNoteState(read())).toBe('idle');
  expect(selectRobotCall(read()).topic).toBeNull();
});

it('sends a Stop at any time', async () => {
  const { actor, toldTo, read } = await start();
  expect(selectStopRef(read())).toBeDefined();
  actor.send({ type: 'stop.press', at: 5 });
  expect(toldTo('pendingStops')).toEqual([{ type: 'stop.ask', serialNumber: 'U1', at: 5 }]);
});

it('Escape is Stop, and whether it is reaches the page', async () => {
  const { toldTo, read, seen } = await start();
  expect(selectEscapeReaches(read())).toBe(false);
  seen({ type: 'escape.reaches', reaches: true });
  expect(selectEscapeReaches(read())).toBe(true);
  seen({ type: 'escape.pressed', at: 7 });
  expect(toldTo('pendingStops')).toEqual([{ type: 'stop.ask', serialNumber: 'U1', at: 7 }]);
});

it('keeps a photo of the call that is going on, and says why it could not', async () => {
  const { actor, cloud, read } = await start();
  actor.send({ type: 'photo.take', name: 'Before' });
  actor.send({ type: 'call.talking', callId: 'call-1' });
  actor.send({ type: 'photo.take', name: 'Lobby host' });
  expect(selectIsPhotographing(read())).toBe(true);
  await settle();
  expect(cloud.photos).toEqual([{ serialNumber: 'U1', callId: 'call-1', name: 'Lobby host', keep: true }]);
  expect(selectRobotCall(read())).toMatchObject({ isPhotoKept: true, photoFailure: null });
  cloud.fails = new ApiError('networkFailed');
  actor.send({ type: 'photo.take', name: 'Lobby host' });
  await settle();
  expect(selectRobotCall(read())).toMatchObject({ isPhotoKept: false, photoFailure: { code: ERRORS.networkFailed } });
  cloud.fails = null;
  actor.send({ type: 'call.ended', callId: 'call-1' });
  actor.send({ type: 'photo.take', name: 'After' });
  await settle();
  expect(cloud.photos).toHaveLength(2);
});

it('records the picture of a call; the end of the call ends it, and its record then shows it', async () => {
  const { actor, cloud, read } = await start();
  expect(selectRecordingRef(read())).toBeUndefined();
  actor.send({ type: 'call.talking', callId: 'call-1' });
  selectRecordingRef(read())?.send({ type: 'recording.start' });
  for (let i = 0; i < 3; i += 1) await settle();
  expect(cloud.captures).toEqual(['call/call-1']);
  actor.send({ type: 'call.ended', callId: 'call-1' });
  for (let i = 0; i < 4; i += 1) await settle();
  expect(cloud.captures).toEqual([]);
  const recording = selectRecordingRef(read())?.getSnapshot();
  expect(recording && selectRecordingState(recording)).toBe('saved');
  // Once when the call ended, and again when the recording was there.
  expect(cloud.records).toEqual(['call-1', 'call-1']);
  actor.send({ type: 'call.talking', callId: 'call-2' });
  const next = selectRecordingRef(read())?.getSnapshot();
  expect(next?.context.streamKey).toBe('call/call-2');
});

describe('a call of somebody else', () => {
  const theirs = connectedCall({ id: 'call-9', operator: { id: 'chen', name: 'Chen Yu' } });

  it('is watched on request, and no longer once it has ended', async () => {
    const { actor, cloud, read } = await start(theirs);
    expect(selectOthersCall(read())?.operator?.name).toBe('Chen Yu');
    expect(cloud.watched).toEqual([]);
    actor.send({ type: 'watch.start' });
    expect(cloud.watched).toEqual(['call-9']);
    actor.send({ type: 'watch.stop' });
    expect(cloud.watched).toEqual([]);
    actor.send({ type: 'watch.start' });
    cloud.open = null;
    actor.send({ type: 'call.changed' });
    await settle();
    expect(cloud.watched).toEqual([]);
    expect(selectWatchedRef(read())).toBeUndefined();
    actor.send({ type: 'watch.start' });
    expect(cloud.watched).toEqual([]);
  });

  it('is watched at once if the URL says so; the next call is not', async () => {
    const { actor, cloud, clock } = await start(theirs, { watch: 'yes' });
    expect(cloud.watched).toEqual(['call-9']);
    cloud.open = { ...theirs, id: 'call-10' };
    clock.increment(15_000);
    await settle();
    expect(cloud.watched).toEqual([]);
    actor.send({ type: 'page.queryChanged', query: { serialNumber: 'U1', watch: 'yes' } });
    expect(cloud.watched).toEqual(['call-10']);
    // A user who gets a call with the robot is in it, and no longer watches.
    actor.send({ type: 'call.talking', callId: 'call-11' });
    expect(cloud.watched).toEqual([]);
  });

  it.each([
    ['the own one', connectedCall({ operator: { id: 'me', name: 'Lin Wei' } })],
    ['one that rings', sampleCall({ operator: { id: 'chen', name: 'Chen Yu' } })],
  ])('cannot be %s', async (_, call) => {
    const { actor, cloud, read } = await start(call, { watch: 'yes' });
    actor.send({ type: 'watch.start' });
    expect(cloud.watched).toEqual([]);
    expect(selectOthersCall(read())).toBeNull();
  });

  it('is read again after notices and when the page is resumed; a failure keeps what is known', async () => {
    const { actor, cloud, read } = await start(theirs);
    cloud.fails = new ApiError('networkFailed');
    actor.send({ type: 'page.resumed' });
    actor.send({ type: 'call.changed' });
    await settle();
    expect(cloud.opens).toBe(3);
    expect(selectOthersCall(read())?.id).toBe('call-9');
  });
});
