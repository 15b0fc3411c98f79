import type { SnapshotFrom } from 'xstate';
import type { SignInField, signInMachine } from './signIn.machine.ts';

type Snapshot = SnapshotFrom<typeof signInMachine>;

export const selectFields = ({ context }: Snapshot) => context.fields;
export const selectFault = (field: SignInField) => ({ context }: Snapshot) => context.faults[field] ?? null;
export const selectFormFailure = ({ context }: Snapshot) => context.failure;
export const selectWelcome = ({ context }: Snapshot) => context.welcome;
/** Seconds until one may try again; 0 when one may. */
export const selectWait = ({ context }: Snapshot) => context.wait;
export const selectIsPasswordShown = ({ context }: Snapshot) => context.isPasswordShown;
export const selectIsSubmitting = (snapshot: Snapshot) => snapshot.hasTag('waiting');
/** The first start: the form that creates the administrator. */
export const selectIsSetUp = (snapshot: Snapshot) => snapshot.hasTag('setUp');
/** Nothing is known of the server yet: draw the form all the same. */
export const selectIsWelcomed = ({ context }: Snapshot) => context.welcome !== null;
