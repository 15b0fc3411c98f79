/**
 * The users who can resume a robot, for a user who cannot: loaded on demand, and notified on a press.
 *
 *   idle ─resumers.want─▶ reading ─▶ known ─resumers.ask─▶ asking ─▶ known
 *                          └─ failed ─▶ idle (loaded again when shown)
 */
import { assertEvent, assign, setup, type SnapshotFrom } from 'xstate';
import type { Resumer } from '../../../contract/entities/resumer.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface ResumersInput {
  serialNumber: string;
}
export type ResumersEvent =
  | { type: 'resumers.want' }
  /** `at`: server clock, ms. */
  | { type: 'resumers.ask'; at: number };

export interface ResumersContext extends ResumersInput {
  /** null until loaded. */
  people: readonly Resumer[] | null;
  askedAt: number | null;
  failure: Failure | null;
}

const inputOf = ({ context: { serialNumber } }: { context: ResumersContext }): ResumersInput => ({ serialNumber });

export const resumersMachine = setup({
  types: {
    context: {} as ResumersContext,
    input: {} as ResumersInput,
    events: {} as ResumersEvent,
    tags: {} as 'asking',
  },
  actors: {
    readResumers: promiseEffect<readonly Resumer[], ResumersInput>('readResumers'),
    askResumers: promiseEffect<unknown, ResumersInput>('askResumers'),
  },
}).createMachine({
  id: 'resumers',
  context: ({ input }) => ({ ...input, people: null, askedAt: null, failure: null }),
  initial: 'idle',
  states: {
    idle: { on: { 'resumers.want': 'reading' } },
    reading: {
      invoke: {
        src: 'readResumers',
        input: inputOf,
        onDone: { target: 'known', actions: assign({ people: ({ event }) => event.output }) },
        onError: 'idle',
      },
    },
    known: {
      on: {
        // Online states change, so each opening reloads.
        'resumers.want': 'reading',
        'resumers.ask': {
          target: 'asking',
          actions: assign({
            failure: null,
            askedAt: ({ event }) => {
              assertEvent(event, 'resumers.ask');
              return event.at;
            },
          }),
        },
      },
    },
    asking: {
      tags: 'asking',
      invoke: {
        src: 'askResumers',
        input: inputOf,
        onDone: 'known',
        onError: {
          target: 'known',
          actions: assign({ askedAt: null, failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
  },
});

type Snapshot = SnapshotFrom<typeof resumersMachine>;
export const selectResumers = (snapshot: Snapshot) => ({ ...snapshot.context, busy: snapshot.hasTag('asking') });
