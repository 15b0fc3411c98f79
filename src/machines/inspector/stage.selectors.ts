/** Selectors of the replay stage's pane. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { stageMachine } from './stage.machine.ts';

export type StageRef = ActorRefFrom<typeof stageMachine>;

type Snapshot = SnapshotFrom<typeof stageMachine>;

export const selectStageState = (snapshot: Snapshot): 'loading' | 'ready' | 'absent' =>
  snapshot.matches('absent') ? 'absent' : snapshot.matches('ready') ? 'ready' : 'loading';
export const selectStageRefusal = ({ context }: Snapshot) => context.refusal;
