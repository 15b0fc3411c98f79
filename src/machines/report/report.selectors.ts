import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { reportMachine } from './report.machine.ts';

export type ReportRef = ActorRefFrom<typeof reportMachine>;

type Snapshot = SnapshotFrom<typeof reportMachine>;

export const selectReport = ({ context }: Snapshot) => context;
export const selectIsSurveying = (snapshot: Snapshot): boolean => snapshot.hasTag('surveying');
export const selectIsSaving = (snapshot: Snapshot): boolean => snapshot.hasTag('saving');
export const selectIsSending = (snapshot: Snapshot): boolean => snapshot.hasTag('sending');
/** No recording could be frozen, so there is nothing to report. */
export const selectHasNoRecording = (snapshot: Snapshot): boolean => snapshot.matches('failed');
