/** Selectors of Stop. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { stopMachine } from './stop.machine.ts';

export type StopRef = ActorRefFrom<typeof stopMachine>;

type Snapshot = SnapshotFrom<typeof stopMachine>;

/**
 * sending: first request in progress; asking: a request failed and is retried; sent: the server has it, the robot has
 * not confirmed it yet.
 */
export type StopState = 'ready' | 'sending' | 'asking' | 'sent' | 'stopped' | 'refused';
export function selectStopLook(snapshot: Snapshot): StopState {
  if (snapshot.hasTag('proved')) return 'stopped';
  if (snapshot.matches('refused')) return 'refused';
  if (!snapshot.hasTag('wanted')) return 'ready';
  if (!snapshot.matches('asking')) return 'sent';
  return snapshot.matches({ asking: 'waiting' }) || snapshot.context.failure !== null ? 'asking' : 'sending';
}
export const selectStopContext = ({ context }: Snapshot) => context;
