/** What robots are told about face recognition when many of them connect at once. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { faceSites, robots, sites } from '../../../server/db/schema.ts';
import { createFaceRobots } from '../../../server/features/faceRobots.ts';
import type { Fleet } from '../../../server/fleet/fleet.ts';
import { migratedDatabase } from '../../fakes/migratedDatabase.ts';

const NUMBERS = Array.from({ length: 30 }, (_, index) => `R-${index}`);
let database: Awaited<ReturnType<typeof migratedDatabase>>;
beforeEach(async () => {
  database = await migratedDatabase();
  const { db } = database;
  await db.insert(sites).values({ id: 'site', name: 'Site', timeZone: 'Europe/Berlin' });
  await db.insert(robots).values(
    NUMBERS.map((serialNumber) => ({
      serialNumber,
      manufacturer: 'Acme',
      interfaceName: 'uagv',
      dialect: '2.x' as const,
      passwordHash: '',
      model: 'W1',
      kind: 'security' as const,
      name: serialNumber,
      siteId: 'site',
    })),
  );
  await db.insert(faceSites).values({
    siteId: 'site',
    isOn: false,
    ground: '',
    changedBy: '',
    changedAt: new Date(),
    pictureDays: 1,
    rowDays: 1,
    revision: 1,
  });
});
afterEach(() => database.close());

it('each is told, and the list of their site is not read for each', async () => {
  const { db, log } = database;
  const told: { serialNumber: string; isOn: boolean }[] = [];
  const fleet = {
    fleetCache: { robot: (serialNumber: string) => ({ serialNumber }) },
    toRobot: {
      privately: async ({ serialNumber }: { serialNumber: string }, { isOn }: { isOn: boolean }) =>
        void told.push({ serialNumber, isOn }),
    },
  } as unknown as Fleet;
  const readings = vi.spyOn(db, 'transaction');
  const { tell } = createFaceRobots({ db, log, fleet: () => fleet });

  await Promise.all(NUMBERS.map((serialNumber) => tell({ serialNumber })));
  expect(told.map(({ serialNumber }) => serialNumber).sort()).toEqual([...NUMBERS].sort());
  expect(readings.mock.calls.length).toBeLessThan(NUMBERS.length / 2);

  // A change after a reading has begun is in the list of a robot that connects then.
  const first = tell({ serialNumber: 'R-1' });
  await db.update(faceSites).set({ isOn: true });
  await Promise.all([first, tell({ serialNumber: 'R-2' })]);
  expect(told.at(-1)).toEqual({ serialNumber: 'R-2', isOn: true });
});
