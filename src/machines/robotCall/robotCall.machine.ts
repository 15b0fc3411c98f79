/**
 * The page of a call with one robot. The call itself belongs to the root actor `calls`, so that it goes on without this
 * page. Parallel regions:
 *
 *   data:   loading ─▶ ready ⇄ refreshing ;  loading ─▶ failed ─page.retry─▶ loading ;  the robot and its calls of today
 *   record: none ─the call ends─▶ loading ─▶ shown | failed ;  what happened in it
 *   note:   idle ─note.save─▶ saving ─▶ saved | failed
 *   photo:  idle ─photo.take─▶ saving ─▶ idle ;  the picture on the stage, kept under Photos and recordings
 *   others: reading ⇄ resting ;  the open call with the robot, of any operator
 *   watching: none ─watch.start, somebody else talks─▶ open ;  sees the call and is not heard
 *   recording: none ─the call is answered─▶ open ;  the recorder of that call, until the next one
 *
 * `stop` runs beside it: Stop is at the end of the page in every state of the call, and Escape is Stop unless a dialog or a
 * text field takes the key.
 */
import { assertEvent, assign, enqueueActions, raise, sendTo, setup } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import type { PageInput, Query } from '../app/events.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { failureOf } from '../failure.ts';
import { callContentMachine } from '../calls/callContent.machine.ts';
import { callStreamKey } from '../calls/callMedia.setup.ts';
import { callPreviewMachine } from '../calls/callPreview.machine.ts';
import { stopMachine } from '../robotData/stop.machine.ts';
import type { SavedPhoto } from '../robotData/video.setup.ts';
import { videoRecordingMachine } from '../videoRecording/videoRecording.machine.ts';
import {
  type CallPhotoInput,
  type CallRecord,
  type NoteRequest,
  type RobotCallContext,
  type RobotCallData,
  type RobotCallEvent,
  nothingOf,
  robotIn,
} from './robotCall.context.ts';
import { watchCall } from './watchCall.ts';

export type {
  CallRecord,
  KeptMedia,
  NoteRequest,
  RobotCallContext,
  RobotCallData,
  RobotCallEvent,
  CallPhotoInput,
} from './robotCall.context.ts';

/** Notices can get lost. */
const POLL_MS = 15_000;
/** Somebody else talks with the robot. */
export const isOthersCall = (open: Call | null, userId: string): boolean =>
  open !== null && open.operator !== null && open.operator.id !== userId && open.state !== 'ringing';

const machine = setup({
  types: {
    context: {} as RobotCallContext,
    input: {} as PageInput,
    events: {} as RobotCallEvent,
    tags: {} as 'loading' | 'failed' | 'saving' | 'saved' | 'photographing' | 'watching',
    children: {} as { stop: 'stop'; content: 'content'; videoRecording: 'videoRecording'; preview: 'preview' },
  },
  actors: {
    stop: stopMachine,
    /** Phrases and pictures of the robot's site. */
    content: callContentMachine,
    watchCall,
    videoRecording: videoRecordingMachine,
    /** Picture of a call that somebody else is in. */
    preview: callPreviewMachine,
    /** Sends `call.changed` for each notice about a call with the robot. */
    watchOpen: callbackEffect<{ serialNumber: string }>('watchOpen'),
    loadOpen: promiseEffect<Call | null, { serialNumber: string }>('loadOpen'),
    /** Sends `escape.pressed` unless another handler used the key, and `escape.reaches`. */
    escapeKey: callbackEffect<{ first: boolean }>('escapeKey'),
    /** Keeps the picture of the call in the library. */
    savePhoto: promiseEffect<SavedPhoto, CallPhotoInput>('savePhoto'),
    loadData: promiseEffect<RobotCallData, { serialNumber: string }>('loadData'),
    loadRecord: promiseEffect<CallRecord, { callId: string }>('loadRecord'),
    saveNote: promiseEffect<Call, NoteRequest>('saveNote'),
  },
  actions: {
    assignData: assign((_, { data }: { data: RobotCallData }) => ({ data, failure: null })),
    forwardRobot: enqueueActions(({ event, enqueue }) => {
      assertEvent(event, 'robot.heard');
      const { robot, at } = event;
      enqueue.assign({ robot });
      if (robot) enqueue.sendTo('stop', { type: 'robot.seen', held: robot.live.held, paused: robot.live.paused, at });
    }),
  },
  guards: {
    isOther: ({ context }, { query }: { query: Query }) =>
      robotIn(query, context.serialNumber) !== context.serialNumber,
    isOver: ({ context: { open, userId, watchedId } }) => !isOthersCall(open, userId) || open?.id !== watchedId,
    hasRecord: ({ context }) => context.callId !== '',
    isOthers: ({ context: { open, userId } }) => isOthersCall(open, userId),
    isWanted: ({ context: { wantsWatching, open, userId } }) => wantsWatching && isOthersCall(open, userId),
    isTalking: ({ context }) => context.talkingId !== '' && context.talkingId !== context.callId,
  },
  delays: { poll: POLL_MS },
});

