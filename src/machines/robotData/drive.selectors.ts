/** What the screen reads of driving by hand. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { medianRoundTrip } from '../../../contract/rules/roundTrip.ts';
import type { driveMachine } from './drive.machine.ts';
import { HALT_CAUSES, type HaltCause, speedOf } from './drive.setup.ts';
import { mixed, type Stick } from './inputs.ts';

export type DriveRef = ActorRefFrom<typeof driveMachine>;

type Snapshot = SnapshotFrom<typeof driveMachine>;

/** What forbids driving now; null when a hand may drive. */
export const selectCause = (snapshot: Snapshot): HaltCause | null =>
  HALT_CAUSES.find((cause) => snapshot.hasTag(cause)) ?? null;
/** Nothing forbids driving any more, yet a hand is still on: it must let go first. */
export const selectMustLetGo = (snapshot: Snapshot): boolean =>
  selectCause(snapshot) === null && !snapshot.hasTag('ready');
export const selectIsDriving = (snapshot: Snapshot): boolean => snapshot.hasTag('driving');
export const selectEnded = ({ context }: Snapshot): HaltCause | null => context.ended;
export const selectObstacle = ({ context }: Snapshot) => context.obstacle;
export const selectSpeed = ({ context }: Snapshot): number => context.speed;
/** ms, the median of two seconds; null before the first. */
export const selectRoundTrip = ({ context }: Snapshot): number | null => medianRoundTrip(context.roundTrips);
/** m/s that the network allows when that is less than what was chosen; null when it is not. */
export const selectSpeedLimit = ({ context }: Snapshot): number | null =>
  context.roundTrips.since !== null && speedOf(context) < context.speed ? speedOf(context) : null;
export const selectStick = ({ context }: Snapshot): Stick => mixed(context.sticks);
/** Why the robot itself stands though it hears us; null while it obeys. Silence and lag end the drive. */
export const selectRobotHalt = (snapshot: Snapshot): 'held' | 'obstacle' | 'emergencyStop' | null => {
  const halted = snapshot.hasTag('driving') ? snapshot.context.echo?.halted : null;
  return halted === 'held' || halted === 'obstacle' || halted === 'emergencyStop' ? halted : null;
};
