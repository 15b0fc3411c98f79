/** Orders into a wall or furniture of the robot's map. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { MAPS } from '../../../demo/sites.ts';
import { maps } from '../../../server/db/schema.ts';
import { isPlaceFree } from '../../../server/features/freeWay.ts';
import { runInWorker } from '../../../server/workerThreads/runInWorker.ts';
import { PLAN_META } from '../../../contract/rules/mapFiles/planPicture.ts';
import { EMPTY_HALL } from '../../fakes/emptyHall.ts';
import { fleetWorld } from '../../fakes/fleetWorld.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
// The first question of a process starts the worker.
beforeAll(async () => {
  const ground = { png: null, meta: PLAN_META, plan: EMPTY_HALL, resolution: 0.05, origin: { x: 0, y: 0, yaw: 0 } };
  await runInWorker('isPlaceFree', { ...ground, at: [1, 1] });
}, 60_000);
beforeEach(async () => {
  world = await fleetWorld();
});
afterEach(() => world.close());

/** A cupboard of 2 x 2 m on the point p1, which is at 5, 5. */
const CUPBOARD = { shape: 'rect', x: 4, y: 4, w: 2, h: 2, solid: true } as const;
const furnish = (furniture: (typeof CUPBOARD)[], revision: number) =>
  world.db
    .update(maps)
    .set({ plan: { ...EMPTY_HALL, furniture }, revision })
    .where(eq(maps.id, 'm1'));
const goTo = (to: object): Promise<number> =>
  world.commands.goTo({ serialNumber: 'A-1', userId: '', areaId: '', mapId: '', ...to }, world.as('lin')).then(
    () => 0,
    ({ code }: { code: number }) => code,
  );

it('are refused, as points and as places, until the map says that the place is free', async () => {
  const robot = await world.robot();
  await robot.state({ agvPosition: { x: 2, y: 2, theta: 0, mapId: 'ground', positionInitialized: true } });
  await expect.poll(() => world.fleet.live('A-1', 'enUS').located).toBe(true);
  await furnish([CUPBOARD], 1);
  expect(await goTo({ areaId: 'p1' })).toBe(ERRORS.pointBlocked);
  expect(await goTo({ mapId: 'm1', coordinateX: 4.5, coordinateY: 5.5 })).toBe(ERRORS.pointBlocked);
  // Close to it, the robot decides.
  expect(await goTo({ mapId: 'm1', coordinateX: 3.9, coordinateY: 5 })).toBe(0);
  await furnish([], 2);
  expect(await goTo({ areaId: 'p1' })).toBe(0);
});

it('have no reason at any point of the demo', async () => {
  for (const { plan, points, id, resolution } of MAPS)
    for (const { x, y, id: pointId } of points) {
      const at: [number, number] = [x, y];
      const ground = { png: null, meta: PLAN_META, plan, resolution, origin: { x: 0, y: 0, yaw: 0 }, at };
      expect([id, pointId, await isPlaceFree(ground)]).toEqual([id, pointId, true]);
    }
});
