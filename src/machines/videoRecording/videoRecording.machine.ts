/**
 * Recording the picture of one robot. Parts are uploaded while it runs, so that a closed tab loses only the last one.
 *
 *   idle ──start──▶ opening ──▶ active ──▶ saved ──8 s──▶ idle
 *                      │          │
 *                      └─refused──┴──────▶ failed ──start──▶ opening
 *   active   recording { capture: running ─▶ ended · sending: resting ⇄ sending ⇄ waiting ─▶ done } ─▶ finishing
 *            too many attempts in vain ─▶ stranded ─retry─▶ resending ─▶ finishing
 *                                         stranded ─discard─▶ discarding ─▶ idle
 *
 * Stopped while it opens, it is idle again. The running time counts from the first part that the server has stored. A
 * recording ends when it is asked to, with the picture, at its greatest length, when too many parts wait for the
 * connection, and when the server refuses a part (the right to the robot is lost, the disk or the site's quota is full);
 * what was recorded is kept in each case. While the picture gives no parts, the server is asked whether it would take
 * one. When the connection stays away, what waits is kept until the person tries again or discards it; the server then
 * completes the recording from the parts that it has. It does so by itself after VIDEO_RECORDING_SILENT_MS, and what is sent
 * later comes too late.
 */
import { type ActorRefFrom, assign, sendTo, setup, stateIn } from 'xstate';
import { VIDEO_RECORDING_MS_MAX, VIDEO_RECORDING_PARTS_WAITING } from '../../../contract/rules/videoRecording.ts';
import { BASE_ERRORS } from '../../../contract/wire/baseApiError.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { type Failure, failure, failureOf, isFailure } from '../failure.ts';

export interface VideoRecordingInput {
  serialNumber: string;
  /** The picture's key in the live store. */
  streamKey: string;
}
export type RecordingEnd = 'asked' | 'tooLong' | 'pictureLost' | 'linkLost';
export interface VideoRecordingContext extends VideoRecordingInput {
  /** Id of the file; null before it is announced. */
  fileId: string | null;
  /** Parts that were captured, and those of them that the server has. */
  captured: number;
  sent: number;
  /** When the server had the first part, server clock; null before. */
  startedAt: number | null;
  /** Why it ended. */
  end: RecordingEnd | null;
  /** Attempts since the server last took something. */
  tries: number;
  durationMs: number;
  /** The server completed it before its last parts arrived. */
  isCutShort: boolean;
  failure: Failure | null;
}
export type VideoRecordingEvent =
  | { type: 'recording.start' }
  | { type: 'recording.stop' }
  /** What waits is sent again, or given up. */
  | { type: 'recording.retry' }
  | { type: 'recording.discard' }
  /** Sent by the effects. */
  | { type: 'part.captured' }
  | { type: 'capture.ended'; isBroken: boolean }
  | { type: 'capture.refused'; failure: Failure };
export interface CaptureInput {
  fileId: string;
  streamKey: string;
}
export type CaptureCommand = { type: 'capture.stop' | 'capture.drop' };

/** Pause before parts or the completion are sent again, ms. */
export const RECORDING_RETRY_MS = 2_000;
/** Time without a new part after which the server is asked whether it would take one, ms. */
export const RECORDING_PROBE_MS = 3_000;
/** Consecutive attempts in vain after which the person is asked. */
export const RECORDING_TRIES = 40;
/** How long a saved recording is mentioned, ms. */
const SAVED_SHOWN_MS = 8_000;
const PASSING = [
  BASE_ERRORS.networkFailed,
  BASE_ERRORS.requestTimedOut,
  BASE_ERRORS.tooManyRequests,
  BASE_ERRORS.busyStarting,
  ERRORS.filesAway,
] as const;

const NOTHING = {
  fileId: null,
  captured: 0,
  sent: 0,
  startedAt: null,
  end: null,
  tries: 0,
  durationMs: 0,
  isCutShort: false,
  failure: null,
} satisfies Partial<VideoRecordingContext>;

