/** Test harness: robots on a manually stepped clock, which get messages as from a fleet server. */
import { expect } from 'vitest';
import * as v from 'valibot';
import { stateMessage } from '../../../contract/wire/vda5050.ts';
import type { RobotError, StateMessage, VdaAction } from '../../../contract/wire/vda5050.ts';
import { ROBOTS } from '../../../demo/roster.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import { pointOf } from '../../../demo/sites.ts';
import { World } from '../../../simulator/fleet/world.ts';
import { stateOf } from '../../../simulator/robot/report.ts';
import type { Robot } from '../../../simulator/robot/robot.ts';

export const START = Date.UTC(2026, 10, 21, 8);
export const PORTER = 'W1-2308-0417';
export const HOST = 'U1-2311-0033';

const header = { headerId: 0, timestamp: '2026-11-21T08:00:00.000Z', version: '2.1.0', manufacturer: 'Roundhouse' };

export interface Stage {
  world: World;
  robot: Robot;
  state(of?: Robot): StateMessage;
  errors(of?: Robot): RobotError[];
  /** Steps until `holds` returns true. @throws when it does not within `seconds` */
  until(holds: () => boolean, seconds: number): void;
  act(actionType: string, parameters?: Record<string, VdaParameter>, actionId?: string): string;
  status(actionId: string): string | undefined;
  goTo(
    target: string | { x: number; y: number; mapId: string; theta?: number },
    orderId?: string,
    actions?: VdaAction[],
  ): void;
  /** `stamp` defaults to that of an echo taken now. */
  teleop(message: { lease: number; sequence: number; vx: number; wz: number; stamp?: number }): void;
}
type VdaParameter = string | number | boolean | Record<string, unknown>;

/** A robot without daily work, so that it stands still until it gets an order or action. */
export const idle = (serialNumber: string, changes: Partial<DemoRobot> = {}): DemoRobot => {
  const spec = ROBOTS.find((robot) => robot.serialNumber === serialNumber);
  if (!spec) throw new Error(`no robot ${serialNumber}`);
  return { ...spec, battery: 80, round: [], ...changes };
};

/** The stage's methods address the first robot by default. */
export function setUp(...specs: DemoRobot[]): Stage {
  const world = new World({ robots: specs.length > 0 ? specs : [idle(PORTER)], seed: 1, startAt: START });
  const [robot] = world.robots;
  if (!robot) throw new Error('no robot');
  let counted = 0;
  const { serialNumber } = robot.spec;
  const stage: Stage = {
    world,
    robot,
    state: (of = robot) =>
      v.parse(
        stateMessage,
        JSON.parse(JSON.stringify({ ...header, serialNumber: of.spec.serialNumber, ...stateOf(of.told()) })),
      ),
    errors: (of = robot) => stage.state(of).errors,
    until(holds, seconds) {
      for (let left = seconds; left > 0; left -= 0.05) {
        if (holds()) return;
        world.step(0.05);
      }
      expect.fail(`not within ${seconds} s: ${holds.toString()}; ${JSON.stringify(stage.state())}`);
    },
    act(actionType, parameters = {}, actionId = `act-${++counted}`) {
      robot.handleInstantActions({
        ...header,
        serialNumber,
        actions: [
          {
            actionType,
            actionId,
            blockingType: 'HARD',
            actionParameters: Object.entries(parameters).map(([key, value]) => ({ key, value })),
          },
        ],
      });
      return actionId;
    },
    status: (actionId) => stage.state().actionStates.find((one) => one.actionId === actionId)?.actionStatus,
    goTo: (target, orderId = `order-${++counted}`, actions = []) =>
      robot.handleOrder(orderTo(serialNumber, target, orderId, actions)),
    teleop: (message) => robot.handleTeleop({ stamp: robot.echo()?.stamp, ...message }),
  };
  return stage;
}

/** An order as the server makes it: from the robot's position to one target. */
export function orderTo(
  serialNumber: string,
  target: string | { x: number; y: number; mapId: string; theta?: number },
  orderId: string,
  actions: VdaAction[] = [],
) {
  const nodeId = typeof target === 'string' ? target : 'xy';
  const { x, y, mapId, theta } = typeof target === 'string' ? pointOf(target) : target;
  return {
    ...header,
    serialNumber,
    orderId,
    orderUpdateId: 0,
    nodes: [
      { nodeId: 'start', sequenceId: 0, released: true, actions: [] as VdaAction[] },
      {
        nodeId,
        sequenceId: 2,
        released: true,
        actions,
        nodePosition: { x, y, mapId, allowedDeviationXY: 0.3, ...(theta !== undefined && { theta }) },
      },
    ],
    edges: [
      {
        edgeId: 'e1',
        sequenceId: 1,
        released: true,
        startNodeId: 'start',
        endNodeId: nodeId,
        actions: [] as VdaAction[],
      },
    ],
  };
}
