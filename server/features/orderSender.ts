/** Sends an order to a robot after the commit, and again until it is sent. */
import type { AppDeps } from '../appDeps.ts';
import { newSecret } from '../broker/credentials.ts';
import { action, type Start, type ToRobot } from '../fleet/messages.ts';

/**
 * Sends the order once the robot has finished the previous one, which is cancelled first.
 * @returns a function for the ledger: true once the order is sent
 */
export function createOrderSender(
  { fleet }: Pick<AppDeps, 'fleet'>,
  serialNumber: string,
  orderFrom: (start: Start) => Parameters<ToRobot['order']>[1],
): () => Promise<boolean> {
  const { fleetCache, toRobot } = fleet;
  let cancelAsked = false;
  return async () => {
    const robot = fleetCache.robot(serialNumber);
    const live = fleet.live(serialNumber, 'enUS');
    if (!robot || !live.pose) return false;
    if (live.busy) {
      if (!cancelAsked) await toRobot.act(robot, [action('cancelOrder', `cancel-${newSecret(6)}`, {}, 'HARD')]);
      cancelAsked = true;
      return false;
    }
    const { mapId, ...at } = live.pose;
    await toRobot.order(
      robot,
      orderFrom({
        ...at,
        nodeId: fleet.lastNodeOf(serialNumber),
        mapName: fleetCache.robotMapNameOf(serialNumber, mapId) ?? mapId,
      }),
    );
    return true;
  };
}
