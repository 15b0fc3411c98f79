/** The test order of the console, carried out by a third-party vehicle over the real broker and database. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import type { TestTarget } from '../../../contract/entities/conformance.ts';
import { createConformanceHandlers } from '../../../server/features/conformance.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import {
  selectIsTestDone,
  selectIsTestRunning,
  selectTest,
  stationsOf,
} from '../../../src/machines/conformance/conformance.selectors.ts';
import {
  type GoRequest,
  testOrderMachine,
  type TestOrderInput,
} from '../../../src/machines/conformance/testOrder.machine.ts';
import { fleetWorld } from '../../fakes/fleetWorld.ts';
import { startVirtualAgv } from '../../fakes/virtualAgv.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
let vehicle: Awaited<ReturnType<typeof startVirtualAgv>>;
beforeEach(async () => {
  world = await fleetWorld();
  vehicle = await startVirtualAgv(world);
});
afterEach(async () => {
  await vehicle.stop();
  await world.close();
});

it('passes all seven stations, is back where it was, and has confirmed a Stop', async () => {
  const live = () => world.fleet.live('A-1', 'enUS');
  await vi.waitFor(() => expect(live()).toMatchObject({ connection: 'online', located: true }), { timeout: 20_000 });
  const calls = createConformanceHandlers({ ...world.deps, store: createFolderStore(world.deps.settings.dataFolder) });
  const on = { serialNumber: 'A-1', userId: '' };
  const by = () => world.as('lin');
  const report = async () => (await calls.get({ serialNumber: 'A-1', after: 0, source: '' }, by())).robot;
  expect((await report()).stopConfirmed).toBe(false);

  const test = createActor(
    testOrderMachine.provide({
      actors: {
        planTest: fromPromise<TestTarget, TestOrderInput>(() => calls.planTest({ serialNumber: 'A-1' }, by())),
        sendGoTo: fromPromise<Command, GoRequest>(({ input: { mapId, x, y, theta } }) =>
          world.commands.goTo({ ...on, areaId: '', mapId, coordinateX: x, coordinateY: y, theta }, by()),
        ),
        sendStop: fromPromise<Command, TestOrderInput>(() => world.commands.stop(on, by())),
        sendResume: fromPromise<Command, { serialNumber: string; stopId: string }>(({ input }) =>
          world.commands.resume({ ...on, stopIds: [input.stopId] }, by()),
        ),
        readCommand: fromPromise<Command, { commandId: string }>(({ input }) => world.commands.get(input, by())),
      },
    }),
    { input: { serialNumber: 'A-1' } },
  ).start();
  await vi.waitFor(() => expect(selectIsTestRunning(test.getSnapshot())).toBe(false), {
    timeout: 90_000,
    interval: 100,
  });
  expect(selectTest(test.getSnapshot()).failure).toBeNull();
  expect(selectIsTestDone(test.getSnapshot())).toBe(true);
  const times = stationsOf(selectTest(test.getSnapshot())).map(({ at }) => at);
  expect(times).not.toContain(null);
  const [ordered, accepted, drives, stopped, resumed, arrived, back] = times.map(Number);
  // A fast vehicle arrives before its Stop is confirmed; both are after it drives, and before it is back.
  for (const path of [
    [ordered, accepted, drives, stopped, resumed, back],
    [drives, arrived, back],
  ])
    expect(path).toEqual(path.toSorted((a, b) => Number(a) - Number(b)));
  expect(live().pose).toMatchObject({ x: expect.closeTo(2, 0) as number, y: expect.closeTo(2, 0) as number });
  expect((await report()).stopConfirmed).toBe(true);
});
