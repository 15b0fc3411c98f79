/** Selectors of teleop. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { medianRoundTrip } from '../../../contract/rules/roundTrip.ts';
import type { teleopMachine } from './teleop.machine.ts';
import { HALT_CAUSES, type HaltCause, speedOf } from './teleop.setup.ts';
import { mixed, type Stick } from './inputs.ts';

export type TeleopRef = ActorRefFrom<typeof teleopMachine>;

type Snapshot = SnapshotFrom<typeof teleopMachine>;

/** What forbids teleop now; null when it is allowed. */
export const selectCause = (snapshot: Snapshot): HaltCause | null =>
  HALT_CAUSES.find((cause) => snapshot.hasTag(cause)) ?? null;
/** No cause is left, but an input is still active: it must be released first. */
export const selectMustLetGo = (snapshot: Snapshot): boolean =>
  selectCause(snapshot) === null && !snapshot.hasTag('ready');
export const selectIsDriving = (snapshot: Snapshot): boolean => snapshot.hasTag('driving');
export const selectEnded = ({ context }: Snapshot): HaltCause | null => context.ended;
export const selectObstacle = ({ context }: Snapshot) => context.obstacle;
export const selectSpeed = ({ context }: Snapshot): number => context.speed;
/** ms, the median of two seconds; null before the first. */
export const selectRoundTrip = ({ context }: Snapshot): number | null => medianRoundTrip(context.roundTrips);
/** m/s that the network allows, when that is less than the chosen speed; otherwise null. */
export const selectSpeedLimit = ({ context }: Snapshot): number | null =>
  context.roundTrips.since !== null && speedOf(context) < context.speed ? speedOf(context) : null;
export const selectStick = ({ context }: Snapshot): Stick => mixed(context.inputs);
/**
 * Why the robot itself is stopped although it receives our messages; null while it follows them. Silence and lag end
 * the motion.
 */
export const selectRobotHalt = (snapshot: Snapshot): 'held' | 'obstacle' | 'emergencyStop' | null => {
  const halted = snapshot.hasTag('driving') ? snapshot.context.echo?.halted : null;
  return halted === 'held' || halted === 'obstacle' || halted === 'emergencyStop' ? halted : null;
};
