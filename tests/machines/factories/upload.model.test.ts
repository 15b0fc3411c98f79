/** Model-based: an upload as its user sees it; every simple path is walked on the real machine. */
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, setup, SimulatedClock, type EventObject } from 'xstate';
import { createTestModel } from 'xstate/graph';
import type { StoredFile } from '../../../contract/entities/file.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { failure } from '../../../src/machines/failure.ts';
import { UPLOAD_RETRY_MS, uploadMachine, type UploadEvent } from '../../../src/machines/factories/upload.machine.ts';
import { settle } from '../../fakes/settle.ts';
import { walk } from '../../fakes/walkModel.ts';

const FILE: StoredFile = {
  id: '0'.repeat(32),
  kind: 'video',
  owner: 'account',
  ownerId: 'u1',
  name: 'a.mp4',
  bytes: 100,
  sha256: '0'.repeat(64),
  contentType: 'video/mp4',
  hasThumbnail: false,
  createdAt: 1,
  until: null,
};

function start() {
  const clock = new SimulatedClock();
  const ended: string[] = [];
  const discarded: string[] = [];
  let tell: (event: UploadEvent) => void = () => undefined;
  let settleCompletion: { resolve(file: StoredFile): void; reject(error: Error): void } | undefined;
  const effect = (name: string) =>
    fromCallback<EventObject, { fileKey: string }>(({ sendBack }) => {
      tell = sendBack;
      return () => void ended.push(name);
    });
  const actor = createActor(
    uploadMachine.provide({
      actors: {
        hash: effect('hash'),
        send: effect('send'),
        awaitNetwork: fromCallback(({ sendBack }) => void (tell = sendBack)),
        complete: fromPromise(
          () => new Promise<StoredFile>((resolve, reject) => (settleCompletion = { resolve, reject })),
        ),
      },
      actions: { discard: (_, { fileKey }) => void discarded.push(fileKey) },
    }),
    { clock, input: { fileKey: 'k', size: 100 } },
  ).start();
  return {
    actor,
    clock,
    ended,
    discarded,
    tell: (event: UploadEvent) => tell(event),
    completes: async (file: StoredFile) => {
      settleCompletion?.resolve(file);
      await settle();
    },
    refuses: async (error: Error) => {
      settleCompletion?.reject(error);
      await settle();
    },
  };
}

type Happening =
  | 'it starts'
  | 'the ticket comes'
  | 'there is no ticket'
  | 'all is sent'
  | 'the connection breaks'
  | 'the server refuses'
  | 'time passes'
  | 'the network is back'
  | 'it is accepted'
  | 'the content is refused'
  | 'the answer is lost'
  | 'tries again'
  | 'cancels';
const model = setup({ types: { events: {} as { type: Happening } } }).createMachine({
  initial: 'idle',
  states: {
    idle: { on: { 'it starts': 'hashing', cancels: 'cancelled' } },
    hashing: { on: { 'the ticket comes': 'uploading', 'there is no ticket': 'failed', cancels: 'cancelled' } },
    uploading: {
      on: {
        'all is sent': 'completing',
        'the connection breaks': 'waiting',
        'the server refuses': 'failed',
        cancels: 'cancelled',
      },
    },
    waiting: { on: { 'time passes': 'uploading', 'the network is back': 'uploading', cancels: 'cancelled' } },
    completing: {
      on: {
        'it is accepted': 'done',
        'the content is refused': 'failed',
        'the answer is lost': 'waiting',
        cancels: 'cancelled',
      },
    },
    failed: { on: { 'tries again': 'hashing', cancels: 'cancelled' } },
    done: {},
    cancelled: {},
  },
});

const REFUSED = failure(ERRORS.siteQuotaReached);
describe('an upload', () => {
  for (const path of createTestModel(model).getSimplePaths()) {
    it(path.description, async () => {
      const { actor, clock, discarded, tell, completes, refuses } = start();
      const state = (value: string) => (): void => expect(actor.getSnapshot().value).toBe(value);
      await walk(
        path,
        { model: 'upload', actor },
        {
          events: {
            'it starts': () => actor.send({ type: 'upload.start' }),
            'the ticket comes': () => tell({ type: 'upload.finished' }),
            'there is no ticket': () => tell({ type: 'upload.broke', failure: REFUSED }),
            'all is sent': () => tell({ type: 'upload.finished' }),
            'the connection breaks': () => tell({ type: 'upload.broke', failure: failure(ERRORS.networkFailed) }),
            'the server refuses': () => tell({ type: 'upload.broke', failure: REFUSED }),
            'time passes': () => {
              clock.increment(UPLOAD_RETRY_MS - 1);
              expect(actor.getSnapshot().value).toBe('waiting');
              clock.increment(1);
            },
            'the network is back': () => tell({ type: 'network.found' }),
            'it is accepted': () => completes(FILE),
            'the content is refused': () => refuses(new ApiError('fileDamaged')),
            'the answer is lost': () => refuses(new ApiError('networkFailed')),
            'tries again': () => actor.send({ type: 'upload.retry' }),
            cancels: () => actor.send({ type: 'upload.cancel' }),
          },
          states: {
            idle: state('idle'),
            hashing: () => {
              state('hashing')();
              tell({ type: 'upload.progressed', bytes: 40 });
              expect(actor.getSnapshot().context).toMatchObject({ done: 40, failure: null });
            },
            uploading: () => {
              state('uploading')();
              expect(actor.getSnapshot().context).toMatchObject({ done: 0, failure: null });
              tell({ type: 'upload.progressed', bytes: 60 });
              expect(actor.getSnapshot().context.done).toBe(60);
            },
            waiting: () => {
              state('waiting')();
              expect(actor.getSnapshot().context.failure?.code).toBe(ERRORS.networkFailed);
            },
            completing: state('completing'),
            failed: () => {
              state('failed')();
              expect(actor.getSnapshot().context.failure).not.toBeNull();
            },
            done: () => {
              expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { file: FILE } });
              expect(discarded).toEqual([]);
            },
            cancelled: () => {
              expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { file: null } });
              expect(discarded).toEqual(['k']);
            },
          },
        },
      );
    });
  }
});

it('stops what it is doing when it is cancelled', () => {
  const { actor, ended, tell } = start();
  actor.send({ type: 'upload.start' });
  tell({ type: 'upload.finished' });
  actor.send({ type: 'upload.cancel' });
  expect(ended).toEqual(['hash', 'send']);
});
