/** A fleet with a route of three points and the users who can start it, on a real broker and a real database. */
import { inArray } from 'drizzle-orm';
import { vi } from 'vitest';
import { cruiseDefaults, cruisePaths, points } from '../../server/db/schema.ts';
import { createRouteRunHandlers } from '../../server/features/routeRuns.ts';
import { createCruiseRecordHandlers } from '../../server/features/cruiseRecords.ts';
import type { OrderMessage, StateMessage } from '../../contract/wire/vda5050.ts';
import type { RequestContext } from '../../server/requestContext.ts';
import { fleetWorld } from './fleetWorld.ts';
import { FACTSHEET, type ScriptedRobot } from './scriptedRobot.ts';

export const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 8_000, interval: 20 });
const ANNOUNCED = {
  ...FACTSHEET,
  protocolFeatures: {
    agvActions: [
      ...FACTSHEET.protocolFeatures.agvActions,
      { actionType: 'say', actionScopes: ['INSTANT' as const, 'NODE' as const] },
      { actionType: 'disinfect', actionScopes: ['NODE' as const] },
    ],
  },
};

export async function routeRunWorld() {
  const world = await fleetWorld();
  const none = { departWord: '', arrivedWord: '', attributes: ['none' as const], chargeBase: [], mapId: 'm1' };
  await world.db.insert(points).values([
    {
      ...none,
      areaId: 'bar',
      name: { enUS: 'Bar', zhCN: '酒吧' },
      x: 8,
      y: 5,
      arrivedWord: { enUS: 'Cheers', zhCN: '干杯' },
    },
    { ...none, areaId: 'pool', name: 'Pool', x: 12, y: 5 },
  ]);
  const stop = { stayTime: 0, speech: '', angle: null };
  await world.db.insert(cruisePaths).values({
    id: 'round',
    mapId: 'm1',
    name: { enUS: 'Round', zhCN: '巡逻' },
    stops: [
      { ...stop, areaId: 'p1' },
      { ...stop, areaId: 'bar', stayTime: 60 },
      { ...stop, areaId: 'pool' },
    ],
    createdBy: 'lin',
    createdAt: new Date(),
  });
  await world.db.insert(cruiseDefaults).values({ serialNumber: 'A-1', pathId: 'round' });

  const drives = createRouteRunHandlers(world.deps);
  const ordersIn = (robot: ScriptedRobot): OrderMessage[] =>
    robot.received.filter(({ name }) => name === 'order').map(({ message }) => message as unknown as OrderMessage);
  return {
    ...world,
    drives,
    records: createCruiseRecordHandlers(world.deps),
    ordersIn,
    forgetPoints: (...areaIds: string[]) => world.db.delete(points).where(inArray(points.areaId, areaIds)),
    /** Connects the robot and publishes its factsheet. */
    async ready(change: Partial<StateMessage> = {}): Promise<ScriptedRobot> {
      const robot = await world.robot();
      await robot.say('factsheet', ANNOUNCED, { retain: true });
      await robot.state(change);
      await soon(() => {
        const live = world.fleet.live('A-1', 'enUS');
        // The connection is known before the state.
        if (
          live.connection !== 'online' ||
          live.pose === null ||
          !world.fleet.fleetCache.abilitiesOf('A-1').actions.includes('say')
        )
          throw new Error('not there yet');
      });
      return robot;
    },
    start: (change: { cycleType?: 'single' | 'loop'; pathId?: string; as?: string } = {}) =>
      drives.start(
        { userId: '', serialNumber: 'A-1', cycleType: change.cycleType ?? 'single', pathId: change.pathId ?? 'round' },
        world.as(change.as ?? 'lin'),
      ),
    current: async () => (await drives.current({ serialNumber: 'A-1' }, world.as('lin'))).drive,
    /** Runs a handler like the API layer: in a transaction, with its effects after the commit. */
    async within<Value>(person: string, doing: (context: RequestContext) => Promise<Value>): Promise<Value> {
      const effects: (() => void | Promise<void>)[] = [];
      const value = await world.db.transaction((db) =>
        doing({ ...world.as(person), db, afterCommit: (effect) => void effects.push(effect) }),
      );
      for (const effect of effects) await effect();
      return value;
    },
    /** Reports the newest order as carried out up to `lastNodeSequenceId`. */
    at: async (robot: ScriptedRobot, lastNodeSequenceId: number, change: Partial<StateMessage> = {}): Promise<void> => {
      const order = ordersIn(robot).at(-1);
      if (!order) throw new Error('nothing was ordered');
      const nodeStates = order.nodes
        .filter(({ sequenceId }) => sequenceId > lastNodeSequenceId)
        .map(({ nodeId, sequenceId, released }) => ({ nodeId, sequenceId, released }));
      await robot.state({
        orderId: order.orderId,
        orderUpdateId: order.orderUpdateId,
        lastNodeSequenceId,
        lastNodeId: order.nodes.find(({ sequenceId }) => sequenceId === lastNodeSequenceId)?.nodeId ?? '',
        nodeStates,
        driving: nodeStates[0]?.released === true,
        ...change,
      });
    },
  };
}
export type RouteRunWorld = Awaited<ReturnType<typeof routeRunWorld>>;
