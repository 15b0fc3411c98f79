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

function faceRobots(beforeTold: (serialNumber: string) => Promise<void>) {
  const { db, log } = database;
  const told: { serialNumber: string; isOn: boolean }[] = [];
  const fleet = {
    fleetCache: { robot: (serialNumber: string) => ({ serialNumber }) },
    toRobot: {
      async privately({ serialNumber }: { serialNumber: string }, { isOn }: { isOn: boolean }) {
        await beforeTold(serialNumber);
        told.push({ serialNumber, isOn });
      },
    },
  } as unknown as Fleet;
  return { told, readings: vi.spyOn(db, 'transaction'), ...createFaceRobots({ db, log, fleet: () => fleet }) };
}

it('tells each that can be told, and does not read the list of their site for each', async () => {
  const { tell, told, readings } = faceRobots(async (serialNumber) => {
    if (serialNumber === 'R-3') throw new Error('it does not take it');
  });
  await Promise.all(NUMBERS.map((serialNumber) => tell({ serialNumber })));
  expect(told.map(({ serialNumber }) => serialNumber).sort()).toEqual(
    NUMBERS.filter((serialNumber) => serialNumber !== 'R-3').sort(),
  );
  expect(readings.mock.calls.length).toBeLessThan(NUMBERS.length / 2);
});

it('gives one that connects after a change the changed list, also when an earlier reading goes on', async () => {
  let goOn = (): void => {};
  const goesOn = new Promise<void>((resolve) => (goOn = resolve));
  const reached: string[] = [];
  const { tell, told } = faceRobots(async (serialNumber) => {
    reached.push(serialNumber);
    await goesOn;
  });
  const first = tell({ serialNumber: 'R-1' });
  await vi.waitFor(() => expect(reached).toEqual(['R-1']), { timeout: 20_000 });
  await database.db.update(faceSites).set({ isOn: true });
  const second = tell({ serialNumber: 'R-2' });
  goOn();
  await Promise.all([first, second]);
  expect(told).toEqual([
    { serialNumber: 'R-1', isOn: false },
    { serialNumber: 'R-2', isOn: true },
  ]);
});
