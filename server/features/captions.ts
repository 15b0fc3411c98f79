/** Recent speech near a robot: all of it for clients with the key of its screen, its own for its users. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { captions } from '../../contract/endpoints/captions.ts';
import { SPOKEN_SHOWN } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import type { RequestContext } from '../requestContext.ts';
import type { HolderOfKey } from './wallKeys.ts';

export function createCaptionHandlers({
  fleet,
  now,
  holderOfKey,
}: Pick<AppDeps, 'fleet' | 'now'> & { holderOfKey: HolderOfKey }): Handlers<typeof captions, RequestContext> {
  return {
    async list({ key }, { address, language }) {
      const holder = await holderOfKey(key, 'screen', address);
      const robot = holder?.serialNumber ? fleet.fleetCache.robot(holder.serialNumber) : undefined;
      if (!robot) throw new ApiError('keyWrong');
      const { serialNumber } = robot;
      return {
        robotName: nameIn(robot.name, language),
        online: fleet.live(serialNumber, language).connection === 'online',
        now: now(),
        captions: [...fleet.captions.of(serialNumber)],
      };
    },
    async spoken({ serialNumber }) {
      const own = fleet.captions.of(serialNumber).filter(({ by }) => by === 'robot');
      return {
        lines: own
          .slice(-SPOKEN_SHOWN)
          .reverse()
          .map(({ id, at, text, language }) => ({ id, at, text, language })),
      };
    },
  };
}
