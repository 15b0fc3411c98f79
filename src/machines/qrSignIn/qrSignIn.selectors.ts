import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { qrSignInMachine } from './qrSignIn.machine.ts';

export type QrSignInRef = ActorRefFrom<typeof qrSignInMachine>;

type Snapshot = SnapshotFrom<typeof qrSignInMachine>;

export const selectPhase = (
  snapshot: Snapshot,
): 'fetching' | 'shown' | 'scanned' | 'refused' | 'unreachable' | 'entering' =>
  (['shown', 'scanned', 'refused', 'unreachable', 'entering'] as const).find((phase) => snapshot.hasTag(phase)) ??
  'fetching';
/** The content of the QR code; empty while there is none. The last one stays while the next is fetched. */
export const selectUrl = ({ context }: Snapshot) => context.code?.url ?? '';
/** For phones without a camera; empty while there is none. */
export const selectCode = ({ context }: Snapshot) => context.code?.qrcode ?? '';
/** Two digits to confirm on the phone. */
export const selectNumber = ({ context }: Snapshot) => context.number;
export const selectFailure = ({ context }: Snapshot) => context.failure;
