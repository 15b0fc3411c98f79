/** Orders of many nodes, as a route run sends them: stop after stop, base and horizon, stitching updates. */
import type { OrderMessage, VdaAction } from '../../../contract/wire/vda5050.ts';

export interface Call {
  x: number;
  y: number;
  mapId?: string;
  nodeId?: string;
  theta?: number;
  actions?: VdaAction[];
  /** Actions of the edge to this node. */
  onTheWay?: VdaAction[];
}

export const say = (actionId: string, text: string, blockingType: VdaAction['blockingType'] = 'HARD'): VdaAction => ({
  actionType: 'say',
  actionId,
  blockingType,
  actionParameters: [{ key: 'text', value: text }],
});
export const openDoor = (
  actionId: string,
  doorId: string,
  blockingType: VdaAction['blockingType'] = 'HARD',
): VdaAction => ({
  actionType: 'openDoor',
  actionId,
  blockingType,
  actionParameters: [{ key: 'doorId', value: doorId }],
});

/**
 * Sequence ids start at `from`: 0 for a new order, that of the stitching node for an update. The first `released` calls
 * are the base.
 */
export function tour(
  orderId: string,
  calls: readonly Call[],
  { updateId = 0, from = 0, released = calls.length }: { updateId?: number; from?: number; released?: number } = {},
): OrderMessage {
  const nodes = calls.map(({ x, y, mapId = 'harbour-1f', nodeId, theta, actions = [] }, i) => ({
    nodeId: nodeId ?? `n${from / 2 + i}`,
    sequenceId: from + 2 * i,
    released: i < released,
    actions,
    nodePosition: { x, y, mapId, allowedDeviationXY: 0.3, ...(theta !== undefined && { theta }) },
  }));
  const edges = calls.slice(1).map(({ onTheWay = [] }, i) => ({
    edgeId: `e${from / 2 + i}`,
    sequenceId: from + 2 * i + 1,
    released: i + 1 < released,
    actions: onTheWay,
    startNodeId: nodes[i]?.nodeId ?? '',
    endNodeId: nodes[i + 1]?.nodeId ?? '',
  }));
  return {
    headerId: 0,
    timestamp: '2026-11-21T08:00:00.000Z',
    version: '2.0.0',
    manufacturer: 'Roundhouse',
    serialNumber: 'x',
    orderId,
    orderUpdateId: updateId,
    nodes,
    edges,
  };
}
