/** Builds the VDA 5050 messages to a robot, in its dialect. `createToRobot` sends them. */
import { inDialect } from '../../contract/rules/dialect.ts';
import type { PrivateCommand } from '../../contract/wire/privateCommands.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { privateCommandsTopic, robotTopic } from '../../contract/wire/topics.ts';
import type { OrderMessage, VdaAction } from '../../contract/wire/vda5050.ts';
import type { Broker } from '../broker/broker.ts';
import { withTimeout } from '../withTimeout.ts';
import type { RobotRow } from './fleetCache.ts';
import { BUILD_MAP } from '../../contract/rules/robotCan.ts';
import { PLACE_NODE, chargeActionOf, mappingActionOf } from './commandProgress.ts';

const VERSION = '2.0.0';
/** Distance from a node at which a vehicle still counts as at the node, metres. */
const AT_NODE_M = 0.3;
/** Publish timeout, ms. */
const TELL_MS = 1_000;
/** Deviation allowed at the first node, metres: the robot may have moved since its last message. */
const AT_START_M = 3;

type Parameters = Record<string, string | number | boolean | undefined>;

export const action = (
  actionType: string,
  actionId: string,
  parameters: Parameters = {},
  blockingType: VdaAction['blockingType'] = 'NONE',
): VdaAction => ({
  actionType,
  actionId,
  blockingType,
  actionParameters: Object.entries(parameters).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }])),
});

interface Goal {
  nodeId: string | null;
  mapName: string;
  x: number;
  y: number;
  theta: number | null;
}
export interface Start {
  nodeId: string;
  mapName: string;
  x: number;
  y: number;
  theta: number;
}

export type OrderBody = Pick<OrderMessage, 'orderId' | 'orderUpdateId' | 'nodes' | 'edges'>;

/** An order from the robot's position to a single goal; the robot plans the path between. */
export function orderTo(orderId: string, start: Start, goal: Goal, charges: boolean): OrderBody {
  const goalId = goal.nodeId ?? PLACE_NODE;
  // Even a vehicle that is already at the goal gets two nodes, and their ids must differ.
  const startId = start.nodeId && start.nodeId !== goalId ? start.nodeId : 'start';
  return {
    orderId,
    orderUpdateId: 0,
    nodes: [
      {
        nodeId: startId,
        sequenceId: 0,
        released: true,
        actions: [],
        nodePosition: {
          x: start.x,
          y: start.y,
          theta: start.theta,
          mapId: start.mapName,
          allowedDeviationXY: AT_START_M,
          allowedDeviationTheta: Math.PI,
        },
      },
      {
        nodeId: goalId,
        sequenceId: 2,
        released: true,
        nodePosition: {
          x: goal.x,
          y: goal.y,
          mapId: goal.mapName,
          allowedDeviationXY: AT_NODE_M,
          ...(goal.theta === null ? {} : { theta: goal.theta, allowedDeviationTheta: Math.PI }),
        },
        actions: charges ? [action('startCharging', chargeActionOf(orderId), {}, 'HARD')] : [],
      },
    ],
    edges: [
      { edgeId: `${orderId}-way`, sequenceId: 1, released: true, startNodeId: startId, endNodeId: goalId, actions: [] },
    ],
  };
}

/** An order to map the floor, from where the robot is: the action does the driving. */
export const orderToMap = (orderId: string, { nodeId, mapName, x, y, theta }: Start): OrderBody => ({
  orderId,
  orderUpdateId: 0,
  nodes: [
    {
      nodeId: nodeId || 'start',
      sequenceId: 0,
      released: true,
      nodePosition: {
        x,
        y,
        theta,
        mapId: mapName,
        allowedDeviationXY: AT_START_M,
        allowedDeviationTheta: Math.PI,
      },
      actions: [action(BUILD_MAP, mappingActionOf(orderId), {}, 'HARD')],
    },
  ],
  edges: [],
});

/** Each method resolves once the broker has the message. */
export interface ToRobot {
  /** @throws ApiError brokerAway, also on a timeout */
  act(robot: RobotRow, actions: readonly VdaAction[]): Promise<void>;
  order(robot: RobotRow, body: OrderBody): Promise<void>;
  /** For content that only the robot may read. */
  privately(robot: RobotRow, command: PrivateCommand): Promise<void>;
}

/**
 * Counts header ids per topic, as the standard requires. QoS 0: messages that a robot misses must not be delivered
 * later (design 6).
 */
export function createToRobot(broker: Broker, now: () => number): ToRobot {
  const counters = new Map<string, number>();
  const publish = (topic: string, message: object): Promise<void> =>
    withTimeout(broker.publish(topic, message), TELL_MS, () => new ApiError('brokerAway'));
  const send = (robot: RobotRow, name: 'order' | 'instantActions', body: object): Promise<void> => {
    const topic = robotTopic(robot, name);
    const headerId = counters.get(topic) ?? 0;
    counters.set(topic, headerId + 1);
    const { manufacturer, serialNumber } = robot;
    return publish(topic, {
      headerId,
      timestamp: new Date(now()).toISOString(),
      version: VERSION,
      manufacturer,
      serialNumber,
      ...body,
    });
  };
  return {
    act: (robot, actions) => send(robot, 'instantActions', inDialect(robot.dialect, actions)),
    order: (robot, body) => send(robot, 'order', body),
    privately: (robot, command) => publish(privateCommandsTopic(robot), command),
  };
}
