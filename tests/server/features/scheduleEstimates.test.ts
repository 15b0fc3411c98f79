/** The ways between the parts of a scheduled disinfection, on a real database and planner. */
import { pino } from 'pino';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FloorPlan, Place } from '../../../contract/entities/floorPlan.ts';
import { blockedBy, wayOf } from '../../../contract/rules/schedule/outOfService.ts';
import { maps } from '../../../server/db/schema.ts';
import { createScheduleEstimates } from '../../../server/features/scheduleEstimates.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { EMPTY_HALL } from '../../fakes/emptyHall.ts';
import { routeRunWorld, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';

let world: RouteRunWorld;
beforeEach(async () => {
  world = await routeRunWorld();
});
afterEach(() => world.close());

const room = (id: string, x: number): FloorPlan['rooms'][number] => ({
  id,
  kind: 'office',
  name: id,
  x,
  y: 1,
  w: 2,
  h: 2,
});
const GATE: readonly [Place, Place] = [
  [11, 3],
  [11, 7],
];

it('keep their places beside a room without cells', async () => {
  const [from, to] = GATE;
  const plan: FloorPlan = {
    ...EMPTY_HALL,
    // b lies outside of the hall.
    rooms: [room('a', 1), room('b', 30), room('c', 7), room('d', 14)],
    walls: [
      { from: [11, 0], to: from },
      { from: to, to: [11, 10] },
    ],
    doors: [{ id: 'gate', from, to, swing: [1, 0], controlled: true }],
  };
  await world.db.update(maps).set({ plan }).where(eq(maps.id, 'm1'));
  const store = createFolderStore(world.deps.settings.dataFolder);
  const estimates = createScheduleEstimates({ now: Date.now, store, log: pino({ level: 'silent' }) });
  const found = await estimates.ofDisinfection(world.db, {
    plan: {
      mapId: 'm1',
      target: { kind: 'rooms', rooms: ['a', 'b', 'c', 'd'] },
      mode: 'mist',
      dose: 5,
      waitUntilEmpty: true,
    },
    points: new Map(),
  });
  expect(found?.places.map((place) => place !== null)).toEqual([true, false, true, true]);
  expect(found?.estimate.stops.map(({ hasNoCells }) => hasNoCells ?? false)).toEqual([false, true, false, false]);
  // From a to c, from c to d, and from d back to a.
  expect(found?.estimate.paths.map((path) => path.length > 0)).toEqual([true, false, true, true]);
  const door = { name: 'Gate', mapId: 'm1', areaIds: [], doorway: GATE, places: [] };
  const blocked = (...skipped: number[]) =>
    blockedBy(
      { elevators: [], doors: [door] },
      wayOf(
        'm1',
        1,
        found?.estimate ?? null,
        skipped.map((stop) => ({ round: 0, stop })),
      ),
      'm1',
    )?.name;
  expect([blocked(), blocked(1), blocked(3)]).toEqual(['Gate', 'Gate', undefined]);
});
