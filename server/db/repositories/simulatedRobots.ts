/** Robots that people added as simulated ones, and what the simulator has to know of their floors. */
import { and, asc, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { maps, robots } from '../schema.ts';
import type { RobotRow } from './robots.ts';

const isAdded = and(eq(robots.simulated, true), eq(robots.demo, false));

/** Serializes additions, so that numbers and their limit hold. */
export const lockSimulated = (db: Db): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('simulated robots'))`);

export async function countSimulated(db: Db): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(robots)
    .where(and(isAdded, isNull(robots.retiredAt)));
  return row?.total ?? 0;
}

/** Those that can connect: with a password. */
export const simulatedInUse = (db: Db): Promise<RobotRow[]> =>
  db
    .select()
    .from(robots)
    .where(and(isAdded, isNull(robots.retiredAt), isNotNull(robots.passwordIssuedAt)))
    .orderBy(asc(robots.serialNumber));

/** All serial numbers that begin with this, of retired robots too. */
export const serialNumbersFrom = async (db: Db, prefix: string): Promise<string[]> =>
  (
    await db
      .select({ serialNumber: robots.serialNumber })
      .from(robots)
      .where(sql`starts_with(${robots.serialNumber}, ${prefix})`)
  ).map(({ serialNumber }) => serialNumber);

/** What changes whenever a floor or its points do. */
export const revisionsOfMaps = (db: Db, mapIds: readonly string[]): Promise<{ id: string; revision: number }[]> =>
  db
    .select({ id: maps.id, revision: maps.revision })
    .from(maps)
    .where(and(inArray(maps.id, [...mapIds]), isNull(maps.pictureId)))
    .orderBy(asc(maps.id));

/** Of those floors that the simulator knows: without a picture. */
export const plansOfMaps = (db: Db, mapIds: readonly string[]) =>
  db
    .select({ id: maps.id, plan: maps.plan, resolution: maps.resolution })
    .from(maps)
    .where(and(inArray(maps.id, [...mapIds]), isNull(maps.pictureId)))
    .orderBy(asc(maps.id));
