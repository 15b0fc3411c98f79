/** Why a robot cannot go to a place, beyond why it cannot go at all: another floor needs a lift it can ride. Pure. */
import type { RobotAbilities, RobotLive } from '../../../../contract/entities/robot.ts';
import type { ErrorName } from '../../../../contract/wire/errors.ts';

export const notFoundReason = (
  { liftRide }: Pick<RobotAbilities, 'liftRide'>,
  { pose }: Pick<RobotLive, 'pose'>,
  { mapId }: { readonly mapId: string },
  say: (error: ErrorName) => string,
): string | undefined =>
  !liftRide && pose !== null && pose.mapId !== mapId ? say('crossFloorUnsupported') : undefined;
