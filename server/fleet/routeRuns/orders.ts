/**
 * The orders of a route run (VDA 5050 6.6): a leg with its base and horizon, its updates, the way to a charging bay.
 * Pure.
 */
import type { Language } from '../../../contract/entities/constants.ts';
import type { VdaAction } from '../../../contract/wire/vda5050.ts';
import { action, orderTo, type OrderBody, type Start } from '../messages.ts';
import { callAt, orderIdOf, plannedAt, horizonEnd, type RouteRun } from './routeRun.ts';

type Node = OrderBody['nodes'][number];
type Edge = OrderBody['edges'][number];

/** Deviation from a stop at which a robot still counts as there, metres and radians. */
const AT_STOP_M = 0.3;
const AT_STOP_RAD = 0.2;
/** Deviation allowed at the start, metres: the robot may have moved since its last message. */
const AT_START_M = 3;
const START = 'start';
const SPOKEN = { zhCN: 'zh', enUS: 'en' } as const satisfies Record<Language, string>;

export const sequenceOf = (k: number): number => 2 * (k + 1);
/** Number of calls reached when the last node has this sequence id. */
export const reachedBy = (sequenceId: number): number => Math.floor(sequenceId / 2);

export const say = (id: string, text: string, language: Language, blockingType: VdaAction['blockingType']): VdaAction =>
  action('say', id, { text, language: SPOKEN[language] }, blockingType);

/** Actions that the robot has to finish at call k before it continues. */
export function actionsAt(run: RouteRun, k: number, can: (actionType: string) => boolean): VdaAction[] {
  const call = callAt(run, k);
  const stop = call && plannedAt(run, call.stop);
  if (!stop) return [];
  const order = orderIdOf(run);
  return [
    ...(stop.say && can('say') ? [say(`${order}-say-${k}`, stop.say, run.language, 'HARD')] : []),
    ...(stop.takePhoto === true && can('takePhoto') ? [action('takePhoto', `${order}-photo-${k}`, {}, 'HARD')] : []),
    ...(stop.doorId && can('openDoor')
      ? [action('openDoor', `${order}-door-${k}`, { doorId: stop.doorId }, 'HARD')]
      : []),
  ];
}

function nodeAt(run: RouteRun, k: number, can: (actionType: string) => boolean): Node {
  const { plan, course } = run;
  const stop = plan.stops[callAt(run, k)?.stop ?? 0];
  const { areaId = START, x = 0, y = 0, theta = null } = stop ?? {};
  return {
    nodeId: areaId,
    sequenceId: sequenceOf(k),
    released: k < course.released,
    actions: actionsAt(run, k, can),
    nodePosition: {
      x,
      y,
      mapId: plan.mapName,
      allowedDeviationXY: AT_STOP_M,
      ...(theta === null ? {} : { theta, allowedDeviationTheta: AT_STOP_RAD }),
    },
  };
}

function edgesOf(run: RouteRun, nodes: readonly Node[], from: number, can: (actionType: string) => boolean): Edge[] {
  const order = orderIdOf(run);
  return nodes.slice(1).map((node, i): Edge => {
    const k = from + i;
    // The departure announcement belongs to the previous stop.
    const left = callAt(run, k - 1);
    const stop = k > 0 && left ? plannedAt(run, left.stop) : null;
    return {
      edgeId: `${order}-way-${k}`,
      sequenceId: node.sequenceId - 1,
      released: node.released,
      startNodeId: nodes[i]?.nodeId ?? START,
      endNodeId: node.nodeId,
      actions: [
        ...(stop?.depart && can('say') ? [say(`${order}-out-${k}`, stop.depart, run.language, 'NONE')] : []),
        // The door has closed again by the end of a stay.
        ...(stop?.doorId && can('openDoor')
          ? [action('openDoor', `${order}-through-${k}`, { doorId: stop.doorId }, 'NONE')]
          : []),
      ],
    };
  });
}

const nodesFrom = (run: RouteRun, from: number, can: (actionType: string) => boolean): Node[] =>
  Array.from({ length: Math.max(0, horizonEnd(run) - from) }, (_, i) => nodeAt(run, from + i, can));

/** The order for a leg from the robot's position. */
export function legOrder(
  run: RouteRun,
  start: Start,
  { can, isCharging }: { can: (actionType: string) => boolean; isCharging: boolean },
): OrderBody {
  const { course, plan, leg, language } = run;
  const orderId = orderIdOf(run);
  if (course.kind === 'charge' && course.bay)
    return orderTo(orderId, start, { ...course.bay, nodeId: course.bay.id }, true);
  const ahead = nodesFrom(run, 0, can);
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
  return { orderId, orderUpdateId: 0, nodes, edges: edgesOf(run, nodes, 0, can) };
}

/** An order update with the nodes released beyond the robot's base; it begins with the last node of that base. */
export function legUpdate(run: RouteRun, can: (actionType: string) => boolean): OrderBody {
  const { course } = run;
  const from = course.stitched - 1;
  const [stitch, ...ahead] = nodesFrom(run, from, can);
  // Actions that were already carried out there are not repeated.
  const nodes = stitch ? [{ ...stitch, actions: course.reached > from ? [] : stitch.actions }, ...ahead] : [];
  return {
    orderId: orderIdOf(run),
    orderUpdateId: run.updateId,
    nodes,
    edges: edgesOf(run, nodes, from + 1, can),
  };
}
