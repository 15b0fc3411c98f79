/** A database with one site and some robots only, for testing parts of the fleet in isolation. */
import pg from 'pg';
import { pino } from 'pino';
import { connect } from '../../server/db/connect.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import { robots, sites } from '../../server/db/schema.ts';
import { MIGRATIONS_FOLDER } from '../../server/root.ts';
import { freshDatabase } from './database.ts';

export async function fleetDatabase(serialNumbers: readonly string[]) {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  pool.on('error', () => undefined);
  const log = pino({ level: 'silent' });
  await migrateDatabase(pool, log, MIGRATIONS_FOLDER);
  const db = connect(pool);
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
  return {
    db,
    pool,
    log,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}
export type FleetDatabase = Awaited<ReturnType<typeof fleetDatabase>>;
