/** Sends an action of a robot's devices: checked with robotCan's rules, limited per robot, written to the ledger. */
import { LRUCache } from 'lru-cache';
import type { Command } from '../../contract/entities/command.ts';
import { ACTION_RATES, type ActionParameters, type RobotAction } from '../../contract/rules/robotActions.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { createBucket, type Bucket } from '../broker/bucket.ts';
import type { LocalName } from '../db/localName.ts';
import { action } from '../fleet/messages.ts';
import type { RequestContext } from '../requestContext.ts';
import { createCommandIssuer } from './commandIssuer.ts';

/** Robots whose recent actions are counted. */
const MOST_COUNTED = 5_000;

export interface AskedAction {
  serialNumber: string;
  kind: RobotAction;
  /** What the ledger shows, for example the compartment. */
  target?: LocalName;
  /** Of `takePhoto`: the alarm case whose place it shows. */
  targetId?: string;
  parameters?: ActionParameters;
  /** What only the robot gets. */
  spoken?: { text: string; language: string };
}

export type SendRobotAction = (context: RequestContext, asked: AskedAction) => Promise<Command>;

/** One for the server: it counts what each robot is asked. */
export function createRobotActionSender(deps: Pick<AppDeps, 'fleet' | 'now'>): SendRobotAction {
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

  return async (context, { serialNumber, kind, target = '', targetId = null, parameters, spoken }) => {
    await demand(kind, serialNumber, context);
    count(serialNumber, kind);
    const wish = { serialNumber, kind, target, targetId, ...(parameters && { parameters }) };
    return ask(context, wish, ({ id }) => async () => {
      const robot = fleet.fleetCache.robot(serialNumber);
      const live = fleet.live(serialNumber, 'enUS');
      if (!robot || live.connection !== 'online' || (kind === 'openCabinet' && live.driving)) return false;
      await fleet.toRobot.act(robot, [action(kind, id, { ...parameters, ...spoken })]);
      return true;
    });
  };
}