const recording = setup({
  types: {
    context: {} as VideoRecordingContext,
    input: {} as VideoRecordingInput,
    events: {} as VideoRecordingEvent,
    tags: {} as 'busy' | 'recording' | 'saving' | 'waiting' | 'stranded',
  },
  actors: {
    /** Announces the recording to the server. */
    open: promiseEffect<{ fileId: string }, { serialNumber: string }>('open'),
    /**
     * Captures the picture until it gets `capture.stop` or loses the picture: `part.captured`, then `capture.ended`.
     * When it is left before that, it ends the capture and completes the recording in the background. `capture.drop`
     * drops what waits to be sent.
     */
    capture: callbackEffect<CaptureInput>('capture'),
    /** Sends all parts that wait; without one, only asks whether the server would take one. */
    sendParts: promiseEffect<{ parts: number; at: number }, { fileId: string }>('sendParts'),
    finish: promiseEffect<{ durationMs: number }, { fileId: string }>('finish'),
  },
  guards: {
    hasMore: ({ context }) => context.captured > context.sent,
    isFarBehind: ({ context }) => context.captured - context.sent >= VIDEO_RECORDING_PARTS_WAITING,
    isSpent: ({ context }) => context.tries >= RECORDING_TRIES,
    isPassing: ({ event }) => isFailure(errorIn(event), ...PASSING),
  },
  delays: {
    retry: RECORDING_RETRY_MS,
    probe: RECORDING_PROBE_MS,
    longest: VIDEO_RECORDING_MS_MAX,
    savedDelay: SAVED_SHOWN_MS,
  },
});

const errorIn = (event: unknown): Failure => failureOf((event as { error?: unknown }).error);
const countPart = recording.assign(({ context }) => ({ captured: context.captured + 1 }));
const countTry = recording.assign(({ context }) => ({ tries: context.tries + 1 }));
const end = (reason: RecordingEnd) => recording.assign(({ context }) => ({ end: context.end ?? reason }));
const withSent = ({ sent, startedAt }: VideoRecordingContext, { parts, at }: { parts: number; at: number }) => ({
  sent: sent + parts,
  startedAt: startedAt ?? (parts > 0 ? at : null),
  tries: 0,
});
/** Not told any more once it is known whether a part is lost. */
const withoutLinkLost = ({ end: why }: VideoRecordingContext) => (why === 'linkLost' ? null : why);
/** The server takes no more. That it has completed the recording meanwhile is no failure, but parts can be missing. */
const withRefusal = (context: VideoRecordingContext, error: unknown): Partial<VideoRecordingContext> => {
  const found = failureOf(error);
  if (!isFailure(found, ERRORS.fileUnknown)) return { failure: found };
  // One that still runs loses what would have followed.
  return { isCutShort: context.end === null || context.captured > context.sent, end: withoutLinkLost(context) };
};
const STOP: CaptureCommand = { type: 'capture.stop' };
const DROP: CaptureCommand = { type: 'capture.drop' };
const fileOf = ({ context: { fileId } }: { context: VideoRecordingContext }) => ({ fileId: fileId ?? '' });

