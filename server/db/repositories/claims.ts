/** Finds robots by claim code, and simulated demo robots that nobody has claimed. */
import { and, asc, eq, exists, isNull, not } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { relations, robots, sites } from '../schema.ts';
import type { RobotRow } from './robots.ts';

export interface ClaimedRobot {
  robot: RobotRow;
  siteName: LocalName;
}

const bySite = (db: Db) =>
  db.select({ robot: robots, siteName: sites.name }).from(robots).innerJoin(sites, eq(sites.id, robots.siteId));

export async function robotOfClaim(db: Db, claimHash: string): Promise<ClaimedRobot | undefined> {
  const [row] = await bySite(db).where(and(eq(robots.claimHash, claimHash), isNull(robots.retiredAt)));
  return row;
}

/** Simulated demo robots without a super administrator, in a fixed order. */
export const waitingRobots = (db: Db): Promise<ClaimedRobot[]> => {
  const bound = db
    .select({ id: relations.id })
    .from(relations)
    .where(
      and(
        eq(relations.serialNumber, robots.serialNumber),
        eq(relations.isSuperAdmin, true),
        eq(relations.isAuth, true),
      ),
    );
  return bySite(db)
    .where(and(eq(robots.demo, true), eq(robots.simulated, true), isNull(robots.retiredAt), not(exists(bound))))
    .orderBy(asc(robots.serialNumber));
};

/** Prevents another claim of the robot until the transaction ends. */
export async function lockRobot(db: Db, serialNumber: string): Promise<void> {
  await db
    .select({ serialNumber: robots.serialNumber })
    .from(robots)
    .where(eq(robots.serialNumber, serialNumber))
    .for('update');
}
