/**
 * Executes an order edge by edge and node by node, each with its actions, up to the end of the base, and continues when
 * an update extends it.
 */
import { BUILD_MAP, DISINFECT } from '../../contract/rules/robotCan.ts';
import type { ActionState, VdaAction } from '../../contract/wire/vda5050.ts';
import type { Behaviour } from './body.ts';
import { robotError } from './errors.ts';
import { arriveAt, leaveNode } from './orders.ts';
import type { OrderApi } from './orders.ts';
import { spotOf } from './orderRules.ts';
import { travel } from './travel.ts';
import { waitIdle } from './work/selfAssignedTrip.ts';

export type Carried = 'done' | 'failed' | 'interrupted';

export function* executeOrder(carrier: OrderApi): Behaviour<Carried> {
  const { body, environment, book, states, errors } = carrier;
  const fail = (nodeId: string, { actionId, actionType, resultDescription }: ActionState): 'failed' => {
    errors.refuse(
      robotError(
        'orderError',
        { orderId: book.orderId, nodeId, actionId },
        {
          description: resultDescription ?? `The action ${actionType ?? ''} failed.`,
          hint: "See the action's result.",
        },
      ),
      environment.now(),
    );
    return 'failed';
  };
  for (;;) {
    const node = book.nodes[0];
    if (!node) return 'done';
    if (!node.released) {
      // At the end of the base the robot waits as after an order: it makes room and returns.
      if (
        (yield* waitIdle(body, environment, Infinity, {
          returns: true,
          until: () => book.nodes[0]?.released !== false,
        })) === 'interrupted'
      )
        return 'interrupted';
      continue;
    }
    if (node !== book.reached) {
      const edge = book.edges.find(({ sequenceId }) => sequenceId === node.sequenceId - 1);
      const ended = yield* perform(carrier, () => edge?.actions ?? []);
      if (ended === 'interrupted') return 'interrupted';
      if (ended) return fail(node.nodeId, ended);
      const to = spotOf(node, environment);
      if (to) {
        const { theta, ...spot } = to;
        const travelled = yield* travel(body, environment, {
          to: spot,
          journey: carrier.journey,
          ...(theta !== undefined && { theta }),
          ...(edge?.maxSpeed !== undefined && { speed: edge.maxSpeed }),
        });
        if (travelled === 'interrupted') return 'interrupted';
        if (travelled !== 'arrived') {
          errors.refuse(robotError('noPath', { orderId: book.orderId, nodeId: node.nodeId }), environment.now());
          return 'failed';
        }
      }
      // An update can have replaced the node on the way.
      arriveAt(book, book.nodes[0] ?? node);
    }
    if (book.reached) {
      const ended = yield* perform(carrier, () => book.reached?.actions ?? []);
      if (ended === 'interrupted') return 'interrupted';
      if (ended) return fail(node.nodeId, ended);
      leaveNode(book);
    }
    states.list(environment.now());
  }
}

const isDriving = ({ actionType }: VdaAction): boolean => actionType === DISINFECT || actionType === BUILD_MAP;

/**
 * Runs the actions of a node or an edge in order: HARD ones alone, SOFT ones block driving, NONE ones are only started.
 * No action starts twice, even if this resumes after teleop.
 * @param actions read again on every tick, because an update can add some
 * @returns the first awaited action that failed; null if all succeeded
 */
function* perform(
  { begin, disinfect, buildMap, states }: OrderApi,
  actions: () => readonly VdaAction[],
): Behaviour<ActionState | 'interrupted' | null> {
  for (;;) {
    const all = actions();
    const waited = all.filter(({ blockingType }) => blockingType !== 'NONE');
    const failed = waited.find(({ actionId }) => states.status(actionId) === 'FAILED');
    if (failed) return states.find(failed.actionId);
    const next = all.find(({ actionId }) => states.status(actionId) === 'WAITING');
    const isFree =
      next?.blockingType === 'HARD'
        ? !states.isBusy()
        : !waited.some(({ actionId, blockingType }) => blockingType === 'HARD' && states.isRunning(actionId));
    // Disinfecting and mapping drive; after teleop they go on.
    const driving = all.find((one) => isDriving(one) && states.isRunning(one.actionId)) ?? (isFree ? next : undefined);
    if (driving && isDriving(driving)) {
      const carry = driving.actionType === DISINFECT ? disinfect : buildMap;
      if ((yield* carry(driving)) === 'interrupted') return 'interrupted';
      continue;
    }
    if (next && isFree) {
      begin(next);
      continue;
    }
    if (!next && !waited.some(({ actionId }) => states.isRunning(actionId))) return null;
    const { interrupted } = yield;
    if (interrupted) return 'interrupted';
  }
}
