/** What the screen reads of Stop. */
import type { SnapshotFrom } from 'xstate';
import type { stopMachine } from './stop.machine.ts';

type Snapshot = SnapshotFrom<typeof stopMachine>;

/** asking: the cloud has not taken it yet; sent: the robot has not proved it yet. */
export type StopState = 'ready' | 'asking' | 'sent' | 'stopped' | 'refused';
export function selectStopLook(snapshot: Snapshot): StopState {
  if (snapshot.hasTag('proved')) return 'stopped';
  if (snapshot.matches('refused')) return 'refused';
  if (!snapshot.hasTag('wanted')) return 'ready';
  // The first call is under way for a moment: only one that failed is worth another word.
  return snapshot.matches('asking') && snapshot.context.failure !== null ? 'asking' : 'sent';
}
export const selectStopContext = ({ context }: Snapshot) => context;
