import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { legalMachine } from './legal.machine.ts';

export type LegalRef = ActorRefFrom<typeof legalMachine>;
type LegalSnapshot = SnapshotFrom<typeof legalMachine>;

/** The part of the notice that the URL asks for; undefined in a recording, which leaves it out. */
export const selectLegalType = ({ context }: LegalSnapshot): string | undefined => context.type;
/** The retention periods of the installation; null until they are loaded. */
export const selectRetentionDays = ({ context }: LegalSnapshot): LegalSnapshot['context']['days'] => context.days;
export const selectLegalFailure = ({ context }: LegalSnapshot): LegalSnapshot['context']['failure'] => context.failure;
export const selectHasLegalFailed = (snapshot: LegalSnapshot): boolean => snapshot.hasTag('failed');
