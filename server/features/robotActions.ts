/** Actions of a robot's devices: checked with robotCan's rules, limited per robot, written to the ledger, then sent. */
import { LRUCache } from 'lru-cache';
import type { Handlers } from '../../contract/endpoint.ts';
import type { robotActions as catalogue } from '../../contract/endpoints/robotActions.ts';
import type { Command } from '../../contract/entities/command.ts';
import { ACTION_RATES, type ActionParameters, type RobotAction } from '../../contract/rules/robotActions.ts';
import { CHINESE } from '../../contract/rules/speaking.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { createBucket, type Bucket } from '../broker/bucket.ts';
import type { LocalName } from '../db/localName.ts';
import { ordersOf } from '../db/repositories/deliveries.ts';
import { action } from '../fleet/messages.ts';
import type { RequestContext } from '../requestContext.ts';
import { createCommandIssuer } from './commandIssuer.ts';

/** Robots whose recent actions are counted. */
const MOST_COUNTED = 5_000;

interface Asked {
  serialNumber: string;
  kind: RobotAction;
  /** What the ledger shows, for example the compartment. */
  target?: LocalName;
  parameters?: ActionParameters;
  /** What only the robot gets. */
  spoken?: { text: string; language: string };
}

export function createRobotActionHandlers(deps: AppDeps): Handlers<typeof catalogue, RequestContext> {
  const { fleet, now } = deps;
  const { demand, ask } = createCommandIssuer(deps);
  const buckets = new LRUCache<string, Bucket>({ max: MOST_COUNTED });

  const count = (serialNumber: string, kind: RobotAction): void => {
    const key = `${kind} ${serialNumber}`;
    const { most, everySeconds } = ACTION_RATES[kind];
    const bucket = buckets.get(key) ?? createBucket({ most, perSecond: 1 / everySeconds }, now);
    buckets.set(key, bucket);
    if (!bucket.take()) throw new ApiError('tooManyRequests', { words: { seconds: Math.ceil(everySeconds) } });
  };

  const act = async (
    context: RequestContext,
    { serialNumber, kind, target = '', parameters, spoken }: Asked,
  ): Promise<Command> => {
    await demand(kind, serialNumber, context);
    count(serialNumber, kind);
    return ask(context, { serialNumber, kind, target, ...(parameters && { parameters }) }, ({ id }) => async () => {
      const robot = fleet.fleetCache.robot(serialNumber);
      const live = fleet.live(serialNumber, 'enUS');
      if (!robot || live.connection !== 'online' || (kind === 'openCabinet' && live.driving)) return false;
      await fleet.toRobot.act(robot, [action(kind, id, { ...parameters, ...spoken })]);
      return true;
    });
  };

  return {
    say: ({ serialNumber, text, language = CHINESE.test(text) ? 'zh' : 'en' }, context) =>
      act(context, { serialNumber, kind: 'say', spoken: { text, language } }),
    takePhoto: ({ serialNumber }, context) => act(context, { serialNumber, kind: 'takePhoto' }),
    setLights: ({ serialNumber, on }, context) =>
      act(context, {
        serialNumber,
        kind: 'setLights',
        target: on ? { zhCN: '开', enUS: 'on' } : { zhCN: '关', enUS: 'off' },
        parameters: { on },
      }),
    setHead: ({ serialNumber, horizontal, vertical }, context) =>
      act(context, {
        serialNumber,
        kind: 'setHead',
        target: `${horizontal}°, ${vertical}°`,
        parameters: { horizontal, vertical },
      }),
    setVolume: ({ serialNumber, volume }, context) =>
      act(context, { serialNumber, kind: 'setVolume', target: `${volume} %`, parameters: { volume } }),
    async openCabinet({ serialNumber, cabinet }, context) {
      // Somebody's parcel: it is opened where the delivery allows it, and with a line in its history.
      if ((await ordersOf(context.db, serialNumber)).some(({ compartment }) => compartment === cabinet))
        throw new ApiError('deliveryNotHere', { field: 'cabinet' });
      return act(context, { serialNumber, kind: 'openCabinet', target: String(cabinet), parameters: { cabinet } });
    },
    closeCabinet: ({ serialNumber, cabinet }, context) =>
      act(context, { serialNumber, kind: 'closeCabinet', target: String(cabinet), parameters: { cabinet } }),
  };
}
