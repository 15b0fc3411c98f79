/**
 * A third-party vehicle: the VDA 5050 library's virtual AGV, registered, driven to a point, stopped and cancelled
 * through the same commands as Roundhouse's own robots.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fleetWorld } from '../../fakes/fleetWorld.ts';
import { startVirtualAgv } from '../../fakes/virtualAgv.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
let vehicle: Awaited<ReturnType<typeof startVirtualAgv>>;

const soon = <Value>(read: () => Value | Promise<Value>, timeout = 20_000) =>
  vi.waitFor(read, { timeout, interval: 50 });
const live = () => world.fleet.live('A-1', 'enUS');
const on = { serialNumber: 'A-1', userId: '' };
const goTo = (areaId: string) => world.commands.goTo({ ...on, areaId, mapId: '' }, world.as('lin'));
const stateOf = async (id: string) => (await world.commands.get({ commandId: id }, world.as('lin'))).state;

beforeEach(async () => {
  world = await fleetWorld();
  vehicle = await startVirtualAgv(world);
});
afterEach(async () => {
  await vehicle.stop();
  await world.close();
});

it("is seen, offered the standard's core, and driven to a point", async () => {
  await soon(() => expect(live()).toMatchObject({ connection: 'online', pose: { mapId: 'm1', x: 2, y: 2 } }));
  expect(world.fleet.fleetCache.abilitiesOf('A-1')).toMatchObject({
    navigate: true,
    pause: true,
    teleop: false,
    video: false,
  });
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
  // The library itself only closes gracefully, so the test destroys its socket.
  const { _mqtt: client } = vehicle.agv as unknown as { _mqtt: { outgoing: object; stream: { destroy(): void } } };
  // The library does not catch rejections of pending publishes when the socket closes.
  await soon(() => expect(client.outgoing).toEqual({}));
  client.stream.destroy();
  await soon(() => expect(said).toContain('CONNECTIONBROKEN'));
});
