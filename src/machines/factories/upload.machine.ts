/**
 * One upload of a file: hashing, sending, checking by the server. A broken connection does not end it: it waits and
 * continues at the byte that the server has. The file and its ticket stay with the service; `fileKey` names them.
 *
 *   idle ──start──▶ hashing ──▶ uploading ──▶ completing ──▶ done
 *                                 │  ▲            │
 *                     broken off  ▼  │ 5 s, network.found
 *                                waiting          │
 *   every state ──refused──▶ failed ──retry──▶ hashing      every state ──cancel──▶ cancelled
 */
import { type ActorRefFrom, assign, setup } from 'xstate';
import type { StoredFile } from '../../../contract/entities/file.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { callbackEffect, effect, promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';

export interface UploadInput {
  fileKey: string;
  /** Bytes. */
  size: number;
}
export interface UploadContext extends UploadInput {
  /** Bytes that are hashed or sent, by the state. */
  done: number;
  /** Why it waits or has failed. */
  failure: Failure | null;
  file: StoredFile | null;
}
export type UploadEvent =
  | { type: 'upload.start' }
  | { type: 'upload.cancel' }
  /** After a failure: from the beginning. */
  | { type: 'upload.retry' }
  /** Sent by the effects. */
  | { type: 'upload.progressed'; bytes: number }
  | { type: 'upload.finished' }
  | { type: 'upload.broke'; failure: Failure }
  | { type: 'network.found' };

/** Pause before a broken upload is continued, ms. */
export const UPLOAD_RETRY_MS = 5_000;
/** Failures after which the upload continues by itself. The offset can be wrong if bytes of a broken request arrive late. */
const PASSING = [
  ERRORS.networkFailed,
  ERRORS.requestTimedOut,
  ERRORS.tooManyRequests,
  ERRORS.uploadOffsetWrong,
] as const;

const upload = setup({
  types: {
    context: {} as UploadContext,
    input: {} as UploadInput,
    events: {} as UploadEvent,
    output: {} as { file: StoredFile | null },
    tags: {} as 'busy',
  },
  actors: {
    /** Computes the hash of the file and gets the ticket: `upload.progressed`, then `upload.finished` or `upload.broke`. */
    hash: callbackEffect<{ fileKey: string }>('hash'),
    /** Sends what the server does not have yet; the same events. */
    send: callbackEffect<{ fileKey: string }>('send'),
    /** Sends `network.found` when the browser is online again. */
    awaitNetwork: callbackEffect('awaitNetwork'),
    complete: promiseEffect<StoredFile, { fileKey: string }>('complete'),
  },
  actions: {
    /** Deletes the file on the server, and forgets it. */
    discard: effect<{ fileKey: string }>('discard'),
    assignProgress: assign(({ event }) => (event.type === 'upload.progressed' ? { done: event.bytes } : {})),
    assignBroken: assign(({ event }) => (event.type === 'upload.broke' ? { failure: event.failure } : {})),
  },
  guards: {
    isPassing: ({ event }) => event.type === 'upload.broke' && isFailure(event.failure, ...PASSING),
  },
  delays: { retry: UPLOAD_RETRY_MS },
});

const keyOf = ({ context: { fileKey } }: { context: UploadContext }): { fileKey: string } => ({ fileKey });

export const uploadMachine = upload.createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...input, done: 0, failure: null, file: null }),
  initial: 'idle',
  on: { 'upload.cancel': '.cancelled' },
  states: {
    idle: { on: { 'upload.start': 'hashing' } },
    hashing: {
      tags: 'busy',
      entry: assign({ done: 0, failure: null }),
      invoke: { src: 'hash', input: keyOf },
      on: {
        'upload.progressed': { actions: 'assignProgress' },
        'upload.finished': 'uploading',
        'upload.broke': { target: 'failed', actions: 'assignBroken' },
      },
    },
    uploading: {
      tags: 'busy',
      entry: assign({ done: 0, failure: null }),
      invoke: { src: 'send', input: keyOf },
      on: {
        'upload.progressed': { actions: 'assignProgress' },
        'upload.finished': 'completing',
        'upload.broke': [
          { guard: 'isPassing', target: 'waiting', actions: 'assignBroken' },
          { target: 'failed', actions: 'assignBroken' },
        ],
      },
    },
    waiting: {
      tags: 'busy',
      invoke: { src: 'awaitNetwork' },
      after: { retry: 'uploading' },
      on: { 'network.found': 'uploading' },
    },
    completing: {
      tags: 'busy',
      invoke: {
        src: 'complete',
        input: keyOf,
        onDone: { target: 'done', actions: assign({ file: ({ event }) => event.output }) },
        onError: [
          {
            // The server keeps what it has, so that sending finds nothing left to do.
            guard: ({ event }) => isFailure(failureOf(event.error), ...PASSING),
            target: 'waiting',
            actions: assign({ failure: ({ event }) => failureOf(event.error) }),
          },
          { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
    },
    failed: { on: { 'upload.retry': 'hashing' } },
    done: { type: 'final' },
    cancelled: { type: 'final', entry: { type: 'discard', params: keyOf } },
  },
  output: ({ context: { file } }) => ({ file }),
});
export type UploadRef = ActorRefFrom<typeof uploadMachine>;
