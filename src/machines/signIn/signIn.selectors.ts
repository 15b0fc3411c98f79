import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { PasswordFieldName, signInMachine } from './signIn.machine.ts';
import type { SignInField } from './signInRules.ts';

export type SignInRef = ActorRefFrom<typeof signInMachine>;

type Snapshot = SnapshotFrom<typeof signInMachine>;

export const selectFields = ({ context }: Snapshot) => context.fields;
export const selectFault =
  (field: SignInField) =>
  ({ context }: Snapshot) =>
    context.faults[field] ?? null;
export const selectFormFailure = ({ context }: Snapshot) => context.failure;
/** Null until the server has responded; the form is rendered anyway. */
export const selectWelcome = ({ context }: Snapshot) => context.welcome;
/** Seconds until the next attempt is allowed; 0 when it is allowed now. */
export const selectWait = ({ context }: Snapshot) => context.wait;
export const selectIsPasswordShown = ({ context }: Snapshot) => context.isPasswordShown;
export const selectIsCapsLockOn =
  (field: PasswordFieldName) =>
  ({ context }: Snapshot): boolean =>
    context.capsLock === field;
export const selectIsSubmitting = (snapshot: Snapshot) => snapshot.hasTag('submitting');
/** Pending for 10 s: show a hint, and offer to cancel. */
export const selectIsPatient = (snapshot: Snapshot) => snapshot.hasTag('patient');
/** The first start: the form that creates the administrator. */
export const selectIsSetUp = (snapshot: Snapshot) => snapshot.hasTag('setUp');
export const selectCloud = (snapshot: Snapshot): 'reaching' | 'reached' | 'unreachable' =>
  snapshot.hasTag('reached') ? 'reached' : snapshot.hasTag('unreachable') ? 'unreachable' : 'reaching';
