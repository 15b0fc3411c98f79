/**
 * Resolves the ids in a request to robots and sites, and the user's relation to them: the facts behind the access check
 * (design 3).
 */
import { and, desc, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AccountRole } from '../../../contract/entities/constants.ts';
import { hasRight, type Right } from '../../../contract/rules/rights.ts';
import type { Db } from '../database.ts';
import { preparedStatement } from '../preparedStatement.ts';
import { relationOf } from '../relation.ts';
import {
  alarmCases,
  audit,
  commands,
  contactRoles,
  contacts,
  cruisePaths,
  cruiseRecords,
  isHandOver,
  maps,
  points,
  relations,
  robots,
  scheduledTasks,
  scheduleExceptions,
  sites,
} from '../schema.ts';

/** A robot with the user's relation to it, if there is one. */
export interface RobotRelationRow {
  serialNumber: string;
  siteId: string;
  isAuth: boolean | null;
  isRobotAdmin: boolean | null;
  isSuperAdmin: boolean | null;
  retiredAt: Date | null;
}

const standing = {
  serialNumber: robots.serialNumber,
  siteId: robots.siteId,
  isAuth: relations.isAuth,
  isRobotAdmin: relations.isRobotAdmin,
  isSuperAdmin: relations.isSuperAdmin,
  retiredAt: robots.retiredAt,
};

const amongRobots = preparedStatement((db) =>
  db
    .select(standing)
    .from(robots)
    .leftJoin(
      relations,
      and(eq(relations.serialNumber, robots.serialNumber), eq(relations.userId, sql.placeholder('userId'))),
    )
    .where(sql`${robots.serialNumber} = any(${sql.placeholder('serialNumbers')})`)
    .prepare('standings_to_robots'),
);

/** Those of these robots that exist. */
export const relationsToRobots = (
  db: Db,
  userId: string,
  serialNumbers: readonly string[],
): Promise<RobotRelationRow[]> => amongRobots(db).execute({ userId, serialNumbers });

/** Those of the robots to which the user has a right. */
export async function robotsWithRight(
  db: Db,
  { userId, roles }: { userId: string; roles: readonly AccountRole[] },
  serialNumbers: readonly string[],
  right: Right,
): Promise<string[]> {
  const rows = serialNumbers.length === 0 ? [] : await relationsToRobots(db, userId, serialNumbers);
  return rows.flatMap((row) => (hasRight(roles, relationOf(row), right) ? [row.serialNumber] : []));
}

/** Whether the user administers any robot in use. */
export async function administersAny(db: Db, userId: string, roles: readonly AccountRole[]): Promise<boolean> {
  const own = await db
    .selectDistinct({ isRobotAdmin: relations.isRobotAdmin, isSuperAdmin: relations.isSuperAdmin })
    .from(relations)
    .innerJoin(robots, and(eq(robots.serialNumber, relations.serialNumber), isNull(robots.retiredAt)))
    .where(and(eq(relations.userId, userId), eq(relations.isAuth, true)));
  return own.some((each) => hasRight(roles, relationOf({ isAuth: true, ...each }), 'administer'));
}

/** The sites at which the user administers a robot in use. */
export async function administeredSites(
  db: Db,
  userId: string,
  roles: readonly AccountRole[],
): Promise<ReadonlySet<string>> {
  const own = await db
    .select(standing)
    .from(relations)
    .innerJoin(robots, and(eq(robots.serialNumber, relations.serialNumber), isNull(robots.retiredAt)))
    .where(and(eq(relations.userId, userId), eq(relations.isAuth, true)));
  return new Set(
    own.flatMap(({ siteId, isRobotAdmin, isSuperAdmin }) =>
      hasRight(roles, relationOf({ isAuth: true, isRobotAdmin, isSuperAdmin }), 'administer') ? [siteId] : [],
    ),
  );
}

/** The user's robots on a site, without retired ones. */
export const relationsOnSite = (db: Db, userId: string, siteId: string): Promise<RobotRelationRow[]> =>
  db
    .select(standing)
    .from(robots)
    .innerJoin(relations, and(eq(relations.serialNumber, robots.serialNumber), eq(relations.userId, userId)))
    .where(and(eq(robots.siteId, siteId), isNull(robots.retiredAt)));

/** Whether any account has an authorised relation to a robot on the site; retired robots do not count. */
async function isSiteUsed(db: Db, siteId: string): Promise<boolean> {
  const rows = await db
    .select({ id: relations.id })
    .from(relations)
    .innerJoin(robots, eq(robots.serialNumber, relations.serialNumber))
    .where(and(eq(robots.siteId, siteId), eq(relations.isAuth, true), isNull(robots.retiredAt)))
    .limit(1);
  return rows.length > 0;
}

