/** Validates an order (VDA 5050 2.1, 6.6): its shape, whether it fits the running order, and its targets. */
import * as v from 'valibot';
import { orderMessage } from '../../contract/wire/vda5050.ts';
import type { OrderMessage, RobotError, VdaAction } from '../../contract/wire/vda5050.ts';
import type { Spot } from '../building/building.ts';
import { robotError } from './errors.ts';
import type { ErrorTexts, References } from './errors.ts';
import type { Environment } from './environment.ts';

export type OrderNode = OrderMessage['nodes'][number];
export type OrderEdge = OrderMessage['edges'][number];

/** The current order and robot state, as far as accepting an order depends on them. */
export interface OrderFacts {
  orderId: string;
  updateId: number;
  /** Whether the current order is unfinished. */
  active: boolean;
  /** Given by a user, not part of the robot's own daily work. */
  foreign: boolean;
  /** Node and sequence id at the end of the current base. */
  baseEnd: { nodeId: string; sequenceId: number } | null;
  /** Why every order is rejected at present; null if none is. */
  refusal: 'busy' | 'manual' | 'localizationLost' | 'batteryLow' | null;
  liftRide: boolean;
  radius: number;
  at: Spot;
  canDo: (actionType: string) => boolean;
}

export type Verdict =
  | { verdict: 'new' | 'update'; order: OrderMessage }
  | { verdict: 'repeat' }
  | { verdict: 'refused'; error: RobotError };

export function judgeOrder(message: unknown, facts: OrderFacts, environment: Environment): Verdict {
  const parsed = v.safeParse(orderMessage, message);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return refused(
      'validationError',
      { topic: 'order', ...idsIn(message), field: v.getDotPath(issue) ?? '' },
      { description: `The order cannot be read: ${issue.message}.` },
    );
  }
  const order = parsed.output;
  const references = {
    topic: 'order',
    headerId: order.headerId,
    orderId: order.orderId,
    orderUpdateId: order.orderUpdateId,
  };

  if (order.orderId === facts.orderId) {
    if (order.orderUpdateId === facts.updateId) return { verdict: 'repeat' };
    if (order.orderUpdateId < facts.updateId)
      return refused('orderUpdateError', references, {
        description: `Update ${order.orderUpdateId} is older than ${facts.updateId}.`,
      });
  }
  switch (facts.refusal) {
    case 'busy':
      return refused('busy', references);
    case 'manual':
      return refused('orderError', references, {
        description: 'The robot is steered by hand.',
        hint: 'Wait until the control is given back.',
      });
    case 'localizationLost':
      return refused('orderError', references, {
        description: 'The robot does not know where it is.',
        hint: 'Tell it where it stands (relocate).',
      });
    case 'batteryLow':
      return refused('orderError', references, {
        description: 'The battery is too low to drive.',
        hint: 'Send the robot to a charger.',
      });
    case null:
      break;
  }
  const broken = shapeFault(order);
  if (broken)
    return refused('validationError', { ...references, ...broken.references }, { description: broken.description });
  const unknown = actionsOf(order).find(({ actionType }) => !facts.canDo(actionType));
  if (unknown)
    return refused(
      'orderError',
      { ...references, actionId: unknown.actionId, actionType: unknown.actionType },
      {
        description: `The robot has no action ${unknown.actionType}.`,
        hint: 'Send only actions that the factsheet announces.',
      },
    );

  const isUpdate = order.orderId === facts.orderId;
  if (isUpdate) {
    const [first] = order.nodes;
    if (!facts.baseEnd || first?.nodeId !== facts.baseEnd.nodeId || first.sequenceId !== facts.baseEnd.sequenceId)
      return refused('orderUpdateError', references, {
        description: 'The update does not begin where the present base ends.',
      });
  } else if (facts.active && facts.foreign)
    return refused('orderError', references, { description: `Order ${facts.orderId} is still being carried out.` });

  for (const node of targetsOf(order)) {
    const fault = targetFault(node, facts, environment);
    if (fault) return refused(fault.type, { ...references, nodeId: node.nodeId }, fault.texts);
  }
  return { verdict: isUpdate ? 'update' : 'new', order };
}

const refused = (type: Parameters<typeof robotError>[0], references: References, texts: ErrorTexts = {}): Verdict => ({
  verdict: 'refused',
  error: robotError(type, references, texts),
});

