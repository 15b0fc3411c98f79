/** The order that a robot of ours carries out: its nodes still to come, its actions, its end. */
import type { ActionState, OrderMessage, VdaAction } from '../../contract/wire/vda5050.ts';
import { hasEnded } from './actionStates.ts';
import type { ActionStates } from './actionStates.ts';
import type { Body, Course } from './body.ts';
import { robotError } from './errors.ts';
import type { Errors } from './errors.ts';
import type { Ground } from './ground.ts';
import { actionsOf, spotOf } from './orderRules.ts';
import type { OrderEdge, OrderNode } from './orderRules.ts';
import { travel } from './travel.ts';
import type { Journey } from './travel.ts';

export interface OrderBook {
  orderId: string;
  updateId: number;
  /** Of a person; a robot's own begin with `self-`. */
  foreign: boolean;
  nodes: OrderNode[];
  edges: OrderEdge[];
  lastNodeId: string;
  lastNodeSequenceId: number;
  /** Metres of its way when it was taken, for telling how far it is. */
  way: number;
  /** The first node, while the robot stands on it and its actions are still to be done. */
  standsOn: OrderNode | null;
}

/** What carrying out an order needs of the robot. */
export interface Carrier {
  readonly body: Body;
  readonly ground: Ground;
  readonly book: OrderBook;
  readonly states: ActionStates;
  readonly errors: Errors;
  journey: (journey: Journey | null) => void;
  /** Starts an action; its state tells when it has ended. */
  begin(action: VdaAction): void;
}

export const emptyBook = (lastNodeId: string): OrderBook =>
  ({ orderId: '', updateId: 0, foreign: false, nodes: [], edges: [], lastNodeId, lastNodeSequenceId: 0, way: 0, standsOn: null });

/** How near a robot must be at least to an order's first node for that to be where it stands, metres: it may have moved on. */
const ON_FIRST_NODE_M = 2;

export function takeNew({ body, ground, book, states, errors }: Carrier, order: OrderMessage): void {
  states.forgetOrder();
  errors.forgetRefusals();
  for (const action of actionsOf(order)) states.add(action, 'WAITING', true);
  const [first] = order.nodes;
  const spot = first && spotOf(first, ground);
  const stands = first !== undefined && order.nodes.length > 1 &&
    (first.nodeId === book.lastNodeId || !spot || (spot.mapId === body.mapId && Math.hypot(spot.x - body.motion.x, spot.y - body.motion.y) < Math.max(ON_FIRST_NODE_M, first.nodePosition?.allowedDeviationXY ?? 0)));
  Object.assign(book, {
    orderId: order.orderId, updateId: order.orderUpdateId, foreign: true, way: 0, standsOn: null,
    nodes: [...order.nodes], edges: [...order.edges],
  });
  // Where it already stands nothing has to be driven; its actions still have to be done.
  if (stands && first) {
    book.lastNodeId = first.nodeId;
    book.lastNodeSequenceId = first.sequenceId;
    if (first.actions.length === 0) book.nodes.shift();
    else book.standsOn = first;
  }
}

export function takeUpdate({ book, states, errors }: Carrier, order: OrderMessage): void {
  errors.forgetRefusals();
  const [first] = order.nodes;
  for (const action of actionsOf(order)) if (!states.knows(action.actionId)) states.add(action, 'WAITING', true);
  const keep = book.nodes.filter(({ released }) => released);
  const isAhead = keep.at(-1)?.sequenceId === first?.sequenceId;
  book.edges = [...book.edges.filter(({ released }) => released), ...order.edges];
  // The stitching node stands in the base already, perhaps with new actions.
  book.nodes = isAhead && first ? [...keep.slice(0, -1), first, ...order.nodes.slice(1)] : order.nodes.slice(1);
  book.updateId = order.orderUpdateId;
}

/** Where the released part ends: an update has to begin there. */
export function baseEnd({ nodes, lastNodeId, lastNodeSequenceId }: OrderBook): { nodeId: string; sequenceId: number } {
  const last = nodes.filter(({ released }) => released).at(-1);
  return last ? { nodeId: last.nodeId, sequenceId: last.sequenceId } : { nodeId: lastNodeId, sequenceId: lastNodeSequenceId };
}

export type Carried = 'done' | 'failed' | 'interrupted';

export function* carryOut(carrier: Carrier): Course<Carried> {
  const { body, ground, book, states, errors } = carrier;
  for (;;) {
    const node = book.nodes[0];
    if (!node) return 'done';
    if (!node.released) {
      const { interrupted } = yield;
      if (interrupted) return 'interrupted';
      continue;
    }
    const edge = book.edges.find(({ sequenceId }) => sequenceId === node.sequenceId - 1);
    for (const action of edge?.actions ?? []) carrier.begin(action);
    const to = spotOf(node, ground);
    if (node !== book.standsOn && to) {
      const { theta, ...spot } = to;
      const travelled = yield* travel(body, ground, {
        to: spot, journey: carrier.journey, ...(theta !== undefined && { theta }), ...(edge?.maxSpeed !== undefined && { speed: edge.maxSpeed }),
      });
      if (travelled === 'interrupted') return 'interrupted';
      if (travelled !== 'arrived') {
        errors.refuse(robotError('noPath', { orderId: book.orderId, nodeId: node.nodeId }), ground.now());
        return 'failed';
      }
    }
    book.lastNodeId = node.nodeId;
    book.lastNodeSequenceId = node.sequenceId;
    // An update may have replaced the node on the way.
    const present = book.nodes[0] ?? node;
    const ended = yield* actionsAt(carrier, present.actions);
    if (ended === 'interrupted') return 'interrupted';
    if (ended) {
      errors.refuse(robotError('orderError', { orderId: book.orderId, nodeId: node.nodeId, actionId: ended.actionId }, {
        description: ended.resultDescription ?? `The action ${ended.actionType ?? ''} failed.`, hint: 'See the action\'s result.',
      }), ground.now());
      return 'failed';
    }
    book.nodes.shift();
    book.standsOn = null;
    if (edge) book.edges = book.edges.filter((one) => one !== edge);
    states.list(ground.now());
  }
}

/** One after another; those that block nothing are only begun. @returns the first that failed; null when all went well */
function* actionsAt({ begin, states, ground }: Carrier, actions: readonly VdaAction[]): Course<ActionState | 'interrupted' | null> {
  for (const action of actions) {
    if (hasEnded(states.status(action.actionId) ?? 'FINISHED')) continue;
    begin(action);
    if (action.blockingType === 'NONE') continue;
    for (let status = states.status(action.actionId); status && !hasEnded(status); status = states.status(action.actionId)) {
      const { interrupted } = yield;
      if (interrupted) return 'interrupted';
    }
    if (states.status(action.actionId) === 'FAILED') return states.list(ground.now()).find(({ actionId }) => actionId === action.actionId) ?? null;
  }
  return null;
}
