/** The site of a robot, and the time zone in which its contacts have their hours. */
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { placeOfRobot } from '../db/repositories/alarmContacts.ts';

/** @throws robotUnknown */
export async function siteOf(db: Db, serialNumber: string): Promise<{ siteId: string; timeZone: string }> {
  const place = await placeOfRobot(db, serialNumber);
  if (!place) throw new ApiError('robotUnknown', { field: 'serialNumber' });
  return place;
}
