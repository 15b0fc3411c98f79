/**
 * A vehicle nobody here has written: the VDA 5050 library's virtual AGV, registered, driven to a point, stopped and
 * cancelled through the same commands as our own robots.
 */
import { AgvController, VirtualAgvAdapter, type AgvControllerOptions } from 'vda-5050-lib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { robots } from '../../../server/db/schema.ts';
import { ROBOT, fleetWorld } from '../../fakes/fleetWorld.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
let agv: AgvController;

const soon = <Value>(read: () => Value | Promise<Value>, timeout = 20_000) => vi.waitFor(read, { timeout, interval: 50 });
const live = () => world.fleet.live('A-1', 'enUS');
const on = { serialNumber: 'A-1', userId: '' };
const goTo = (areaId: string) => world.commands.goTo({ ...on, areaId, mapId: '' }, world.as('lin'));
const stateOf = async (id: string) => (await world.commands.get({ commandId: id }, world.as('lin'))).state;

beforeEach(async () => {
  world = await fleetWorld();
  // It wants the older key in its instant actions; sent both, it takes what it knows.
  await world.db.update(robots).set({ dialect: 'both' }).where(eq(robots.serialNumber, 'A-1'));
  await world.fleet.refresh();
  const options: AgvControllerOptions = { agvAdapterType: VirtualAgvAdapter, publishStateInterval: 1_000 };
  agv = new AgvController(
    { manufacturer: ROBOT.manufacturer, serialNumber: ROBOT.serialNumber },
    { interfaceName: ROBOT.interfaceName, transport: { brokerUrl: world.brokerUrl, heartbeat: 10, username: 'A-1', password: 'robot-password' }, vdaVersion: '2.0.0' },
    options,
    { initialPosition: { mapId: 'ground', x: 2, y: 2, theta: 0, lastNodeId: '' }, vehicleSpeed: 3 },
  );
  await agv.start();
});
afterEach(async () => {
  await agv.stop().catch(() => undefined);
  await world.close();
});

it('is seen, offered the standard\'s core, and driven to a point', async () => {
  await soon(() => expect(live()).toMatchObject({ connection: 'online', pose: { mapId: 'm1', x: 2, y: 2 } }));
  expect(world.fleet.directory.abilitiesOf('A-1')).toMatchObject({ navigate: true, pause: true, teleop: false, video: false });
  const asked = await goTo('p1');
  await soon(async () => expect(await stateOf(asked.id)).toBe('running'));
  await soon(async () => expect(await stateOf(asked.id)).toBe('finished'));
  expect(live().pose).toMatchObject({ x: 5, y: 5 });
});

it('is stopped, resumed and cancelled', async () => {
  await soon(() => expect(live()).toMatchObject({ connection: 'online', located: true }));
  const asked = await goTo('p1');
  await soon(async () => expect(['accepted', 'running']).toContain(await stateOf(asked.id)));
  const stop = await world.commands.stop(on, world.as('chen'));
  await soon(async () => expect(await stateOf(stop.id)).toBe('finished'));
  expect(live()).toMatchObject({ paused: true, held: true });
  const resume = await world.commands.resume({ ...on, cycleType: 'single' }, world.as('lin'));
  await soon(async () => expect(await stateOf(resume.id)).toBe('finished'));
  const cancel = await world.commands.cancel(on, world.as('lin'));
  await soon(async () => expect(await stateOf(cancel.id)).toBe('finished'));
  await soon(async () => expect(['failed', 'finished']).toContain(await stateOf(asked.id)));
});

it('that loses its power is known to be lost by its last will', async () => {
  await soon(() => expect(live()).toMatchObject({ connection: 'online', located: true }));
  const said: unknown[] = [];
  world.broker.onRobotMessage((topic, message) => {
    if (topic.endsWith('/connection')) said.push((message as { connectionState: string }).connectionState);
  });
  // The library closes well-behaved by itself; only its socket can be pulled.
  const { _mqtt: client } = agv as unknown as { _mqtt: { outgoing: object; stream: { destroy(): void } } };
  // Nobody catches what it waits for when the socket goes.
  await soon(() => expect(client.outgoing).toEqual({}));
  client.stream.destroy();
  await soon(() => expect(said).toContain('CONNECTIONBROKEN'));
});
