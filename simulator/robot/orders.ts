/** The order that a robot of ours carries out: its nodes still to come, its actions, what an update makes of it. */
import type { OrderMessage, VdaAction } from '../../contract/wire/vda5050.ts';
import type { ActionStates } from './actionStates.ts';
import type { Body } from './body.ts';
import type { Errors } from './errors.ts';
import type { Environment } from './environment.ts';
import { actionsOf, spotOf } from './orderRules.ts';
import type { OrderEdge, OrderNode } from './orderRules.ts';
import type { Journey } from './travel.ts';

export interface OrderBook {
  orderId: string;
  updateId: number;
  /** Of a person; a robot's own begin with `self-`. */
  foreign: boolean;
  /** Still to be reached, behind `reached` while that has something to be done at it. */
  nodes: OrderNode[];
  edges: OrderEdge[];
  lastNodeId: string;
  lastNodeSequenceId: number;
  /** Metres driven since then. */
  sinceNode: number;
  /** Metres of its way when it was taken, for telling how far it is. */
  way: number;
  /** The first of the nodes, once the robot is there and as long as its actions are still to be done. */
  reached: OrderNode | null;
}

/** What carrying out an order needs of the robot. */
export interface OrderApi {
  readonly body: Body;
  readonly ground: Environment;
  readonly book: OrderBook;
  readonly states: ActionStates;
  readonly errors: Errors;
  journey: (journey: Journey | null) => void;
  /** Starts an action; its state tells when it has ended. */
  begin(action: VdaAction): void;
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

/** How near a robot must be at least to an order's first node for that to be where it stands, metres: it may have moved on. */
const ON_FIRST_NODE_M = 2;
/** An order that is updated for hours keeps this many of its ended actions in sight. */
const MOST_ENDED = 40;

export function takeNew({ body, ground, book, states, errors }: OrderApi, order: OrderMessage): void {
  states.forgetOrder();
  errors.forgetRefusals();
  for (const action of actionsOf(order)) states.add(action, 'WAITING', true);
  const [first] = order.nodes;
  const spot = first && spotOf(first, ground);
  const stands =
    first !== undefined &&
    order.nodes.length > 1 &&
    (first.nodeId === book.lastNodeId ||
      !spot ||
      (spot.mapId === body.mapId &&
        Math.hypot(spot.x - body.motion.x, spot.y - body.motion.y) <
          Math.max(ON_FIRST_NODE_M, first.nodePosition?.allowedDeviationXY ?? 0)));
  // What it reached last belongs to another order: its number says nothing about this one.
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
  // Where it already stands nothing has to be driven; its actions still have to be done.
  if (stands && first) arriveAt(book, first);
}

/** An update begins at the last node of the base: new actions of that one are added to what it had. */
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
    // The base is done; whatever is new at its end is done where it stands.
    book.nodes = [first, ...further];
    arriveAt(book, first, ({ actionId }) => states.status(actionId) === 'WAITING');
  }
  states.keep(new Set(actionsOf(book).map(({ actionId }) => actionId)), MOST_ENDED);
}

/** The first of the nodes is where the robot stands. It stays in the book as long as there is something to be done. */
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

/** Where the released part ends: an update has to begin there. */
export function baseEnd({ nodes, lastNodeId, lastNodeSequenceId }: OrderBook): { nodeId: string; sequenceId: number } {
  const last = nodes.filter(({ released }) => released).at(-1);
  return last
    ? { nodeId: last.nodeId, sequenceId: last.sequenceId }
    : { nodeId: lastNodeId, sequenceId: lastNodeSequenceId };
}