/** Account administrators set up and look after sites without bound robots: their maps, points, records and files. */
export const isLeftToAdmins = async (db: Db, roles: readonly AccountRole[], siteId: string): Promise<boolean> =>
  roles.includes('admin') && !(await isSiteUsed(db, siteId));

/** A retired robot's records, likewise; not those of a robot that came from another site or another account. */
export async function isRetiredLeftToAdmins(
  db: Db,
  roles: readonly AccountRole[],
  { serialNumber, siteId, retiredAt }: Pick<RobotRelationRow, 'serialNumber' | 'siteId' | 'retiredAt'>,
): Promise<boolean> {
  if (!retiredAt || !(await isLeftToAdmins(db, roles, siteId))) return false;
  const moves = await db
    .select({ id: audit.id })
    .from(audit)
    .where(and(isHandOver, eq(audit.subject, serialNumber)))
    .limit(1);
  return moves.length === 0;
}

/** The robots for which isRetiredLeftToAdmins holds, those retired last first. */
export async function robotsLeftToAdmins(db: Db, roles: readonly AccountRole[], limit: number): Promise<string[]> {
  if (!roles.includes('admin')) return [];
  const inUse = alias(robots, 'in_use');
  const used = db
    .select({ id: relations.id })
    .from(relations)
    .innerJoin(inUse, eq(inUse.serialNumber, relations.serialNumber))
    .where(and(eq(inUse.siteId, robots.siteId), eq(relations.isAuth, true), isNull(inUse.retiredAt)));
  const moved = db
    .select({ id: audit.id })
    .from(audit)
    .where(and(isHandOver, eq(audit.subject, robots.serialNumber)));
  const rows = await db
    .select({ serialNumber: robots.serialNumber })
    .from(robots)
    .where(and(isNotNull(robots.retiredAt), notExists(used), notExists(moved)))
    .orderBy(desc(robots.retiredAt), robots.serialNumber)
    .limit(limit);
  return rows.map(({ serialNumber }) => serialNumber);
}

export async function placeOfPoint(db: Db, areaId: string): Promise<{ mapId: string; siteId: string } | undefined> {
  const [row] = await db
    .select({ mapId: points.mapId, siteId: maps.siteId })
    .from(points)
    .innerJoin(maps, eq(maps.id, points.mapId))
    .where(eq(points.areaId, areaId));
  return row;
}

export async function placeOfRoute(db: Db, pathId: string): Promise<{ mapId: string; siteId: string } | undefined> {
  const [row] = await db
    .select({ mapId: cruisePaths.mapId, siteId: maps.siteId })
    .from(cruisePaths)
    .innerJoin(maps, eq(maps.id, cruisePaths.mapId))
    .where(eq(cruisePaths.id, pathId));
  return row;
}

export async function siteOfMap(db: Db, mapId: string): Promise<string | undefined> {
  const [row] = await db.select({ siteId: maps.siteId }).from(maps).where(eq(maps.id, mapId));
  return row?.siteId;
}

export async function siteOfContact(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ siteId: contacts.siteId }).from(contacts).where(eq(contacts.id, id));
  return row?.siteId;
}

export async function siteOfContactRole(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ siteId: contactRoles.siteId }).from(contactRoles).where(eq(contactRoles.id, id));
  return row?.siteId;
}

export async function siteExists(db: Db, siteId: string): Promise<boolean> {
  return (await db.select({ id: sites.id }).from(sites).where(eq(sites.id, siteId))).length > 0;
}

export async function robotOfCommand(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ serialNumber: commands.serialNumber }).from(commands).where(eq(commands.id, id));
  return row?.serialNumber;
}

export async function robotOfRouteRun(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ serialNumber: cruiseRecords.serialNumber })
    .from(cruiseRecords)
    .where(eq(cruiseRecords.id, id));
  return row?.serialNumber;
}

export async function robotOfAlarmCase(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ serialNumber: alarmCases.serialNumber })
    .from(alarmCases)
    .where(eq(alarmCases.id, id));
  return row?.serialNumber;
}

export async function robotOfScheduledTask(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ serialNumber: scheduledTasks.serialNumber })
    .from(scheduledTasks)
    .where(eq(scheduledTasks.id, id));
  return row?.serialNumber;
}

export async function robotOfScheduleException(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ serialNumber: scheduleExceptions.serialNumber })
    .from(scheduleExceptions)
    .where(eq(scheduleExceptions.id, id));
  return row?.serialNumber;
}

export async function robotOfRelation(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ serialNumber: relations.serialNumber }).from(relations).where(eq(relations.id, id));
  return row?.serialNumber;
}
