/** Stop and Resume while the directory is being read anew: what was read before them must not undo them. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { points, robots } from '../../../server/db/schema.ts';
import { createDirectory, type Directory } from '../../../server/fleet/directory.ts';
import { createHolding, type Holding } from '../../../server/fleet/holding.ts';
import type { Ledger } from '../../../server/fleet/ledger.ts';
import type { ToRobot } from '../../../server/fleet/messages.ts';
import { createPictures, type Pictures } from '../../../server/fleet/pictures.ts';
import type { Db } from '../../../server/parts.ts';
import { readSettings } from '../../../server/settings.ts';
import { fleetDatabase, type FleetDatabase } from '../../fakes/fleetDatabase.ts';

let world: FleetDatabase;
let directory: Directory;
let pictures: Pictures;
let holding: Holding;
/** Of a reading under way: that it has read the robots, and what lets it go on. */
let readings: { hasRobots: Promise<void>; goOn: () => void }[];

/** The database, but each reading of the directory stops between the robots, which it has read, and the points. */
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
            return { orderBy: (order: never) => start.from(table).orderBy(order).then((rows) => (tellRead(), rows)) };
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
  const making = createDirectory(db);
  await (await nextReading(0)).hasRobots;
  readings[0]?.goOn();
  directory = await making;
  pictures = await createPictures(world.db);
  // Telling a robot is no part of this.
  holding = createHolding({ settings: readSettings({}), db: world.db, now: Date.now, directory, pictures, ledger: {} as Ledger, toRobot: {} as ToRobot });
});
afterEach(() => world.close());

async function nextReading(n: number): Promise<(typeof readings)[number]> {
  for (;;) {
    const reading = readings[n];
    if (reading) return reading;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
/** As a call does: the database first, then what is in memory. */
const want = async (held: boolean): Promise<void> => {
  await world.db.update(robots).set({ held }).where(eq(robots.serialNumber, 'A-1'));
  holding.set('A-1', held);
};
const held = () => [directory.robot('A-1')?.held, pictures.get('A-1').live.held];
/** Reads anew as the fleet does, and does `meanwhile` when the robots are read and the rest is not. */
async function whileReading(meanwhile: () => Promise<unknown>): Promise<void> {
  const began = readings.length;
  const reading = directory.refresh().then(() => holding.sync());
  const { hasRobots, goOn } = await nextReading(began);
  await hasRobots;
  await meanwhile();
  goOn();
  await reading;
}

describe('while the directory is read anew', () => {
  it('a Stop stands', async () => {
    await whileReading(() => want(true));
    expect(held()).toEqual([true, true]);
  });

  it('a Resume stands', async () => {
    await want(true);
    await whileReading(() => want(false));
    expect(held()).toEqual([false, false]);
  });

  it('of Stop, Resume and Stop the last stands', async () => {
    await whileReading(async () => {
      for (const one of [true, false, true]) await want(one);
    });
    expect(held()).toEqual([true, true]);
  });

  it('another server\'s Stop is taken in by the next reading', async () => {
    await whileReading(async () => void (await world.db.update(robots).set({ held: true })));
    expect(held()).toEqual([false, false]);
    await whileReading(async () => undefined);
    expect(held()).toEqual([true, true]);
  });

  it('who asks for it gets a reading that began after the question', async () => {
    let second: Promise<void> | undefined;
    const began = readings.length;
    await whileReading(async () => {
      await world.db.update(robots).set({ name: 'Renamed' });
      second = directory.refresh();
    });
    (await nextReading(began + 1)).goOn();
    await second;
    expect(directory.robot('A-1')?.name).toBe('Renamed');
  });
});
