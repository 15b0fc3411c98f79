/** Finds robots by claim code, and simulated demo robots that nobody has claimed. */
import { and, asc, eq, exists, isNull, not, sql } from 'drizzle-orm';
import type { ClaimRole } from '../../../contract/entities/registration.ts';
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

/** The columns of a robot with a new claim code; `by` is the account administrator who gives the role. */
export const claimOf = (claimHash: string, role: ClaimRole | null, by: string) => ({
  claimHash,
  claimRole: role && { role, by, claimHash },
});
export const NO_CLAIM = { claimHash: null, claimRole: null } as const;

/** What a claim code adds to the roles of the account that uses it, and the account administrator who gives it. */
export interface ClaimGift {
  role: ClaimRole;
  by: string;
}
/** Of the robot's unused code. */
export const claimGiftOf = ({ claimHash, claimRole }: Pick<RobotRow, 'claimHash' | 'claimRole'>): ClaimGift | null =>
  claimRole !== null && claimRole.claimHash === claimHash ? claimRole : null;
export const claimRoleOf = (robot: Pick<RobotRow, 'claimHash' | 'claimRole'>): ClaimRole | null =>
  claimGiftOf(robot)?.role ?? null;

/** Uses up a claim code, which locks its robot. @returns undefined if the code is unknown or was used */
export async function spendClaim(
  db: Db,
  claimHash: string,
): Promise<{ serialNumber: string; gift: ClaimGift | null } | undefined> {
  const [found] = await db
    .select()
    .from(robots)
    .where(and(eq(robots.claimHash, claimHash), isNull(robots.retiredAt)))
    .for('update');
  if (!found) return undefined;
  await db.update(robots).set(NO_CLAIM).where(eq(robots.serialNumber, found.serialNumber));
  return { serialNumber: found.serialNumber, gift: claimGiftOf(found) };
}

/** Takes the role from unused claim codes that this administrator made; the codes still bind. @returns serial numbers */
export async function withdrawClaimRoles(db: Db, administrator: string): Promise<string[]> {
  const changed = await db
    .update(robots)
    .set({ claimRole: null })
    .where(
      sql`${robots.claimRole} ->> 'by' = ${administrator} and ${robots.claimRole} ->> 'claimHash' = ${robots.claimHash}`,
    )
    .returning({ serialNumber: robots.serialNumber });
  return changed.map(({ serialNumber }) => serialNumber);
}

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
