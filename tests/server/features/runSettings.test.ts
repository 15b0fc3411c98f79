/** A run along a route that a person starts with other stays and announcements than the route has. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { cruiseRecords } from '../../../server/db/schema.ts';
import { createRouteRunHandlers } from '../../../server/features/routeRuns.ts';
import { routeRunWorld, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';

let world: RouteRunWorld;
let runs: ReturnType<typeof createRouteRunHandlers>;
beforeEach(async () => {
  world = await routeRunWorld();
  runs = createRouteRunHandlers({ ...world.deps, now: Date.now });
  await world.ready();
});
afterEach(() => world.close());

const start = (change: { speech?: string; pointSettings?: string }) =>
  world.within('lin', (context) =>
    runs.start({ userId: '', serialNumber: 'A-1', cycleType: 'single', pathId: 'round', ...change }, context),
  );

it('has them for this run', async () => {
  const settings = [
    { areaId: 'bar', skip: true },
    { areaId: 'pool', stayTime: 7, speech: 'Fresh towels.' },
  ];
  await start({ speech: ' Coming through. ', pointSettings: JSON.stringify(settings) });
  const [row] = await world.db.select().from(cruiseRecords);
  expect(row).toMatchObject({
    taskId: null,
    plannedAt: null,
    stops: [{ areaId: 'p1' }, { areaId: 'pool' }],
    plan: { waySpeech: 'Coming through.', stops: [{ areaId: 'p1' }, { stayTime: 7, say: 'Fresh towels.' }] },
  });
});

it.each([
  ['no list', { pointSettings: '{' }, 'fieldInvalid'],
  ['a stop that the route does not have', { pointSettings: '[{"areaId":"attic","stayTime":5}]' }, 'pointUnknown'],
  ['a stay that is too long', { pointSettings: '[{"areaId":"bar","stayTime":1e9}]' }, 'fieldInvalid'],
  ['too long a text', { speech: 'x'.repeat(500) }, 'fieldInvalid'],
  [
    'a single stop left',
    { pointSettings: JSON.stringify(['p1', 'bar'].map((areaId) => ({ areaId, skip: true }))) },
    'routeTooShort',
  ],
])('does not start with %s', async (_, change, name) => {
  const error = await start(change).then(
    () => null,
    (found: { code: number }) => errorNameOf(found.code),
  );
  expect(error).toBe(name);
  expect(await world.db.select().from(cruiseRecords)).toEqual([]);
});
