/** The order being executed: its remaining nodes and actions, and how updates change it. */
import type { OrderMessage, VdaAction } from '../../contract/wire/vda5050.ts';
import type { ActionStates } from './actionStates.ts';
import type { Behaviour, Body } from './body.ts';
import type { Errors } from './errors.ts';
import type { Environment } from './environment.ts';
import { actionsOf, spotOf } from './orderRules.ts';
import type { OrderEdge, OrderNode } from './orderRules.ts';
import type { Journey } from './travel.ts';

export interface OrderBook {
  orderId: string;
  updateId: number;
  /** Given by a user; the robot's own orders begin with `self-`. */
  foreign: boolean;
  /** Remaining nodes, beginning with `reached` while that has pending actions. */
  nodes: OrderNode[];
  edges: OrderEdge[];
  lastNodeId: string;
  lastNodeSequenceId: number;
  /** Metres driven since the last node. */
  sinceNode: number;
  /** Length of the way at its longest, metres, for the progress. */
  way: number;
  /** The first node, once the robot has arrived there and while its actions are pending. */
  reached: OrderNode | null;
}

/** What executing an order needs of the robot. */
export interface OrderApi {
  readonly body: Body;
  readonly environment: Environment;
  readonly book: OrderBook;
  readonly states: ActionStates;
  readonly errors: Errors;
  journey: (journey: Journey | null) => void;
  /** Starts an action; its end shows in its state. */
  begin(action: VdaAction): void;
  /** Carries out a disinfection, or goes on with it; its end shows in its state. */
  disinfect(action: VdaAction | undefined): Behaviour<'ended' | 'interrupted'>;
  /** Maps the floor, or goes on with it; its end shows in its state. */
  buildMap(action: VdaAction | undefined): Behaviour<'ended' | 'interrupted'>;
}

export const emptyBook = (lastNodeId: string): OrderBook => ({
  orderId: '',
  updateId: 0,
  foreign: false,
  nodes: [],
  edges: [],
  lastNodeId,
  lastNodeSequenceId: 0,
  sinceNode: 0,
  way: 0,
  reached: null,
});

/**
 * A robot within this distance of an order's first node counts as standing on it, metres, because it can have moved
 * since the order was sent.
 */
const ON_FIRST_NODE_M = 2;
/** Limit of ended actions kept of an order that is updated for hours. */
const MOST_ENDED = 40;

export function takeNew({ body, environment, book, states, errors }: OrderApi, order: OrderMessage): void {
  states.forgetOrder();
  errors.forgetRefusals();
  for (const action of actionsOf(order)) states.add(action, 'WAITING', true);
  const [first] = order.nodes;
  const spot = first && spotOf(first, environment);
  const stands =
    first !== undefined &&
    order.nodes.length > 1 &&
    (first.nodeId === book.lastNodeId ||
      !spot ||
      (spot.mapId === body.mapId &&
        Math.hypot(spot.x - body.motion.x, spot.y - body.motion.y) <
          Math.max(ON_FIRST_NODE_M, first.nodePosition?.allowedDeviationXY ?? 0)));
  // The last sequence id belongs to the previous order and means nothing in this one.
  Object.assign(book, {
    orderId: order.orderId,
    updateId: order.orderUpdateId,
    foreign: true,
    way: 0,
    reached: null,
    lastNodeSequenceId: 0,
    nodes: [...order.nodes],
    edges: [...order.edges],
  });
  // No driving to a node that the robot stands on; its actions still have to run.
  if (stands && first) arriveAt(book, first);
}

/** An update begins at the last node of the base: its actions are merged into those of that node. */
export function takeUpdate({ book, states, errors }: OrderApi, order: OrderMessage): void {
  errors.forgetRefusals();
  const [first, ...further] = order.nodes;
  for (const action of actionsOf(order)) if (!states.knows(action.actionId)) states.add(action, 'WAITING', true);
  const base = book.nodes.filter(({ released }) => released);
  const before = base.at(-1);
  book.updateId = order.orderUpdateId;
  book.edges = [...book.edges.filter(({ released }) => released), ...order.edges];
  if (first && before) {
    const stitched = {
      ...first,
      actions: [
        ...before.actions,
        ...first.actions.filter(({ actionId }) => before.actions.every((known) => known.actionId !== actionId)),
      ],
    };
    if (book.reached === before) book.reached = stitched;
    book.nodes = [...base.slice(0, -1), stitched, ...further];
  } else if (first) {
    // The base is done; new actions at its end run where the robot stands.
    book.nodes = [first, ...further];
    arriveAt(book, first, ({ actionId }) => states.status(actionId) === 'WAITING');
  }
  states.keep(new Set(actionsOf(book).map(({ actionId }) => actionId)), MOST_ENDED);
}

/** Records arrival at the first node. The node stays in the book while it has pending actions. */
export function arriveAt(book: OrderBook, node: OrderNode, isOpen: (action: VdaAction) => boolean = () => true): void {
  if (book.lastNodeId !== node.nodeId || book.lastNodeSequenceId !== node.sequenceId) book.sinceNode = 0;
  book.lastNodeId = node.nodeId;
  book.lastNodeSequenceId = node.sequenceId;
  book.edges = book.edges.filter(({ sequenceId }) => sequenceId > node.sequenceId);
  if (node.actions.some(isOpen)) book.reached = node;
  else leaveNode(book);
}

export function leaveNode(book: OrderBook): void {
  book.nodes = book.nodes.slice(1);
  book.reached = null;
}

/** End of the released part, where an update has to begin. */
export function baseEnd({ nodes, lastNodeId, lastNodeSequenceId }: OrderBook): { nodeId: string; sequenceId: number } {
  const last = nodes.filter(({ released }) => released).at(-1);
  return last
    ? { nodeId: last.nodeId, sequenceId: last.sequenceId }
    : { nodeId: lastNodeId, sequenceId: lastNodeSequenceId };
}
