/** Selectors of the alarm cases. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { alarmCasesMachine } from './alarmCases.machine.ts';

export type AlarmCasesRef = ActorRefFrom<typeof alarmCasesMachine>;
type Snapshot = SnapshotFrom<typeof alarmCasesMachine>;

export const selectAlarmCases = ({ context }: Snapshot) => context;
