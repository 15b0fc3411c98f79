/** A third-party vehicle runs a route: base, horizon and updates as the VDA 5050 library's virtual AGV handles them. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cruisePaths } from '../../../server/db/schema.ts';
import { routeRunWorld } from '../../fakes/routeRunWorld.ts';
import { startVirtualAgv } from '../../fakes/virtualAgv.ts';

let world: Awaited<ReturnType<typeof routeRunWorld>>;
let agv: Awaited<ReturnType<typeof startVirtualAgv>>;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 30_000, interval: 50 });
const live = () => world.fleet.live('A-1', 'enUS');

beforeEach(async () => {
  world = await routeRunWorld();
  const stop = { stayTime: 0, speech: '', angle: null };
  await world.db.insert(cruisePaths).values({
    id: 'short',
    mapId: 'm1',
    name: 'Short',
    stops: [
      { ...stop, areaId: 'p1' },
      { ...stop, areaId: 'bar', stayTime: 1 },
      { ...stop, areaId: 'p1' },
    ],
    createdBy: 'lin',
    createdAt: new Date(),
  });
  agv = await startVirtualAgv(world);
  await soon(() => expect(live()).toMatchObject({ connection: 'online', located: true }));
});
afterEach(async () => {
  await agv.stop();
  await world.close();
});

it('once, with a stay in the middle', async () => {
  const { id } = await world.start({ pathId: 'short' });
  await soon(async () => expect((await world.current())?.state).not.toBe('inProgress'));
  expect(await world.current()).toMatchObject({ id, state: 'finished', reason: null, arrived: 3 });
  expect(live().pose).toMatchObject({ x: 5, y: 5 });
});

it('in a loop, until it is ended', async () => {
  const { id } = await world.start({ pathId: 'short', cycleType: 'loop' });
  await soon(async () => expect((await world.current())?.loop).toBeGreaterThanOrEqual(2));
  await world.within('lin', (caller) => world.drives.end({ userId: '', serialNumber: 'A-1', driveId: id }, caller));
  expect(await world.current()).toMatchObject({ id, state: 'finished' });
  await soon(() => expect(live()).toMatchObject({ driving: false, drive: null }));
});
