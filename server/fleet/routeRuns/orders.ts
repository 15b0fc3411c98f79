/** The orders of a drive (VDA 5050 6.6): a leg with its base and horizon, its updates, the way to a charging bay. Pure. */
import type { Language } from '../../../contract/entities/constants.ts';
import type { OrderMessage, VdaAction } from '../../../contract/wire/vda5050.ts';
import { action, orderTo, type Start } from '../messages.ts';
import { callAt, orderIdOf, plannedAt, toldUntil, type RouteRun } from './routeRun.ts';

export type OrderBody = Pick<OrderMessage, 'orderId' | 'orderUpdateId' | 'nodes' | 'edges'>;
type Node = OrderBody['nodes'][number];
type Edge = OrderBody['edges'][number];

/** How far from a point a robot may stop and be at it, metres, radians. */
const AT_STOP_M = 0.3;
const AT_STOP_RAD = 0.2;
/** Where it stands: it may have moved since it was heard. */
const AT_START_M = 3;
const START = 'start';
const SPOKEN = { zhCN: 'zh', enUS: 'en' } as const satisfies Record<Language, string>;

export const sequenceOf = (k: number): number => 2 * (k + 1);
/** How many calls a robot has reached whose last node has this sequence. */
export const reachedBy = (sequenceId: number): number => Math.floor(sequenceId / 2);

export const say = (id: string, text: string, language: Language, blockingType: VdaAction['blockingType']): VdaAction =>
  action('say', id, { text, language: SPOKEN[language] }, blockingType);

/** What the robot does at call k before it may go on. */
export function actionsAt(drive: RouteRun, k: number, can: (actionType: string) => boolean): VdaAction[] {
  const call = callAt(drive, k);
  const stop = call && plannedAt(drive, call.stop);
  if (!stop) return [];
  const order = orderIdOf(drive);
  return [
    ...(stop.say && can('say') ? [say(`${order}-say-${k}`, stop.say, drive.language, 'HARD')] : []),
    ...(stop.doorId && can('openDoor')
      ? [action('openDoor', `${order}-door-${k}`, { doorId: stop.doorId }, 'HARD')]
      : []),
  ];
}

function nodeAt(drive: RouteRun, k: number, can: (actionType: string) => boolean): Node {
  const { plan, course } = drive;
  const stop = plan.stops[callAt(drive, k)?.stop ?? 0];
  const { areaId = START, x = 0, y = 0, theta = null } = stop ?? {};
  return {
    nodeId: areaId,
    sequenceId: sequenceOf(k),
    released: k < course.released,
    actions: actionsAt(drive, k, can),
    nodePosition: {
      x,
      y,
      mapId: plan.mapName,
      allowedDeviationXY: AT_STOP_M,
      ...(theta === null ? {} : { theta, allowedDeviationTheta: AT_STOP_RAD }),
    },
  };
}

function edgesOf(drive: RouteRun, nodes: readonly Node[], from: number, can: (actionType: string) => boolean): Edge[] {
  const order = orderIdOf(drive);
  return nodes.slice(1).map((node, i): Edge => {
    const k = from + i;
    // The words on the way out belong to the stop that is left.
    const left = callAt(drive, k - 1);
    const stop = k > 0 && left ? plannedAt(drive, left.stop) : null;
    return {
      edgeId: `${order}-way-${k}`,
      sequenceId: node.sequenceId - 1,
      released: node.released,
      startNodeId: nodes[i]?.nodeId ?? START,
      endNodeId: node.nodeId,
      actions: [
        ...(stop?.depart && can('say') ? [say(`${order}-out-${k}`, stop.depart, drive.language, 'NONE')] : []),
        // By the end of a stay a door is shut again.
        ...(stop?.doorId && can('openDoor')
          ? [action('openDoor', `${order}-through-${k}`, { doorId: stop.doorId }, 'NONE')]
          : []),
      ],
    };
  });
}

const nodesFrom = (drive: RouteRun, from: number, can: (actionType: string) => boolean): Node[] =>
  Array.from({ length: Math.max(0, toldUntil(drive) - from) }, (_, i) => nodeAt(drive, from + i, can));

/** The leg from where the robot stands. */
export function legOrder(
  drive: RouteRun,
  start: Start,
  { can, isCharging }: { can: (actionType: string) => boolean; isCharging: boolean },
): OrderBody {
  const { course, plan, leg, language } = drive;
  const orderId = orderIdOf(drive);
  if (course.kind === 'charge' && course.bay)
    return orderTo(orderId, start, { ...course.bay, nodeId: course.bay.id }, true);
  const ahead = nodesFrom(drive, 0, can);
  const nodes: Node[] = [
    {
      nodeId: start.nodeId && start.nodeId !== ahead[0]?.nodeId ? start.nodeId : START,
      sequenceId: 0,
      released: true,
      nodePosition: {
        x: start.x,
        y: start.y,
        theta: start.theta,
        mapId: start.mapName,
        allowedDeviationXY: AT_START_M,
        allowedDeviationTheta: Math.PI,
      },
      actions: [
        ...(isCharging && can('stopCharging') ? [action('stopCharging', `${orderId}-off`, {}, 'HARD')] : []),
        ...(leg === 0 && plan.startSpeech && can('say')
          ? [say(`${orderId}-start`, plan.startSpeech, language, 'HARD')]
          : []),
      ],
    },
    ...ahead,
  ];
  return { orderId, orderUpdateId: 0, nodes, edges: edgesOf(drive, nodes, 0, can) };
}

/** What is released beyond the base that the robot has: it begins with the last node of that base. */
export function legUpdate(drive: RouteRun, can: (actionType: string) => boolean): OrderBody {
  const { course } = drive;
  const from = course.stitched - 1;
  const [stitch, ...ahead] = nodesFrom(drive, from, can);
  // What was done there already is not asked for again.
  const nodes = stitch ? [{ ...stitch, actions: course.reached > from ? [] : stitch.actions }, ...ahead] : [];
  return {
    orderId: orderIdOf(drive),
    orderUpdateId: drive.updateId,
    nodes,
    edges: edgesOf(drive, nodes, from + 1, can),
  };
}
