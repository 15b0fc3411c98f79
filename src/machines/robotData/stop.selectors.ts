/** What the screen reads of Stop. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { stopMachine } from './stop.machine.ts';

export type StopRef = ActorRefFrom<typeof stopMachine>;

type Snapshot = SnapshotFrom<typeof stopMachine>;

/** sending: the first call is under way; asking: a call has failed, and is repeated; sent: the server has it, the robot has not proved it yet. */
export type StopState = 'ready' | 'sending' | 'asking' | 'sent' | 'stopped' | 'refused';
export function selectStopLook(snapshot: Snapshot): StopState {
  if (snapshot.hasTag('proved')) return 'stopped';
  if (snapshot.matches('refused')) return 'refused';
  if (!snapshot.hasTag('wanted')) return 'ready';
  if (!snapshot.matches('asking')) return 'sent';
  return snapshot.matches({ asking: 'waiting' }) || snapshot.context.failure !== null ? 'asking' : 'sending';
}
export const selectStopContext = ({ context }: Snapshot) => context;
