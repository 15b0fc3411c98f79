/** One-time links to alarm cases, and whether their contacts, or the owners of cases, may still act. */
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { AccountRole } from '../../../contract/entities/constants.ts';
import type { Db } from '../database.ts';
import { anyRow, type DueCheck } from '../dueRows.ts';
import { accounts, alarmCases, alarmLinks, alarmRules, contacts, relations, robots, sites } from '../schema.ts';
import type { AlarmCaseRow } from './alarmCases.ts';
import type { ContactRow } from './alarmContacts.ts';

export async function addAlarmLink(db: Db, link: typeof alarmLinks.$inferInsert): Promise<void> {
  await db.insert(alarmLinks).values(link);
}

export interface FoundLink {
  caseId: string;
  expiresAt: Date;
  contact: Pick<ContactRow, 'id' | 'name'>;
  timeZone: string;
  /** Of the site's reception; '' without one. */
  sitePhone: string;
}

/** The contact is at the robot's site, and a role of the contact is told of the event. */
const isToldOf = sql`exists (select 1 from ${alarmRules} where ${alarmRules.serialNumber} = ${alarmCases.serialNumber}
  and ${alarmRules.event} = ${alarmCases.event}
  and (${alarmRules.firstRoles} && ${contacts.roleIds} or ${alarmRules.secondRoles} && ${contacts.roleIds}))`;

/** A link that has not expired, while its contact may act. */
export async function alarmLinkByCode(db: Db, codeHash: string, at: Date): Promise<FoundLink | undefined> {
  const [row] = await db
    .select({
      caseId: alarmLinks.caseId,
      expiresAt: alarmLinks.expiresAt,
      contact: { id: contacts.id, name: contacts.name },
      timeZone: sites.timeZone,
      sitePhone: sites.phoneNumber,
    })
    .from(alarmLinks)
    .innerJoin(alarmCases, eq(alarmCases.id, alarmLinks.caseId))
    .innerJoin(robots, eq(robots.serialNumber, alarmCases.serialNumber))
    .innerJoin(contacts, and(eq(contacts.id, alarmLinks.contactId), eq(contacts.siteId, robots.siteId)))
    .innerJoin(sites, eq(sites.id, robots.siteId))
    .where(and(eq(alarmLinks.codeHash, codeHash), gt(alarmLinks.expiresAt, at), isToldOf));
  return row;
}

export async function deleteExpiredAlarmLinks(db: Db, at: Date): Promise<void> {
  await db.delete(alarmLinks).where(lt(alarmLinks.expiresAt, at));
}

const isWithoutOwner = (operators: readonly AccountRole[]) =>
  // Every taken case is offered again some time, so the index of that time finds the few that are taken.
  sql`${alarmCases.askAgainAt} is not null and case ${alarmCases.ownerKind}
    when 'account' then not exists (
      select 1 from ${relations} join ${accounts} on ${accounts.id} = ${relations.userId}
      where ${relations.userId} = ${alarmCases.ownerId} and ${relations.serialNumber} = ${alarmCases.serialNumber}
        and ${relations.isAuth} and ${accounts.lockedAt} is null
        and ${accounts.roles} && ${sql.param([...operators])})
    else not exists (
      select 1 from ${contacts} join ${robots} on ${robots.siteId} = ${contacts.siteId}
      where ${contacts.id} = ${alarmCases.ownerId} and ${robots.serialNumber} = ${alarmCases.serialNumber}
        and ${isToldOf})
    end`;
export const anyCaseWithoutOwner = (operators: readonly AccountRole[]): DueCheck =>
  anyRow(alarmCases, isWithoutOwner(operators));
/**
 * Locks taken cases whose owner can no longer act: an account without the right on the robot, or a contact that is no
 * longer told of such alarms.
 * @param operators the roles that give an account the right
 */
export const takeCasesWithoutOwner = (
  db: Db,
  operators: readonly AccountRole[],
  limit: number,
): Promise<AlarmCaseRow[]> =>
  db.select().from(alarmCases).where(isWithoutOwner(operators)).limit(limit).for('update', { skipLocked: true });
