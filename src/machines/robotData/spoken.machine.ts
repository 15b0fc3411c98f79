/**
 * What a robot said lately, on its page: polled while the tab is in front.
 *
 *   reading ⇄ resting        hidden ──tab.front──▶ reading
 */
import { assign, setup, type SnapshotFrom } from 'xstate';
import type { SpokenLine } from '../../../contract/entities/caption.ts';
import { SPOKEN_POLL_MS } from '../../../contract/rules/limits.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface SpokenInput {
  serialNumber: string;
}
export interface SpokenContext extends SpokenInput {
  /** Newest first; null before they were read. */
  lines: readonly SpokenLine[] | null;
}
export type SpokenEvent = { type: 'tab.front' } | { type: 'tab.hidden' };

export const spokenMachine = setup({
  types: { context: {} as SpokenContext, input: {} as SpokenInput, events: {} as SpokenEvent },
  actors: { readSpoken: promiseEffect<readonly SpokenLine[], SpokenInput>('readSpoken') },
  delays: { poll: SPOKEN_POLL_MS },
}).createMachine({
  id: 'spoken',
  context: ({ input }) => ({ ...input, lines: null }),
  initial: 'reading',
  on: { 'tab.hidden': '.hidden' },
  states: {
    reading: {
      invoke: {
        src: 'readSpoken',
        input: ({ context: { serialNumber } }) => ({ serialNumber }),
        onDone: { target: 'resting', actions: assign({ lines: ({ event }) => event.output }) },
        // The lines stay; their ages show that they are not fresh.
        onError: 'resting',
      },
    },
    resting: { after: { poll: 'reading' } },
    hidden: { on: { 'tab.front': 'reading' } },
  },
});

export const selectSpoken = ({ context }: SnapshotFrom<typeof spokenMachine>) => context.lines;
