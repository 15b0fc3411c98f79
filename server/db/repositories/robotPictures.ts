/** The last picture of each robot, written down so that it outlives a restart. */
import { sql } from 'drizzle-orm';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import type { Db } from '../database.ts';
import { robotPictures, robots } from '../schema.ts';

export const savedPictures = (db: Db): Promise<(typeof robotPictures.$inferSelect)[]> =>
  db.select().from(robotPictures);

/**
 * As one parameter: a statement with two for each robot costs us and the database twice as much.
 * @param pictures by serial number
 * @returns whose picture was written: the robots that are there
 */
export async function savePictures(
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
