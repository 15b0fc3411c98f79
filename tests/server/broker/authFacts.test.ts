/** What broker decisions stand on is kept for a second, but never so that a new holder is refused what another server gave. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAuthFacts, type CachedAuthFacts } from '../../../server/broker/authFacts.ts';
import { leases } from '../../../server/db/schema.ts';
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

/** As another server writes it: this one is not told. */
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
  time -= 3_600_000; // somebody set the clock
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
