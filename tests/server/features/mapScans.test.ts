/** Mappings by robots: asked for by who administers the robot, proved by its state, listed with their file. */
import mqtt from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { MapScan } from '../../../contract/endpoints/mapScans.ts';
import type { Command } from '../../../contract/entities/command.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { audit, commands, files } from '../../../server/db/schema.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, type Person, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { mapScans: calls } = catalogue;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });

let test: TestServer;
let robot: ScriptedRobot;
let counted = 0;

const start = async (person: Person = 'robotAdmin') => {
  const { code, data } = await test.as(person, calls.start.path, { serialNumber: A.serialNumber });
  return { result: code === 0 ? 'ok' : (errorNameOf(code) ?? String(code)), command: data as Command };
};
const list = async () =>
  (await test.as('robotAdmin', calls.list.path, { siteId: A.siteId })).data as {
    scans: MapScan[];
    robots: { serialNumber: string }[];
  };
const becomes = (id: string, state: MapScan['state'], more: Partial<MapScan> = {}) =>
  soon(async () => expect((await list()).scans.find((scan) => scan.id === id)).toMatchObject({ state, ...more }));
interface Order {
  orderId: string;
  nodes: { actions: object[] }[];
}
const orders = (): Order[] =>
  robot.received.flatMap(({ name, message }) => (name === 'order' ? [message as unknown as Order] : []));
const announce = (...actions: string[]) =>
  robot.say(
    'factsheet',
    {
      ...FACTSHEET,
      protocolFeatures: {
        agvActions: [
          ...FACTSHEET.protocolFeatures.agvActions,
          ...actions.map((actionType) => ({ actionType, actionScopes: ['NODE' as const] })),
        ],
      },
    },
    { retain: true },
  );

beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [commands, audit, files]) await test.db.delete(table);
  robot = await scriptedRobot(
    mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username: A.serialNumber,
      password: 'secret',
      clientId: `robot-${++counted}`,
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: A.serialNumber },
  );
  await announce('buildMap');
  await robot.state();
  await soon(async () => expect((await list()).robots).toMatchObject([{ serialNumber: A.serialNumber }]));
});
afterEach(() => robot.leave());

describe('a mapping', () => {
  it('is an order from where the robot is, and ends with the file that the robot names', async () => {
    const { result, command } = await start();
    expect(result).toBe('ok');
    const order = await soon(() => {
      const found = orders().find(({ orderId }) => orderId === command.id);
      if (!found) throw new Error('no order came');
      return found;
    });
    const [node] = order.nodes;
    expect(order.nodes).toHaveLength(1);
    expect(node?.actions).toMatchObject([
      { actionType: 'buildMap', actionId: `${command.id}-map`, blockingType: 'HARD' },
    ]);
    const report = (actionStatus: 'RUNNING' | 'FINISHED', resultDescription = '') =>
      robot.state({
        orderId: command.id,
        driving: actionStatus === 'RUNNING',
        actionStates: [{ actionId: `${command.id}-map`, actionStatus, resultDescription }],
        information: [
          {
            infoType: 'task',
            infoLevel: 'INFO',
            infoReferences: [
              { referenceKey: 'kind', referenceValue: 'mapping' },
              { referenceKey: 'progress', referenceValue: '0.4' },
            ],
          },
        ],
      });
    await report('RUNNING');
    await becomes(command.id, 'running', { progress: 0.4, fileId: null });
    const id = 'b'.repeat(32);
    await test.db.insert(files).values({
      id,
      kind: 'mapScan',
      owner: 'robot',
      ownerId: A.serialNumber,
      siteId: A.siteId,
      uploadedBy: A.serialNumber,
      byRobot: true,
      name: 'map.zip',
      bytes: 3,
      sha256: '0'.repeat(64),
      contentType: 'application/zip',
      state: 'ready',
      segments: [],
      createdAt: new Date(),
    });
    await report('FINISHED', id);
    await becomes(command.id, 'finished', { fileId: id, progress: null });
    const [entry] = await test.db.select().from(audit);
    expect(entry).toMatchObject({ act: 'command.buildMap', subject: A.serialNumber });
  });

  it('fails with the reason of the robot', async () => {
    const { command } = await start();
    await soon(() => expect(orders().some(({ orderId }) => orderId === command.id)).toBe(true));
    await robot.state({
      orderId: command.id,
      actionStates: [
        { actionId: `${command.id}-map`, actionStatus: 'FAILED', resultDescription: 'The laser is covered.' },
      ],
    });
    await becomes(command.id, 'failed', { reason: { type: 'actionFailed', description: 'The laser is covered.' } });
  });

  it('is refused without the right, by a robot that cannot, and by one that is busy', async () => {
    expect((await start('viewer')).result).toBe('notAllowed');
    await robot.state({
      orderId: 'other',
      nodeStates: [{ nodeId: 'n', sequenceId: 2, released: true }],
      driving: true,
    });
    await soon(async () => expect((await start()).result).toBe('robotBusy'));
    await robot.state();
    await announce();
    await soon(async () => expect((await start()).result).toBe('robotCannot'));
    expect((await list()).robots).toEqual([]);
  });
});
