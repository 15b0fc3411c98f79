/**
 * Why a robot that can navigate cannot go to a certain place: another floor requires the ability to ride lifts. Pure.
 */
import type { RobotAbilities, RobotLive } from '../../../../contract/entities/robot.ts';
import type { ErrorName } from '../../../../contract/wire/errors.ts';

export const notFoundReason = (
  { liftRide }: Pick<RobotAbilities, 'liftRide'>,
  { pose }: Pick<RobotLive, 'pose'>,
  { mapId }: { readonly mapId: string },
  say: (error: ErrorName) => string,
): string | undefined =>
  !liftRide && pose !== null && pose.mapId !== mapId ? say('crossFloorUnsupported') : undefined;
