/**
 * Facts for broker decisions are cached for 1 s, but a new holder of a lease is never refused because another server
 * granted it.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAuthFacts, type CachedAuthFacts } from '../../../server/broker/authFacts.ts';
import { leases, robots } from '../../../server/db/schema.ts';
import { fleetDatabase, type FleetDatabase } from '../../fakes/fleetDatabase.ts';

let world: FleetDatabase;
let authFacts: CachedAuthFacts;
let time: number;
let passed: number;
beforeEach(async () => {
  world = await fleetDatabase(['A-1']);
  time = Date.now();
  passed = 0;
  authFacts = createAuthFacts(world.db, { now: () => time, monotonicNow: () => passed });
});
afterEach(() => world.close());

/** Writes as another server would: this server is not notified. */
const give = async (number: number, clientId: string | null): Promise<void> => {
  const row = { number, holderClientId: clientId, expiresAt: new Date(time + 15_000) };
  await world.db
    .insert(leases)
    .values({ serialNumber: 'A-1', ...row })
    .onConflictDoUpdate({ target: leases.serialNumber, set: row });
};

it('a lease that another server has just given counts at once, where there was none and where there was another', async () => {
  expect(await authFacts.lease('A-1', 1)).toBeNull();
  await give(1, 'lin');
  expect(await authFacts.lease('A-1', 1)).toEqual({ number: 1, clientId: 'lin' });
  await give(2, 'sam');
  expect(await authFacts.lease('A-1', 2)).toEqual({ number: 2, clientId: 'sam' });
});

it('while one drives the database is asked once a second', async () => {
  await give(1, 'lin');
  expect(await authFacts.lease('A-1', 1)).toEqual({ number: 1, clientId: 'lin' });
  await world.db.delete(leases).where(eq(leases.serialNumber, 'A-1'));
  expect(await authFacts.lease('A-1', 1)).toEqual({ number: 1, clientId: 'lin' });
  time -= 3_600_000; // The wall clock is set back.
  passed += 1_001;
  expect(await authFacts.lease('A-1', 1)).toBeNull();
});

it('the one before is refused when the next is known', async () => {
  await give(1, 'lin');
  await authFacts.lease('A-1', 1);
  await give(2, 'sam');
  await authFacts.lease('A-1', 2);
  expect(await authFacts.lease('A-1', 1)).toEqual({ number: 2, clientId: 'sam' });
});

it('the address of a robot is read once, and that of a serial number without a robot once a second', async () => {
  const address = { serialNumber: 'A-1', manufacturer: 'Acme', interfaceName: 'uagv' };
  expect(await authFacts.address('A-1')).toEqual(address);
  expect(await authFacts.address('B-2')).toBeNull();
  await world.db.update(robots).set({ serialNumber: 'B-2' }).where(eq(robots.serialNumber, 'A-1'));
  passed += 1_001;
  expect(await authFacts.address('A-1')).toEqual(address);
  expect(await authFacts.address('B-2')).toEqual({ ...address, serialNumber: 'B-2' });
});
