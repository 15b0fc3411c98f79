/**
 * The jammed compartments of the page's robot, and the act that says that one works again.
 *
 *   none (a robot without compartments)
 *   reading ─▶ known ─jams.changed | 10 s with jams, 60 s without─▶ reading
 *              reading, known ─jam.clear─▶ clearing ─▶ reading
 *
 * `jams.changed`: a notice about a delivery of the robot, or the robot has opened a compartment for a person.
 */
import { assertEvent, assign, setup, type SnapshotFrom } from 'xstate';
import type { JamLeft } from '../../../contract/entities/delivery.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export type Jam = Pick<JamLeft, 'compartment' | 'at' | 'obstacle' | 'isParcelInside'>;
export interface CompartmentJamsInput {
  serialNumber: string;
  hasCompartments: boolean;
}
export type CompartmentJamsEvent = { type: 'jams.changed' } | { type: 'jam.clear'; compartment: number };
export interface CompartmentJamsContext extends CompartmentJamsInput {
  jams: readonly Jam[];
  /** The compartment of the last act. */
  compartment: number;
  /** Why the last act was refused or failed; null once its compartment is no longer jammed. */
  failure: Failure | null;
}

/** Read again without a notice, ms: notices can get lost. */
export const JAMS_REFRESH_MS = 10_000;
export const NO_JAMS_REFRESH_MS = 60_000;

const isJammed = ({ context }: { context: CompartmentJamsContext }): boolean => context.jams.length > 0;

const page = setup({
  types: {
    context: {} as CompartmentJamsContext,
    input: {} as CompartmentJamsInput,
    events: {} as CompartmentJamsEvent,
    tags: {} as 'clearing',
  },
  actors: {
    readJams: promiseEffect<readonly Jam[], { serialNumber: string }>('readJams'),
    clearJam: promiseEffect<void, { serialNumber: string; compartment: number }>('clearJam'),
  },
  delays: { refresh: (params) => (isJammed(params) ? JAMS_REFRESH_MS : NO_JAMS_REFRESH_MS) },
});
const clear = {
  'jam.clear': {
    target: 'clearing',
    actions: page.assign(({ event }) => {
      assertEvent(event, 'jam.clear');
      return { failure: null, compartment: event.compartment };
    }),
  },
} as const;

export const compartmentJamsMachine = page.createMachine({
  id: 'compartmentJams',
  context: ({ input }) => ({ ...input, jams: [], compartment: 0, failure: null }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: ({ context }) => context.hasCompartments, target: 'reading' }, 'none'] },
    none: {},
    reading: {
      on: { 'jams.changed': { target: 'reading', reenter: true }, ...clear },
      invoke: {
        src: 'readJams',
        input: ({ context: { serialNumber } }) => ({ serialNumber }),
        onDone: {
          target: 'known',
          actions: assign(({ context, event: { output } }) => ({
            jams: output,
            failure: output.some(({ compartment }) => compartment === context.compartment) ? context.failure : null,
          })),
        },
        // What is known stays; it is read again after a while.
        onError: 'known',
      },
    },
    known: {
      after: { refresh: 'reading' },
      on: { 'jams.changed': 'reading', ...clear },
    },
    clearing: {
      tags: 'clearing',
      invoke: {
        src: 'clearJam',
        input: ({ context: { serialNumber, compartment } }) => ({ serialNumber, compartment }),
        onDone: 'reading',
        // The robot, or somebody else, may have been first: reading shows it.
        onError: { target: 'reading', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
  },
});

type Snapshot = SnapshotFrom<typeof compartmentJamsMachine>;
export const selectJams = ({ context }: Snapshot) => context.jams;
export const selectJamFailure = ({ context }: Snapshot) => context.failure;
/** The compartment that the failure is about; 0: none. */
export const selectFailed = ({ context }: Snapshot): number => (context.failure ? context.compartment : 0);
/** The compartment that is being cleared; 0: none. */
export const selectClearing = (snapshot: Snapshot): number =>
  snapshot.hasTag('clearing') ? snapshot.context.compartment : 0;
