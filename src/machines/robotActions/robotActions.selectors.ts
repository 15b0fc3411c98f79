/** Selectors of actions of robots. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { CommandKind } from '../../../contract/rules/commandLife.ts';
import { hasEnded } from '../../../contract/rules/commandLife.ts';
import type { robotActionsMachine } from './robotActions.machine.ts';

export type RobotActionsRef = ActorRefFrom<typeof robotActionsMachine>;
type Snapshot = SnapshotFrom<typeof robotActionsMachine>;

export const selectRobotActions = ({ context }: Snapshot) => context;
/** Whether an action of a kind is asked for and not ended. */
export const isUnderWay = ({ context: { actions } }: Snapshot, kind: CommandKind): boolean =>
  actions.some(
    (action) =>
      action.kind === kind && action.failure === null && (action.command === null || !hasEnded(action.command.state)),
  );
