/** Whether an elevator or a door that is out of service blocks a run. */
import { blockedBy, type BlockedWay, type RunWay } from '../../contract/rules/schedule/outOfService.ts';
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';
import { outOfServiceAt } from '../db/repositories/sites.ts';
import type { Fleet } from '../fleet/fleet.ts';

/** null: nothing on the way is out of service. */
export async function blockedWay(
  db: Db,
  fleet: Fleet,
  serialNumber: string,
  way: RunWay,
): Promise<BlockedWay<LocalName> | null> {
  const robot = fleet.fleetCache.robot(serialNumber);
  if (!robot) return null;
  return blockedBy(await outOfServiceAt(db, robot.siteId), way, fleet.live(serialNumber, 'enUS').pose?.mapId);
}
