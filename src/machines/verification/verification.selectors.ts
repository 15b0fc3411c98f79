import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { codeRequestMachine } from './codeRequest.machine.ts';
import type { VerifiedMachine } from './createVerifiedForm.ts';
import type { FaultyField } from './verificationRules.ts';

export type VerifiedFormRef = ActorRefFrom<VerifiedMachine>;
export type CodeRequestRef = ActorRefFrom<typeof codeRequestMachine>;

type Form = SnapshotFrom<VerifiedMachine>;
type Request = SnapshotFrom<typeof codeRequestMachine>;

export const selectForm = ({ context }: Form) => context;
export const selectFault =
  (field: FaultyField) =>
  ({ context }: Form) =>
    context.faults[field] ?? null;
export const selectIsSubmitting = (snapshot: Form) => snapshot.hasTag('submitting');
/** Pending for 10 s: show a hint, and offer to cancel. */
export const selectIsPatient = (snapshot: Form) => snapshot.hasTag('patient');
export const selectIsChanged = (snapshot: Form) => snapshot.hasTag('changed');
/** The code request lives as long as the form. */
export const selectCodeRequest = ({ children }: Form) => children.code ?? null;

export const selectRequest = ({ context }: Request) => context;
export const selectIsSending = (snapshot: Request) => snapshot.hasTag('sending');
export const selectIsDrawing = (snapshot: Request) => snapshot.hasTag('drawing');
