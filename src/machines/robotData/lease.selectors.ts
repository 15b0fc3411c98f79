/** Selectors of the lease. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { leaseMachine } from './lease.machine.ts';

export type LeaseRef = ActorRefFrom<typeof leaseMachine>;

type Snapshot = SnapshotFrom<typeof leaseMachine>;

export const selectLeaseContext = ({ context }: Snapshot) => context;
export const selectIsMine = (snapshot: Snapshot): boolean => snapshot.hasTag('mine');

export type LeaseState =
  'resting' | 'taking' | 'asking' | 'givingReason' | 'takingOver' | 'keeping' | 'releasing' | 'handingOver';
const WATCHING = ['taking', 'asking', 'givingReason', 'takingOver'] as const;
export function selectLeaseState(snapshot: Snapshot): LeaseState {
  if (snapshot.matches({ mine: { giving: 'releasing' } })) return 'releasing';
  if (snapshot.matches({ mine: { giving: 'handingOver' } })) return 'handingOver';
  if (snapshot.hasTag('mine')) return 'keeping';
  if (snapshot.matches({ watching: 'measuring' })) return 'takingOver';
  return WATCHING.find((watching) => snapshot.matches({ watching })) ?? 'resting';
}
