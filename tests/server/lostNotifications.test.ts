/**
 * Notifications that are lost: the connection is cut, stalled, or not yet listening while another server changes the fleet.
 * What a server shows later is right without anything else happening.
 */
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenTo } from '../../server/db/listen.ts';
import { robots } from '../../server/db/schema.ts';
import { createFleetCache, type FleetCache } from '../../server/fleet/fleetCache.ts';
import { databaseProxy, type DatabaseProxy } from '../fakes/databaseProxy.ts';
import { fleetDatabase, type FleetDatabase } from '../fakes/fleetDatabase.ts';

let database: FleetDatabase;
let network: DatabaseProxy;
let cache: FleetCache;
let received: string[];
let stop: (() => Promise<void>) | undefined;
beforeEach(async () => {
  database = await fleetDatabase(['W1']);
  network = await databaseProxy(String(database.pool.options.connectionString));
  cache = await createFleetCache(database.db);
  received = [];
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  await network.close();
  await database.close();
});

/** As a server does: every notification reloads the fleet. */
const listen = (): void => {
  stop = listenTo(
    () => new pg.Client({ connectionString: network.databaseUrl }),
    {
      fleet: (payload) => {
        received.push(payload);
        void cache.refresh();
      },
    },
    database.log,
  );
};
/** As another server does, on a connection of its own. */
const rename = (enUS: string) =>
  database.db.update(robots).set({ name: { enUS } }).where(eq(robots.serialNumber, 'W1'));
const shown = (): unknown => cache.robot('W1')?.name;
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 10 });

it('a change while the connection is cut is read when it is back', async () => {
  listen();
  await soon(() => expect(received).toHaveLength(1));
  await rename('heard');
  await soon(() => expect(received).toHaveLength(2));
  // The reload that it began has ended too, so that it cannot read the change that is missed.
  await cache.refresh();
  expect(shown()).toEqual({ enUS: 'heard' });
  network.cut();
  await rename('missed');
  expect(received).toHaveLength(2);
  expect(shown()).toEqual({ enUS: 'heard' });
  network.restore();
  // One reload for everything that was missed, and later changes are received again.
  await soon(() => expect(received).toHaveLength(3));
  await soon(() => expect(shown()).toEqual({ enUS: 'missed' }));
  expect(received).toHaveLength(3);
  await rename('again');
  await soon(() => expect(shown()).toEqual({ enUS: 'again' }));
});

it('a change on a connection that is silently dead is found by comparing, and its late notification does no harm', async () => {
  listen();
  await soon(() => expect(received).toHaveLength(1));
  await cache.refresh();
  expect(await cache.refreshIfChanged()).toBe(false);
  network.stall();
  await rename('missed');
  await rename('newest');
  expect(await cache.refreshIfChanged()).toBe(true);
  expect(shown()).toEqual({ enUS: 'newest' });
  expect(received).toHaveLength(1);
  network.flow();
  await soon(() => expect(received.length).toBeGreaterThan(1));
  await cache.refresh();
  expect(shown()).toEqual({ enUS: 'newest' });
  expect(await cache.refreshIfChanged()).toBe(false);
});

it('a change between the start of a server and its listening is read', async () => {
  network.lag(150);
  listen();
  await rename('early');
  expect(received).toEqual([]);
  await soon(() => expect(shown()).toEqual({ enUS: 'early' }));
});