/** The ids in a malformed message, as far as they can be read. */
export function idsIn(message: unknown): Record<string, string | number> {
  if (typeof message !== 'object' || message === null) return {};
  return Object.fromEntries(
    Object.entries(message).filter(
      (entry): entry is [string, string | number] =>
        ['headerId', 'orderId', 'orderUpdateId'].includes(entry[0]) &&
        (typeof entry[1] === 'string' || typeof entry[1] === 'number'),
    ),
  );
}

export const actionsOf = ({ nodes, edges }: Pick<OrderMessage, 'nodes' | 'edges'>): VdaAction[] =>
  [...nodes, ...edges].flatMap(({ actions }) => actions);

/** Nodes to drive to: the robot stands at the first one, unless it is the only one. */
const targetsOf = ({ nodes }: OrderMessage): readonly OrderNode[] => (nodes.length > 1 ? nodes.slice(1) : nodes);

function shapeFault({ nodes, edges }: OrderMessage): { description: string; references: References } | null {
  if (nodes.length === 0) return { description: 'The order has no nodes.', references: { field: 'nodes' } };
  if (edges.length !== nodes.length - 1)
    return { description: `${nodes.length} nodes need ${nodes.length - 1} edges.`, references: { field: 'edges' } };
  let released = true;
  for (const [i, node] of nodes.entries()) {
    const edge = edges[i - 1];
    const before = nodes[i - 1];
    if (node.sequenceId % 2 !== 0)
      return { description: "A node's sequenceId is even.", references: { nodeId: node.nodeId } };
    if (before && edge) {
      if (edge.sequenceId !== before.sequenceId + 1 || node.sequenceId !== edge.sequenceId + 1)
        return { description: 'The sequenceIds do not follow each other.', references: { edgeId: edge.edgeId } };
      if (edge.startNodeId !== before.nodeId || edge.endNodeId !== node.nodeId)
        return { description: 'An edge does not join its nodes.', references: { edgeId: edge.edgeId } };
      if (edge.released !== node.released)
        return { description: 'An edge and its end node are released together.', references: { edgeId: edge.edgeId } };
    }
    if (node.released && !released)
      return { description: 'A released node follows one that is not.', references: { nodeId: node.nodeId } };
    released = node.released;
  }
  if (!nodes[0]?.released)
    return { description: 'The first node is not released.', references: { nodeId: nodes[0]?.nodeId ?? '' } };
  return null;
}

/** Position of a node: its own `nodePosition`, or that of a known point. */
export function spotOf(
  { nodeId, nodePosition }: Pick<OrderNode, 'nodeId' | 'nodePosition'>,
  environment: Environment,
): (Spot & { theta?: number }) | null {
  if (nodePosition) {
    const { x, y, mapId, theta } = nodePosition;
    return { x, y, mapId, ...(theta !== undefined && { theta }) };
  }
  const point = environment.point(nodeId);
  return point && { x: point.x, y: point.y, mapId: point.mapId, theta: point.theta };
}

interface TargetFault {
  type: 'wrongMap' | 'targetOutsideMap' | 'targetBlocked' | 'noRouteError';
  texts: ErrorTexts;
}

export function placeFault({ mapId, x, y }: Spot, radius: number, environment: Environment): TargetFault | null {
  const { building } = environment;
  if (!building.has(mapId)) return { type: 'wrongMap', texts: { description: `The robot has no map ${mapId}.` } };
  const floor = building.floor(mapId);
  if (!environment.isInside(mapId, x, y)) return { type: 'targetOutsideMap', texts: {} };
  if (!floor.isFree(x, y, radius))
    return {
      type: 'targetBlocked',
      texts: { description: 'The target lies in or too near to a wall or a piece of furniture.' },
    };
  return null;
}

function targetFault(
  node: OrderNode,
  { at, liftRide, radius }: OrderFacts,
  environment: Environment,
): TargetFault | null {
  const spot = spotOf(node, environment);
  if (!spot)
    return { type: 'noRouteError', texts: { description: `Node ${node.nodeId} has no position and is not known.` } };
  const fault = placeFault(spot, radius, environment);
  if (fault) return fault;
  if (spot.mapId !== at.mapId && !liftRide)
    return {
      type: 'noRouteError',
      texts: { description: 'This robot does not ride lifts.', hint: 'Choose a target on its own floor.' },
    };
  if (!environment.building.isReachable(at, spot, radius)) return { type: 'noRouteError', texts: {} };
  return null;
}
