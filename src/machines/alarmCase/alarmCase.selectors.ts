/** Selectors of one alarm case. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { alarmCaseMachine } from './alarmCase.machine.ts';

export type AlarmCaseRef = ActorRefFrom<typeof alarmCaseMachine>;
type Snapshot = SnapshotFrom<typeof alarmCaseMachine>;

export const selectAlarmCase = ({ context }: Snapshot) => context;
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.hasTag('acting');
export const selectIsResolving = (snapshot: Snapshot): boolean => snapshot.matches({ dialog: 'resolving' });
export const selectIsHanding = (snapshot: Snapshot): boolean => snapshot.matches({ dialog: 'handing' });
export const selectIsMerging = (snapshot: Snapshot): boolean => snapshot.matches({ dialog: 'merging' });
export const selectAreMergeableLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('mergeableLoading');
export const selectArePeopleLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('peopleLoading');
export const selectArePhotosLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('photosLoading');
export const selectHasFailed = (snapshot: Snapshot): boolean => snapshot.matches({ case: 'failed' });
export const selectIsSending = (snapshot: Snapshot): boolean => snapshot.matches({ dialog: 'sending' });
export const selectIsSpeaking = (snapshot: Snapshot): boolean => snapshot.matches({ dialog: 'speaking' });
export const selectAreRobotsLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('robotsLoading');
export const selectCaseActions = ({ children }: Snapshot) => children.robotActions;
