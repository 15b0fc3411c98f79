/** The test order of the console, carried out by a third-party vehicle over the real broker and database. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import { type ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { LEASE_TTL_MS } from '../../../contract/rules/limits.ts';
import { leaseOf } from '../../../server/db/repositories/leases.ts';
import { leases, robots } from '../../../server/db/schema.ts';
import { createControlHandlers } from '../../../server/features/control.ts';
import type { Command } from '../../../contract/entities/command.ts';
import type { StartedTest } from '../../../contract/entities/conformance.ts';
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
  type HeldLease,
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

const on = { serialNumber: 'A-1', userId: '' };
const live = () => world.fleet.live('A-1', 'enUS');
const lease = () => leaseOf(world.db, 'A-1');
/** A third-party model, which has to confirm a Stop before it gets orders. */
async function ofUnknownModel(): Promise<void> {
  await world.db.update(robots).set({ model: 'KR7' }).where(eq(robots.serialNumber, 'A-1'));
  await world.fleet.refresh();
}
const code = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 0,
    (error: ApiError) => error.code,
  );

it('passes all seven stations, is back where it was, and has confirmed a Stop', async () => {
  await ofUnknownModel();
  await vi.waitFor(() => expect(live()).toMatchObject({ connection: 'online', located: true }), { timeout: 20_000 });
  const calls = createConformanceHandlers({ ...world.deps, store: createFolderStore(world.deps.settings.dataFolder) });
  const control = createControlHandlers(world.deps);
  const by = () => world.as('lin');
  const report = async () => (await calls.get({ serialNumber: 'A-1', after: 0, source: '' }, by())).robot;
  expect(await report()).toMatchObject({ stopConfirmed: false, drivingBlocked: true });
  const goTo = { ...on, areaId: 'p1', mapId: '' };
  expect(await code(world.commands.goTo(goTo, by()))).toBe(ERRORS.stopUnconfirmed);

  const test = createActor(
    testOrderMachine.provide({
      actors: {
        startTest: fromPromise<StartedTest, TestOrderInput>(() => calls.startTest({ serialNumber: 'A-1' }, by())),
        holdLease: fromCallback<EventObject, HeldLease>(
          ({ input }) =>
            () =>
              void control.release(input, by()),
        ),
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
  expect(await report()).toMatchObject({ stopConfirmed: true, drivingBlocked: false });
  await vi.waitFor(async () => expect((await lease())?.holderId).toBeNull());
  expect(await code(world.commands.goTo(goTo, by()))).toBe(0);
});

it('drives only to its own places, for its own person, while the lease lasts; a lost tab leaves no lease', async () => {
  await ofUnknownModel();
  await vi.waitFor(() => expect(live()).toMatchObject({ connection: 'online', located: true }), { timeout: 20_000 });
  const { startTest } = createConformanceHandlers({
    ...world.deps,
    store: createFolderStore(world.deps.settings.dataFolder),
  });
  const test = await startTest({ serialNumber: 'A-1' }, world.as('lin'));
  const at = (x: number, y: number) => ({ ...on, areaId: '', mapId: test.mapId, coordinateX: x, coordinateY: y });
  expect(await code(world.commands.goTo(at(test.x, test.y + 1), world.as('lin')))).toBe(ERRORS.stopUnconfirmed);
  expect(await code(world.commands.goTo(at(test.x, test.y), world.as('chen')))).toBe(ERRORS.stopUnconfirmed);
  await expect(startTest({ serialNumber: 'A-1' }, world.as('chen'))).rejects.toMatchObject({
    code: ERRORS.leaseHeld,
    detail: { words: { holder: 'Name of lin' } },
  });
  // Nobody renews it.
  world.later(LEASE_TTL_MS + 1_000);
  await vi.waitFor(async () => expect(await lease()).toMatchObject({ holderId: null, test: null }), {
    timeout: 20_000,
  });
  expect(await code(world.commands.goTo(at(test.x, test.y), world.as('lin')))).not.toBe(0);
});

it('is refused while the same person drives by hand, and taken over from their own earlier test', async () => {
  await vi.waitFor(() => expect(live()).toMatchObject({ connection: 'online', located: true }), { timeout: 20_000 });
  const { startTest } = createConformanceHandlers({
    ...world.deps,
    store: createFolderStore(world.deps.settings.dataFolder),
  });
  const first = await startTest({ serialNumber: 'A-1' }, world.as('lin'));
  const again = await startTest({ serialNumber: 'A-1' }, world.as('lin'));
  expect(again.number).toBe(first.number + 1);
  await world.db.update(leases).set({ test: null }).where(eq(leases.serialNumber, 'A-1'));
  await expect(startTest({ serialNumber: 'A-1' }, world.as('lin'))).rejects.toMatchObject({ code: ERRORS.leaseHeld });
});