export const robotCallMachine = machine.createMachine({
  id: 'robotCall',
  context: ({ input: { query, serialNumber, user } }) => nothingOf(robotIn(query, serialNumber), user?.id ?? '', query),
  initial: 'shown',
  on: {
    'page.queryChanged': [
      {
        guard: { type: 'isOther', params: ({ event }) => event },
        target: '.shown',
        reenter: true,
        actions: assign(({ context, event: { query } }) =>
          nothingOf(robotIn(query, context.serialNumber), context.userId, query),
        ),
      },
      { actions: assign(({ event: { query } }) => ({ wantsWatching: query['watch'] === 'yes' })) },
    ],
  },
  states: {
    shown: {
      type: 'parallel',
      invoke: [
        { id: 'stop', src: 'stop', input: ({ context: { serialNumber } }) => ({ serialNumber }) },
        { id: 'content', src: 'content', input: ({ context: { serialNumber } }) => ({ serialNumber }) },
        { src: 'watchCall', input: ({ context: { serialNumber } }) => ({ serialNumber }) },
        { src: 'escapeKey', input: { first: false } },
        { src: 'watchOpen', input: ({ context: { serialNumber } }) => ({ serialNumber }) },
      ],
      on: {
        'robot.heard': { actions: 'forwardRobot' },
        'stop.press': { actions: sendTo('stop', ({ event }) => event) },
        'escape.pressed': { actions: sendTo('stop', ({ event: { at } }) => ({ type: 'stop.press', at })) },
        'escape.reaches': { actions: assign({ escapeReaches: ({ event }) => event.reaches }) },
        'text.type': { actions: assign({ typed: ({ event }) => event.text }) },
      },
      states: {
        data: {
          initial: 'loading',
          states: {
            loading: {
              tags: 'loading',
              invoke: {
                src: 'loadData',
                input: ({ context: { serialNumber } }) => ({ serialNumber }),
                onDone: {
                  target: 'ready',
                  actions: { type: 'assignData', params: ({ event }) => ({ data: event.output }) },
                },
                onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
              },
            },
            failed: { tags: 'failed', on: { 'page.retry': 'loading', 'page.resumed': 'loading' } },
            ready: {
              on: { 'page.resumed': 'refreshing', 'page.languageChanged': 'refreshing', 'call.ended': 'refreshing' },
            },
            refreshing: {
              invoke: {
                src: 'loadData',
                input: ({ context: { serialNumber } }) => ({ serialNumber }),
                onDone: {
                  target: 'ready',
                  actions: { type: 'assignData', params: ({ event }) => ({ data: event.output }) },
                },
                // What is shown stays.
                onError: 'ready',
              },
              on: { 'call.ended': { target: 'refreshing', reenter: true } },
            },
          },
        },
        record: {
          initial: 'none',
          on: {
            'call.ended': {
              target: '.loading',
              actions: assign(({ event }) => ({
                callId: event.callId,
                record: null,
                recordFailure: null,
                topic: null,
                note: '',
                noteFailure: null,
              })),
            },
          },
          states: {
            none: {},
            loading: {
              // A photo or recording saved during the request may be missing in the response.
              on: { 'media.kept': { target: 'loading', reenter: true } },
              invoke: {
                src: 'loadRecord',
                input: ({ context: { callId } }) => ({ callId }),
                onDone: { target: 'shown', actions: assign({ record: ({ event }) => event.output }) },
                onError: {
                  target: 'failed',
                  actions: assign({ recordFailure: ({ event }) => failureOf(event.error) }),
                },
              },
            },
            shown: { on: { 'page.languageChanged': 'loading', 'media.kept': 'loading' } },
            failed: { on: { 'page.retry': 'loading', 'page.resumed': 'loading', 'media.kept': 'loading' } },
          },
        },
        note: {
          initial: 'idle',
          on: {
            'topic.choose': {
              target: '.idle',
              actions: assign(({ context, event }) => ({ topic: context.topic === event.topic ? null : event.topic })),
            },
            'note.type': { target: '.idle', actions: assign({ note: ({ event }) => event.note }) },
            'call.ended': '.idle',
          },
          states: {
            idle: { on: { 'note.save': { guard: 'hasRecord', target: 'saving' } } },
            saving: {
              tags: 'saving',
              entry: assign({ noteFailure: null }),
              invoke: {
                src: 'saveNote',
                input: ({ context: { callId, topic, note } }) => ({ callId, topic, note }),
                onDone: 'saved',
                onError: { target: 'idle', actions: assign({ noteFailure: ({ event }) => failureOf(event.error) }) },
              },
            },
            saved: { tags: 'saved' },
          },
        },
        photo: {
          initial: 'idle',
          on: { 'call.talking': { actions: assign({ photoFailure: null, isPhotoKept: false }) } },
          states: {
            idle: { on: { 'photo.take': { guard: 'isTalking', target: 'saving' } } },
            saving: {
              tags: 'photographing',
              entry: assign({ photoFailure: null, isPhotoKept: false }),
              invoke: {
                src: 'savePhoto',
                input: ({ context: { serialNumber, talkingId }, event }) => {
                  assertEvent(event, 'photo.take');
                  return { serialNumber, callId: talkingId, name: event.name, keep: true };
                },
                onDone: { target: 'idle', actions: [assign({ isPhotoKept: true }), raise({ type: 'media.kept' })] },
                onError: { target: 'idle', actions: assign({ photoFailure: ({ event }) => failureOf(event.error) }) },
              },
            },
          },
        },
        others: {
          initial: 'reading',
          states: {
            reading: {
              on: { 'call.changed': { target: 'reading', reenter: true } },
              invoke: {
                src: 'loadOpen',
                input: ({ context: { serialNumber } }) => ({ serialNumber }),
                onDone: { target: 'resting', actions: assign({ open: ({ event }) => event.output }) },
                onError: 'resting',
              },
            },
            resting: { on: { 'call.changed': 'reading', 'page.resumed': 'reading' }, after: { poll: 'reading' } },
          },
        },
        watching: {
          initial: 'none',
          states: {
            none: {
              always: { guard: 'isWanted', target: 'open' },
              on: { 'watch.start': { guard: 'isOthers', target: 'open' } },
            },
            open: {
              tags: 'watching',
              // A further call is watched only if that is asked for again.
              entry: assign(({ context }) => ({ watchedId: context.open?.id ?? '', wantsWatching: false })),
              exit: assign({ watchedId: '' }),
              always: { guard: 'isOver', target: 'none' },
              on: { 'watch.stop': 'none', 'call.talking': 'none' },
              invoke: {
                id: 'preview',
                src: 'preview',
                input: ({ context: { serialNumber, watchedId } }) => ({ serialNumber, callId: watchedId }),
              },
            },
          },
        },
        recording: {
          initial: 'none',
          on: {
            'call.talking': {
              target: '.open',
              reenter: true,
              actions: assign({ talkingId: ({ event }) => event.callId }),
            },
          },
          states: {
            none: {},
            open: {
              // Ends with the picture of the call; what was recorded is completed.
              on: { 'call.ended': { actions: sendTo('videoRecording', { type: 'recording.stop' }) } },
              invoke: {
                id: 'videoRecording',
                src: 'videoRecording',
                input: ({ context: { serialNumber, talkingId } }) => ({
                  serialNumber,
                  streamKey: callStreamKey(talkingId),
                }),
                onSnapshot: {
                  guard: ({ event }) => event.snapshot.matches('saved'),
                  actions: raise({ type: 'media.kept' }),
                },
              },
            },
          },
        },
      },
    },
  },
});
