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
/** Photos that were taken here, with the address of the newest once it is loaded. */
export const selectTakenPhotos = ({
  context: { actions, photo },
}: Snapshot): { fileId: string; at: number; url: string | null }[] =>
  actions.flatMap(({ kind, askedAt, command }) =>
    kind === 'takePhoto' && command?.fileId
      ? {
          fileId: command.fileId,
          at: command.endedAt ?? askedAt,
          url: photo?.fileId === command.fileId ? photo.url : null,
        }
      : [],
  );
