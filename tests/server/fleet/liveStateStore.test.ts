/** Live states of robots: what of them is part of a fleet update, and what survives a restart. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { robotPictures, robots } from '../../../server/db/schema.ts';
import { createLiveStateStore, type LiveStateStore } from '../../../server/fleet/liveStateStore.ts';
import { fleetDatabase, type FleetDatabase } from '../../fakes/fleetDatabase.ts';

let world: FleetDatabase;
let liveStates: LiveStateStore;
beforeEach(async () => {
  world = await fleetDatabase(['A-1', 'A-2', 'A-3']);
  liveStates = await createLiveStateStore(world.db);
});
afterEach(() => world.close());

const set = (serialNumber: string, change: Partial<RobotLive>): void =>
  liveStates.set({ ...liveStates.get(serialNumber).live, serialNumber, ...change });
/** Stored battery level by serial number. */
const written = async (): Promise<Record<string, number | null>> =>
  Object.fromEntries(
    (await world.db.select().from(robotPictures)).map(({ serialNumber, live }) => [serialNumber, live.battery]),
  );
/** PostgreSQL refuses writes of live states until the returned function is called. */
const refuseWrites = async (): Promise<() => Promise<void>> => {
  await world.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  );
  await world.pool.query('create trigger refusing before insert or update on robot_pictures execute function refuse()');
  return async () => void (await world.pool.query('drop trigger refusing on robot_pictures'));
};

describe('a beat', () => {
  it('tells what changed once, and of who said the same again only when', () => {
    set('A-1', { battery: 80, at: 1_000 });
    set('A-2', { battery: 50, at: 1_000 });
    expect(liveStates.sinceLastBeat()).toEqual({ changed: ['A-1', 'A-2'], heard: [] });
    set('A-1', { at: 2_000 });
    set('A-2', { battery: 49, at: 2_000 });
    set('A-2', { at: 3_000 });
    expect(liveStates.sinceLastBeat()).toEqual({ changed: ['A-2'], heard: [['A-1', 2_000]] });
    expect(liveStates.sinceLastBeat()).toEqual({ changed: [], heard: [] });
  });
});

describe('saving', () => {
  it('writes what changed, the newest of each, and nothing twice', async () => {
    set('A-1', { battery: 80 });
    set('A-1', { battery: 79 });
    await liveStates.save();
    expect(await written()).toEqual({ 'A-1': 79 });
    await world.db.delete(robotPictures);
    set('A-2', { battery: 50 });
    await liveStates.save();
    expect(await written()).toEqual({ 'A-2': 50 });
  });

  it('outlives a restart: the place stays, and nobody counts as connected before they speak', async () => {
    set('A-1', {
      connection: 'online',
      status: 'working',
      battery: 80,
      driving: true,
      speed: 1,
      path: [[1, 2]],
      pose: { mapId: 'm', x: 1, y: 2, theta: 0 },
      leaseHolder: 'Lin',
      held: true,
    });
    await liveStates.save();
    expect((await createLiveStateStore(world.db)).get('A-1').live).toMatchObject({
      connection: 'offline',
      status: 'offline',
      battery: 80,
      driving: false,
      speed: 0,
      path: [],
      pose: { mapId: 'm', x: 1, y: 2, theta: 0 },
      leaseHolder: null,
      held: false,
    });
  });

  it('that failed is made good the next time, with what changed since', async () => {
    set('A-1', { battery: 80 });
    set('A-2', { battery: 50 });
    const allow = await refuseWrites();
    await expect(liveStates.save()).rejects.toThrow();
    set('A-2', { battery: 49 });
    await allow();
    await liveStates.save();
    expect(await written()).toEqual({ 'A-1': 80, 'A-2': 49 });
  });

  it('misses nothing that changes while it is under way', async () => {
    set('A-1', { battery: 80 });
    const saving = liveStates.save();
    set('A-1', { battery: 79 });
    await saving;
    await liveStates.save();
    expect(await written()).toEqual({ 'A-1': 79 });
  });

  it('goes on without a robot that was removed', async () => {
    set('A-1', { battery: 80 });
    set('A-3', { battery: 30 });
    await world.db.delete(robots).where(eq(robots.serialNumber, 'A-3'));
    await liveStates.save();
    expect(await written()).toEqual({ 'A-1': 80 });
    expect(liveStates.get('A-3').live.battery).toBeNull();
  });

  it('writes more robots than go into one statement', async () => {
    const many = Array.from({ length: 1_203 }, (_, n) => `L-${n}`);
    const [row] = await world.db.select().from(robots).where(eq(robots.serialNumber, 'A-1'));
    if (!row) throw new Error('A-1 is gone');
    await world.db.insert(robots).values(many.map((serialNumber) => ({ ...row, serialNumber })));
    for (const [n, serialNumber] of many.entries()) set(serialNumber, { battery: n % 100 });
    await liveStates.save();
    expect(await written()).toEqual(Object.fromEntries(many.map((serialNumber, n) => [serialNumber, n % 100])));
  });
});
