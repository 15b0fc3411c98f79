/** Changes while the fleet cache is being loaded: data read earlier must not undo them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../../server/db/database.ts';
import { points, robots } from '../../../server/db/schema.ts';
import { createFleetCache, type FleetCache } from '../../../server/fleet/fleetCache.ts';
import { fleetDatabase, type FleetDatabase } from '../../fakes/fleetDatabase.ts';

let world: FleetDatabase;
let fleetCache: FleetCache;
/** Each load in progress: `hasRobots` resolves when it has read the robots, `goOn` continues it. */
let readings: { hasRobots: Promise<void>; goOn: () => void }[];

/** The database, but each load of the fleet cache pauses after the robots and before the points. */
function stoppingAtPoints(db: Db): Db {
  let waits: Promise<void> = Promise.resolve();
  return Object.assign(Object.create(db) as Db, {
    select: (fields: never) => {
      const start = db.select(fields);
      return {
        from: (table: typeof robots | typeof points) => {
          if (table === robots) {
            let tellRead = (): void => undefined;
            let goOn = (): void => undefined;
            const hasRobots = new Promise<void>((resolve) => (tellRead = resolve));
            waits = new Promise<void>((resolve) => (goOn = resolve));
            readings.push({ hasRobots, goOn });
            return {
              where: (condition: never) => ({
                orderBy: (order: never) =>
                  start
                    .from(table)
                    .where(condition)
                    .orderBy(order)
                    .then((rows) => (tellRead(), rows)),
              }),
            };
          }
          return table === points ? waits.then(() => start.from(table)) : start.from(table);
        },
      };
    },
  });
}

beforeEach(async () => {
  readings = [];
  world = await fleetDatabase(['A-1']);
  const db = stoppingAtPoints(world.db);
  const making = createFleetCache(db);
  await (
    await nextReading(0)
  ).hasRobots;
  readings[0]?.goOn();
  fleetCache = await making;
});
afterEach(() => world.close());

async function nextReading(n: number): Promise<(typeof readings)[number]> {
  for (;;) {
    const reading = readings[n];
    if (reading) return reading;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
/** Reloads as the fleet does, and runs `meanwhile` when the robots are read and the rest is not. */
async function whileReading(meanwhile: () => Promise<unknown>): Promise<void> {
  const began = readings.length;
  const reading = fleetCache.refresh();
  const { hasRobots, goOn } = await nextReading(began);
  await hasRobots;
  await meanwhile();
  goOn();
  await reading;
}

describe('while the directory is read anew', () => {
  it('what was changed meanwhile stands', async () => {
    await whileReading(async () => {
      await world.db.update(robots).set({ softwareVersion: '2.0' });
      fleetCache.patch('A-1', { softwareVersion: '2.0' });
    });
    expect(fleetCache.robot('A-1')?.softwareVersion).toBe('2.0');
  });

  it('who asks for it gets a reading that began after the question', async () => {
    let second: Promise<void> | undefined;
    const began = readings.length;
    await whileReading(async () => {
      await world.db.update(robots).set({ name: 'Renamed' });
      second = fleetCache.refresh();
    });
    (await nextReading(began + 1)).goOn();
    await second;
    expect(fleetCache.robot('A-1')?.name).toBe('Renamed');
  });
});
