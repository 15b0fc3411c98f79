/** Selectors of the dialog "Copy as test". */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { copyTestMachine } from './copyTest.machine.ts';

export type CopyTestRef = ActorRefFrom<typeof copyTestMachine>;

type Snapshot = SnapshotFrom<typeof copyTestMachine>;

export const selectCopyTest = ({ context }: Snapshot) => context;
/** Copy state of the test that ends at this step. */
export const selectCopied =
  (step: number) =>
  (snapshot: Snapshot): 'uncopied' | 'copied' | 'refused' =>
    snapshot.context.step === step ? snapshot.value : 'uncopied';
/** The step before the first step of the test that ends at this step. */
export const selectTestFrom =
  (step: number) =>
  ({ context: { begins, back } }: Snapshot): 'start' | number =>
    begins === 'start' ? 'start' : Math.max(-1, step - Math.max(1, Math.round(Number(back)) || 1));
