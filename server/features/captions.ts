/** Recent speech near a robot: all of it for clients with the key of its screen, its own for its users. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { captions } from '../../contract/endpoints/captions.ts';
import { READING_TOKEN_MS, SPOKEN_SHOWN } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { robotTopic, screenTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { issuePassword, screenClientIdOf, screenUserName } from '../broker/credentials.ts';
import { nameIn } from '../db/localName.ts';
import type { RequestContext } from '../requestContext.ts';
import type { HolderOfKey } from './wallKeys.ts';

type Needs = Pick<AppDeps, 'fleet' | 'now' | 'broker'> & {
  /** The broker's URL for browsers. */
  mqttUrl: () => string;
  holderOfKey: HolderOfKey;
};

export function createCaptionHandlers({
  fleet,
  now,
  broker,
  mqttUrl,
  holderOfKey,
}: Needs): Handlers<typeof captions, RequestContext> {
  const screenOf = async (key: string, address: string) => {
    const holder = await holderOfKey(key, 'screen', address);
    const robot = holder?.serialNumber ? fleet.fleetCache.robot(holder.serialNumber) : undefined;
    if (!holder || !robot) throw new ApiError('keyWrong', { field: 'key' });
    return { keyId: holder.id, robot };
  };
  return {
    async list({ key }, { address, language }) {
      const { robot } = await screenOf(key, address);
      const { serialNumber } = robot;
      return {
        robotName: nameIn(robot.name, language),
        online: fleet.live(serialNumber, language).connection === 'online',
        now: now(),
        captions: [...fleet.captions.of(serialNumber)],
      };
    },
    async accessToken({ key }, { address, language }) {
      const { keyId, robot } = await screenOf(key, address);
      const until = now() + READING_TOKEN_MS;
      const clientId = screenClientIdOf(robot.serialNumber, until);
      return {
        url: mqttUrl(),
        clientId,
        username: screenUserName(keyId),
        token: issuePassword({ keyId, clientId, language }, broker.secret, now(), READING_TOKEN_MS),
        topics: [screenTopic(robot.serialNumber), robotTopic(robot, 'connection')],
        until,
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
