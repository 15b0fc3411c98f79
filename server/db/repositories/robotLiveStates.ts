/** The last live state of each robot, stored so that it survives a restart. */
import { sql } from 'drizzle-orm';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import type { Db } from '../database.ts';
import { robotPictures, robots } from '../schema.ts';

export const savedLiveStates = (db: Db): Promise<(typeof robotPictures.$inferSelect)[]> =>
  db.select().from(robotPictures);

/**
 * Uses a single JSON parameter: two parameters per robot take the server and the database twice the time.
 * @param pictures live states by serial number
 * @returns serial numbers of the robots that exist and were written
 */
export async function saveLiveStates(
  db: Db,
  pictures: Readonly<Record<string, RobotLive>>,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ serial_number: string }>(sql`
    insert into ${robotPictures} (serial_number, live)
    select ${robots.serialNumber}, said.value from jsonb_each(${JSON.stringify(pictures)}::jsonb) as said join ${robots} on ${robots.serialNumber} = said.key
    on conflict (serial_number) do update set live = excluded.live
    returning serial_number`);
  return new Set(rows.map((row) => row.serial_number));
}
