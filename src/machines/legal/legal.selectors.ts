import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { legalMachine } from './legal.machine.ts';

export type LegalRef = ActorRefFrom<typeof legalMachine>;

/** The part of the notice that the URL asks for; undefined in a recording, which leaves it out. */
export const selectLegalType = ({ context }: SnapshotFrom<typeof legalMachine>): string | undefined => context.type;
