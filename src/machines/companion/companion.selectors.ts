/** Selectors of the companion app's machines. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { approvalMachine } from './approval.machine.ts';
import type { bindingMachine } from './binding.machine.ts';
import type { companionMachine } from './companion.machine.ts';
import type { companionEntryMachine } from './companionEntry.machine.ts';
import type { ownRobotsMachine } from './ownRobots.machine.ts';
import type { pointMachine } from './point.machine.ts';
import type { scannerMachine } from './scanner.machine.ts';

export type Companion = ActorRefFrom<typeof companionMachine>;
export type Entry = ActorRefFrom<typeof companionEntryMachine>;
export type OwnRobots = ActorRefFrom<typeof ownRobotsMachine>;
export type Scanner = ActorRefFrom<typeof scannerMachine>;
export type Approval = ActorRefFrom<typeof approvalMachine>;
export type Binding = ActorRefFrom<typeof bindingMachine>;
export type Point = ActorRefFrom<typeof pointMachine>;

type Snapshot = SnapshotFrom<typeof companionMachine>;
export const selectChildren = ({ children }: Snapshot) => children;
export const selectIsLeaving = (snapshot: Snapshot) => snapshot.matches('signingOut');
export const selectIsAskedToLeave = (snapshot: Snapshot) => snapshot.matches({ signedIn: { home: 'asking' } });
export const selectPutOut = ({ context }: Snapshot) => context.failure;
export const selectIsOffline = ({ context }: Snapshot) => context.isOffline;
/** Kind of the code that is handled after sign-in. */
export const selectWaitingCode = ({ context }: Snapshot) => context.code?.kind ?? null;

export const selectEntry = ({ context }: SnapshotFrom<typeof companionEntryMachine>) => context;
export const selectIsEntering = (snapshot: SnapshotFrom<typeof companionEntryMachine>) => snapshot.hasTag('waiting');
export const selectIsEntryPatient = (snapshot: SnapshotFrom<typeof companionEntryMachine>) =>
  snapshot.hasTag('patient');

export const selectFound = ({ context }: SnapshotFrom<typeof ownRobotsMachine>) => context.found;
export const selectLookFailure = ({ context }: SnapshotFrom<typeof ownRobotsMachine>) => context.failure;

export const selectScanner = ({ context }: SnapshotFrom<typeof scannerMachine>) => context;
export const selectCamera = (snapshot: SnapshotFrom<typeof scannerMachine>): 'opening' | 'watching' | 'blind' =>
  snapshot.hasTag('watching') ? 'watching' : snapshot.matches('blind') ? 'blind' : 'opening';
export const selectIsLit = (snapshot: SnapshotFrom<typeof scannerMachine>) => snapshot.hasTag('lit');

export const selectApproval = ({ context }: SnapshotFrom<typeof approvalMachine>) => context;
export const selectApprovalState = (
  snapshot: SnapshotFrom<typeof approvalMachine>,
): 'looking' | 'failed' | 'deciding' | 'approved' | 'refused' | 'turnedAway' | 'expired' =>
  (['looking', 'failed', 'approved', 'refused', 'turnedAway', 'expired'] as const).find((state) =>
    snapshot.matches(state),
  ) ?? 'deciding';
export const selectIsDeciding = (snapshot: SnapshotFrom<typeof approvalMachine>): 'approving' | 'refusing' | null =>
  snapshot.matches({ deciding: 'approving' })
    ? 'approving'
    : snapshot.matches({ deciding: 'refusing' })
      ? 'refusing'
      : null;

export const selectBinding = ({ context }: SnapshotFrom<typeof bindingMachine>) => context;
export const selectBindingState = (snapshot: SnapshotFrom<typeof bindingMachine>) => snapshot.value;

export const selectPoint = ({ context }: SnapshotFrom<typeof pointMachine>) => context;
export const selectPointState = (
  snapshot: SnapshotFrom<typeof pointMachine>,
): 'looking' | 'gone' | 'foreign' | 'failed' | 'shown' =>
  (['looking', 'gone', 'foreign', 'failed'] as const).find((state) => snapshot.matches(state)) ?? 'shown';
export const selectIsSendingRobot = (snapshot: SnapshotFrom<typeof pointMachine>) => snapshot.hasTag('sending');
/** The sent command stays visible until it is dismissed. */
export const selectSentCommand = (snapshot: SnapshotFrom<typeof pointMachine>) =>
  snapshot.hasTag('following') || snapshot.matches({ shown: 'ended' }) ? snapshot.context.command : null;
