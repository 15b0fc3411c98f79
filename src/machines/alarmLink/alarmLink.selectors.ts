import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { alarmLinkMachine } from './alarmLink.machine.ts';

export type AlarmLinkRef = ActorRefFrom<typeof alarmLinkMachine>;

type Snapshot = SnapshotFrom<typeof alarmLinkMachine>;

export const selectAlarmLink = ({ context }: Snapshot) => context;
export const selectIsActingByLink = (snapshot: Snapshot): boolean => snapshot.hasTag('acting');
/** The state of the link: `good` while its case is shown. */
export const selectAlarmLinkState = (snapshot: Snapshot): 'asking' | 'failed' | 'over' | 'good' =>
  (['asking', 'failed', 'over'] as const).find((tag) => snapshot.hasTag(tag)) ?? 'good';
