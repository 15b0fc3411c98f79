/** Selectors of any form. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { type FormMachine, isDirty } from './form.ts';

export type FormRef = ActorRefFrom<FormMachine>;

type Snapshot = SnapshotFrom<FormMachine>;

export const selectDraft = ({ context }: Snapshot) => context.draft;
export const selectValue =
  (field: string) =>
  ({ context }: Snapshot) =>
    context.draft[field] ?? '';
/** Locale key of a field's error; null if it is valid. */
export const selectFieldFault =
  (field: string) =>
  ({ context }: Snapshot) =>
    context.faults[field] ?? null;
export const selectIsRevealed =
  (field: string) =>
  ({ context }: Snapshot): boolean =>
    context.revealed.includes(field);
export const selectFailure = ({ context }: Snapshot) => context.failure;
export const selectIsDirty = ({ context }: Snapshot) => isDirty(context);
export const selectIsSaving = (snapshot: Snapshot) => snapshot.hasTag('saving');
/** The save has taken 10 s: tell the user and offer to cancel. */
export const selectIsSlow = (snapshot: Snapshot) => snapshot.hasTag('patient');
