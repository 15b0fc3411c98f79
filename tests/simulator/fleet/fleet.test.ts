/** Robots on a real broker on the loopback interface: what a fleet server sees of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { teleopEcho } from '../../../contract/wire/actions.ts';
import {
  connectionMessage,
  factsheetMessage,
  stateMessage,
  visualizationMessage,
} from '../../../contract/wire/vda5050.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import { baseOf, teleopTopic } from '../../../contract/wire/topics.ts';
import { MANUFACTURER, roster } from '../../../demo/roster.ts';
import { saidFields, startFleet } from '../../../simulator/fleet/fleet.ts';
import type { Fleet } from '../../../simulator/fleet/fleet.ts';
import { startBroker } from './loopbackBroker.ts';
import type { LoopbackBroker } from './loopbackBroker.ts';

const logged: object[] = [];
const silent = { info: (fields: object) => void logged.push(fields), warn: () => {} };
const credentialsOf = (url: string, serialNumbers: readonly string[]) => ({
  url,
  robots: serialNumbers.map((serialNumber) => ({
    serialNumber,
    manufacturer: MANUFACTURER,
    interfaceName: 'uagv',
    username: serialNumber,
    password: `secret of ${serialNumber}`,
  })),
});
const W1 = 'W1-2308-0417';
const HOST = 'U1-2311-0033';
const PATROL = 'S2-2402-0056';
const robots = roster(12).filter(({ serialNumber }) => [W1, HOST, PATROL].includes(serialNumber));
const address = (serialNumber: string) => ({ interfaceName: 'uagv', manufacturer: MANUFACTURER, serialNumber });
const topic = (serialNumber: string, name: string): string => `${baseOf(address(serialNumber))}/${name}`;
const header = { headerId: 1, timestamp: new Date(0).toISOString(), version: '2.1.0', manufacturer: MANUFACTURER };

let broker: LoopbackBroker;
let fleet: Fleet;
beforeAll(async () => {
  broker = await startBroker();
  fleet = startFleet({
    credentials: credentialsOf(
      broker.url,
      robots.map(({ serialNumber }) => serialNumber),
    ),
    robots,
    seed: 1,
    log: silent,
  });
  expect(await fleet.connected(5_000)).toBe(3);
});
afterAll(async () => {
  await fleet.close();
  await broker.close();
});

const act = (
  serialNumber: string,
  actionType: string,
  actionId: string,
  parameters: Record<string, string | number> = {},
): Promise<void> =>
  broker.publish(topic(serialNumber, 'instantActions'), {
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
const lastState = (serialNumber: string): StateMessage =>
  broker.heard.filter((one) => one.topic === topic(serialNumber, 'state')).at(-1)?.message as StateMessage;

describe('a robot on the wire', () => {
  it('says in the log of the demo what it was told to say', async () => {
    await act(HOST, 'say', 'say-1', { text: 'Good morning.' });
    await expect.poll(() => logged, { timeout: 9_000 }).toContainEqual({ robot: HOST, text: 'Good morning.' });
  });

  it('notes in the log only that it speaks, on a floor of real people', () => {
    expect(saidFields('Good morning, Ada.', false)).toEqual({ characters: 18 });
  });

  it('calls itself online and leaves a factsheet, both retained', async () => {
    await broker.waitFor(
      topic(W1, 'connection'),
      (message: { connectionState: string }) => message.connectionState === 'ONLINE',
    );
    expect(v.parse(connectionMessage, await broker.retained(topic(W1, 'connection'))).connectionState).toBe('ONLINE');
    const factsheet = v.parse(factsheetMessage, await broker.retained(topic(W1, 'factsheet')));
    expect(factsheet.typeSpecification.seriesName).toBe('W1');
    expect(factsheet.protocolFeatures?.agvActions?.map(({ actionType }) => actionType)).toEqual(
      expect.arrayContaining(['startPause', 'cancelOrder', 'controlLease', 'openCabinet', 'teleop', 'video']),
    );
  });

  it('says its state again and again, with a header that counts, as the schema has it', async () => {
    const said = () => broker.heard.filter((one) => one.topic === topic(HOST, 'state'));
    await expect.poll(() => said().length, { timeout: 9_000 }).toBeGreaterThan(3);
    const states = said();
    const parsed = states.map(({ message }) => v.parse(stateMessage, message));
    expect(parsed.map(({ headerId }) => headerId)).toEqual(parsed.map((_, i) => i));
    const seen = broker.heard.find((one) => one.topic === topic(HOST, 'visualization'));
    expect(v.parse(visualizationMessage, seen?.message).agvPosition?.mapId).toBe('harbour-1f');
  });

  it('takes an order and is on its way at once', async () => {
    const asked = Date.now();
    await broker.publish(topic(W1, 'order'), {
      ...header,
      serialNumber: W1,
      orderId: 'go-1',
      orderUpdateId: 0,
      nodes: [
        { nodeId: 'start', sequenceId: 0, released: true, actions: [] },
        {
          nodeId: 'harbour-1f.lobby-centre',
          sequenceId: 2,
          released: true,
          actions: [],
          nodePosition: { x: 33, y: 16, mapId: 'harbour-1f', allowedDeviationXY: 0.3 },
        },
      ],
      edges: [
        {
          edgeId: 'way',
          sequenceId: 1,
          released: true,
          startNodeId: 'start',
          endNodeId: 'harbour-1f.lobby-centre',
          actions: [],
        },
      ],
    });
    const { message, at } = await broker.waitFor(
      topic(W1, 'state'),
      ({ orderId, nodeStates }: StateMessage) => orderId === 'go-1' && nodeStates.length === 1,
    );
    expect(v.safeParse(stateMessage, message).issues).toBeUndefined();
    // Takes milliseconds on an idle machine; the benchmark measures it.
    expect(at - asked).toBeLessThan(3_000);
    const { message: moving } = await broker.waitFor(
      topic(W1, 'state'),
      ({ orderId, driving, edgeStates }: StateMessage) =>
        orderId === 'go-1' && driving && edgeStates[0]?.trajectory !== undefined,
    );
    const points = (moving as StateMessage).edgeStates[0]?.trajectory?.controlPoints ?? [];
    expect(points.at(-1)).toMatchObject({ x: 33, y: 16 });
  });

  it('stops for startPause and says so', async () => {
    await act(W1, 'startPause', 'stop-1');
    const { message } = await broker.waitFor(
      topic(W1, 'state'),
      ({ paused, actionStates }: StateMessage) =>
        paused === true &&
        actionStates.some(({ actionId, actionStatus }) => actionId === 'stop-1' && actionStatus === 'FINISHED'),
    );
    expect((message as StateMessage).orderId).toBe('go-1');
    await act(W1, 'stopPause', 'resume-1');
    await broker.waitFor(
      topic(W1, 'state'),
      ({ paused, actionStates }: StateMessage) =>
        paused === false && actionStates.some(({ actionId }) => actionId === 'resume-1'),
    );
  });

  it('obeys the topic of its lease and echoes what its wheels do', async () => {
    await act(PATROL, 'controlLease', 'lease-7', { lease: 7, holder: 'Ada' });
    await broker.waitFor(topic(PATROL, 'state'), ({ operatingMode }: StateMessage) => operatingMode === 'MANUAL');
    const newestStamp = () =>
      v.parse(teleopEcho, broker.heard.findLast((one) => one.topic === topic(PATROL, 'teleopEcho'))?.message).stamp;
    await broker.waitFor(topic(PATROL, 'teleopEcho'), () => true);
    const hand = setInterval(
      () =>
        void broker.publish(teleopTopic(address(PATROL), 7), {
          lease: 7,
          sequence: sequence++,
          stamp: newestStamp(),
          vx: 0,
          wz: 0.6,
        }),
      50,
    );
    let sequence = 0;
    const { message } = await broker.waitFor(topic(PATROL, 'teleopEcho'), ({ wz }: { wz: number }) => wz > 0.3);
    clearInterval(hand);
    expect(v.parse(teleopEcho, message).lease).toBe(7);
    await broker.waitFor(
      topic(PATROL, 'teleopEcho'),
      ({ halted, wz }: { halted: string | null; wz: number }) => halted === 'silence' && wz === 0,
    );
    await act(PATROL, 'controlLease', 'lease-0', { lease: 0 });
    await broker.waitFor(
      topic(PATROL, 'state'),
      ({ operatingMode, actionStates }: StateMessage) =>
        operatingMode === 'AUTOMATIC' && actionStates.some(({ actionId }) => actionId === 'lease-0'),
    );
  });

  it('answers what it cannot read with an error that says so', async () => {
    await broker.publish(topic(HOST, 'order'), { orderId: 'broken', nodes: 'none' });
    const { message } = await broker.waitFor(topic(HOST, 'state'), ({ errors }: StateMessage) =>
      errors.some(({ errorType }) => errorType === 'validationError'),
    );
    expect((message as StateMessage).errors[0]?.errorReferences).toContainEqual({
      referenceKey: 'orderId',
      referenceValue: 'broken',
    });
    await act(HOST, 'factsheetRequest', 'sheet-1');
    await broker.waitFor(topic(HOST, 'factsheet'), ({ headerId }: { headerId: number }) => headerId > 0);
  });

  it('comes back by itself after the broker cut it off', async () => {
    const before = broker.heard.length;
    fleet.obey({ type: 'fault', serialNumber: HOST, fault: 'offline', on: true });
    await broker.waitFor(
      topic(HOST, 'connection'),
      ({ connectionState }: { connectionState: string }) => connectionState === 'OFFLINE',
    );
    expect(v.parse(connectionMessage, await broker.retained(topic(HOST, 'connection'))).connectionState).toBe(
      'OFFLINE',
    );
    fleet.obey({ type: 'fault', serialNumber: HOST, fault: 'offline', on: false });
    await expect
      .poll(
        () =>
          broker.heard
            .slice(before)
            .filter((one) => one.topic === topic(HOST, 'connection'))
            .map(({ message }) => (message as { connectionState: string }).connectionState),
        { timeout: 4_000 },
      )
      .toEqual(['OFFLINE', 'ONLINE']);
  });

  it('has its last will spoken when it dies, and stays dead until it is switched on again', async () => {
    fleet.obey({ type: 'fault', serialNumber: HOST, fault: 'die', on: true });
    await broker.waitFor(
      topic(HOST, 'connection'),
      ({ connectionState }: { connectionState: string }) => connectionState === 'CONNECTIONBROKEN',
    );
    const states = () => broker.heard.filter((one) => one.topic === topic(HOST, 'state')).length;
    const before = states();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(states()).toBe(before);
    fleet.obey({ type: 'fault', serialNumber: HOST, fault: 'die', on: false });
    await expect.poll(states, { timeout: 4_000 }).toBeGreaterThan(before);
    expect(lastState(HOST).paused).toBe(false);
  });
});
