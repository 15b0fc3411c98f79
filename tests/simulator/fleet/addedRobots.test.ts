/** Robots that people added as simulated ones, on a real broker: they come, drive on their floor, and leave. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SimulatedSite } from '../../../contract/wire/simulator.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import { baseOf } from '../../../contract/wire/topics.ts';
import { createAddedRobots, type AddedRobots } from '../../../simulator/fleet/addedRobots.ts';
import { EMPTY_HALL } from '../../fakes/emptyHall.ts';
import { startBroker, type LoopbackBroker } from './loopbackBroker.ts';

const MANUFACTURER = 'Roundhouse';
const topic = (serialNumber: string, name: string): string =>
  `${baseOf({ interfaceName: 'uagv', manufacturer: MANUFACTURER, serialNumber })}/${name}`;
const robot = (serialNumber: string): SimulatedSite['robots'][number] => ({
  serialNumber,
  manufacturer: MANUFACTURER,
  interfaceName: 'uagv',
  username: serialNumber,
  password: `secret of ${serialNumber}`,
  model: 'W1',
  kind: 'delivery',
  pose: null,
});
const site = (id: string, serialNumbers: readonly string[], mapName = 'hall'): SimulatedSite => ({
  id,
  floors: [{ mapName, plan: EMPTY_HALL, resolution: 0.05, points: [] }],
  robots: serialNumbers.map(robot),
});

let broker: LoopbackBroker;
let added: AddedRobots;
const warned: object[] = [];
beforeAll(async () => {
  broker = await startBroker();
  const log = { info: () => undefined, warn: (fields: object) => void warned.push(fields) };
  added = createAddedRobots({ broker: { url: broker.url }, seed: 1, log });
});
afterAll(async () => {
  await added.close();
  await broker.close();
});
const lastState = (serialNumber: string) =>
  broker.heard.filter((one) => one.topic === topic(serialNumber, 'state')).at(-1)?.message as StateMessage | undefined;
const placeOf = (serialNumber: string) => lastState(serialNumber)?.agvPosition;
const connectionOf = (serialNumber: string) =>
  (
    broker.heard.filter((one) => one.topic === topic(serialNumber, 'connection')).at(-1)?.message as
      { connectionState: string } | undefined
  )?.connectionState;
const soon = { timeout: 20_000 };

it('come and drive, keep their place when another one comes, and leave', async () => {
  await added.follow([site('one', ['SIM-1'])]);
  await expect.poll(() => connectionOf('SIM-1'), soon).toBe('ONLINE');
  await expect.poll(() => placeOf('SIM-1')?.mapId, soon).toBe('hall');
  await broker.publish(topic('SIM-1', 'order'), {
    ...{ headerId: 1, timestamp: new Date(0).toISOString(), version: '2.1.0', manufacturer: MANUFACTURER },
    serialNumber: 'SIM-1',
    orderId: 'go',
    orderUpdateId: 0,
    nodes: [
      { nodeId: 'start', sequenceId: 0, released: true, actions: [] },
      {
        nodeId: 'far',
        sequenceId: 2,
        released: true,
        actions: [],
        nodePosition: { x: 12, y: 5, mapId: 'hall', allowedDeviationXY: 0.3 },
      },
    ],
    edges: [{ edgeId: 'way', sequenceId: 1, released: true, startNodeId: 'start', endNodeId: 'far', actions: [] }],
  });
  await expect.poll(() => lastState('SIM-1')?.lastNodeId, soon).toBe('far');

  // The same sites again change nothing.
  await added.follow([site('one', ['SIM-1'])]);
  expect(connectionOf('SIM-1')).toBe('ONLINE');

  await added.follow([site('one', ['SIM-1', 'SIM-2'])]);
  const before = broker.heard.length;
  await expect.poll(() => connectionOf('SIM-2'), soon).toBe('ONLINE');
  await expect
    .poll(() => broker.heard.slice(before).some((one) => one.topic === topic('SIM-1', 'state')), soon)
    .toBe(true);
  expect(placeOf('SIM-1')?.x).toBeCloseTo(12, 0);
  await expect.poll(() => placeOf('SIM-2')?.mapId, soon).toBe('hall');
  const [one, other] = [placeOf('SIM-1'), placeOf('SIM-2')];
  expect(Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThan(1);

  await added.follow([]);
  await expect.poll(() => connectionOf('SIM-1'), soon).toBe('OFFLINE');
  expect(connectionOf('SIM-2')).toBe('OFFLINE');
}, 60_000);

it('without a place on any floor do not come, and the log says so', async () => {
  await added.follow([{ ...site('two', ['SIM-9']), floors: [] }]);
  expect(warned).toContainEqual({ robot: 'SIM-9' });
  expect(added.obey({ type: 'fault', serialNumber: 'SIM-9', fault: 'busy', on: true })).toBe(false);
});