export const videoRecordingMachine = recording.createMachine({
  id: 'videoRecording',
  context: ({ input }) => ({ ...input, ...NOTHING }),
  initial: 'idle',
  states: {
    idle: { on: { 'recording.start': 'opening' } },
    opening: {
      tags: 'busy',
      entry: assign(NOTHING),
      invoke: {
        src: 'open',
        input: ({ context: { serialNumber } }) => ({ serialNumber }),
        onDone: { target: 'active', actions: assign({ fileId: ({ event }) => event.output.fileId }) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      // Nothing is recorded yet; the server deletes what was announced without a part.
      on: { 'recording.stop': 'idle' },
    },
    active: {
      tags: 'busy',
      invoke: {
        id: 'capture',
        src: 'capture',
        input: ({ context }) => ({ ...fileOf({ context }), streamKey: context.streamKey }),
      },
      on: {
        'capture.refused': {
          target: 'failed',
          actions: assign({ failure: ({ event }) => event.failure }),
        },
      },
      initial: 'recording',
      states: {
        recording: {
          tags: 'recording',
          type: 'parallel',
          onDone: 'finishing',
          states: {
            capture: {
              initial: 'running',
              states: {
                running: {
                  on: {
                    'part.captured': [
                      {
                        guard: 'isFarBehind',
                        target: 'stopping',
                        actions: [countPart, end('linkLost')],
                      },
                      { actions: countPart },
                    ],
                    'recording.stop': { target: 'stopping', actions: end('asked') },
                    'capture.ended': { target: 'ended', actions: end('pictureLost') },
                  },
                  after: { longest: { target: 'stopping', actions: end('tooLong') } },
                },
                stopping: {
                  tags: 'saving',
                  entry: sendTo('capture', STOP),
                  on: {
                    // The last part.
                    'part.captured': { actions: countPart },
                    'capture.ended': 'ended',
                  },
                },
                ended: { id: 'captureEnded', tags: 'saving', type: 'final' },
              },
            },
            sending: {
              initial: 'resting',
              states: {
                resting: {
                  always: [
                    { guard: 'hasMore', target: 'sending' },
                    { guard: stateIn('#captureEnded'), target: 'done' },
                  ],
                  after: { probe: 'sending' },
                },
                sending: {
                  invoke: {
                    src: 'sendParts',
                    input: fileOf,
                    onDone: {
                      target: 'resting',
                      actions: assign(({ context, event }) => withSent(context, event.output)),
                    },
                    onError: [
                      { guard: 'isPassing', target: 'waiting' },
                      // The server takes no more: it keeps what it has.
                      {
                        target: '#videoRecording.active.finishing',
                        actions: [
                          assign(({ context, event }) => withRefusal(context, event.error)),
                          sendTo('capture', STOP),
                        ],
                      },
                    ],
                  },
                },
                waiting: {
                  tags: 'waiting',
                  entry: countTry,
                  always: {
                    guard: 'isSpent',
                    target: '#videoRecording.active.stranded',
                  },
                  after: { retry: 'sending' },
                },
                done: { type: 'final' },
              },
            },
          },
        },
        finishing: {
          tags: 'saving',
          invoke: {
            src: 'finish',
            input: fileOf,
            onDone: {
              target: '#videoRecording.saved',
              actions: assign({ durationMs: ({ event }) => event.output.durationMs }),
            },
            onError: [
              { guard: 'isPassing', target: 'pausing' },
              {
                target: '#videoRecording.failed',
                actions: assign({ failure: ({ context, event }) => context.failure ?? failureOf(event.error) }),
              },
            ],
          },
        },
        pausing: {
          tags: 'saving',
          entry: countTry,
          always: {
            guard: 'isSpent',
            target: 'stranded',
          },
          after: { retry: 'finishing' },
        },
        stranded: {
          tags: ['saving', 'stranded'],
          entry: [
            assign({ failure: failure(BASE_ERRORS.networkFailed) }),
            // Later than a stop or the greatest length.
            end('linkLost'),
            sendTo('capture', STOP),
          ],
          on: {
            // The last part, if it still ran.
            'part.captured': { actions: countPart },
            'recording.retry': 'resending',
            'recording.discard': 'discarding',
            'recording.start': '#videoRecording.opening',
          },
        },
        // A state, because the capture must get the command before it is left.
        discarding: {
          entry: sendTo('capture', DROP),
          always: { target: '#videoRecording.idle', actions: assign(NOTHING) },
        },
        resending: {
          tags: 'saving',
          entry: assign({ tries: 0, failure: null }),
          invoke: {
            src: 'sendParts',
            input: fileOf,
            onDone: {
              target: 'finishing',
              actions: assign(({ context, event }) => ({
                ...withSent(context, event.output),
                // Nothing is lost after all.
                end: withoutLinkLost(context),
              })),
            },
            onError: [
              { guard: 'isPassing', target: 'stranded' },
              { target: 'finishing', actions: assign(({ context, event }) => withRefusal(context, event.error)) },
            ],
          },
        },
      },
    },
    saved: { on: { 'recording.start': 'opening' }, after: { savedDelay: 'idle' } },
    failed: { on: { 'recording.start': 'opening' } },
  },
});
export type VideoRecordingRef = ActorRefFrom<typeof videoRecordingMachine>;
