/** A database with one site and some robots only, for testing parts of the fleet in isolation. */
import { robots, sites } from '../../server/db/schema.ts';
import { migratedDatabase } from './migratedDatabase.ts';

export async function fleetDatabase(serialNumbers: readonly string[]) {
  const { db, pool, log, close } = await migratedDatabase(8);
  await db.insert(sites).values({ id: 'site', name: 'Site', timeZone: 'Europe/Berlin' });
  const robot = {
    manufacturer: 'Acme',
    interfaceName: 'uagv',
    model: 'W1',
    kind: 'delivery' as const,
    name: 'Robot',
    siteId: 'site',
    dialect: '2.x' as const,
    passwordHash: '',
  };
  await db.insert(robots).values(serialNumbers.map((serialNumber) => ({ ...robot, serialNumber })));
  return { db, pool, log, close };
}
export type FleetDatabase = Awaited<ReturnType<typeof fleetDatabase>>;
