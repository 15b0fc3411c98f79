/** Contacts, contact roles and alarm rules. */
import { and, asc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { AlarmRule } from '../../../contract/rules/alarmContacts.ts';
import type { DeletedContact } from '../alarmContactTables.ts';
import type { Db } from '../database.ts';
import { alarmRuleRevisions, alarmRules, contactRoles, contacts, deletedContacts, robots, sites } from '../schema.ts';

export type ContactRoleRow = typeof contactRoles.$inferSelect;
export type ContactRow = typeof contacts.$inferSelect;
export type AlarmRuleRow = typeof alarmRules.$inferSelect;

/** Changes of a site's contacts and rules run one at a time on all servers, because they depend on each other. */
export async function lockContacts(db: Db, siteId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contacts ${siteId}`}, 0))`);
}

export async function placeOfRobot(
  db: Db,
  serialNumber: string,
): Promise<{ siteId: string; timeZone: string } | undefined> {
  const [row] = await db
    .select({ siteId: robots.siteId, timeZone: sites.timeZone })
    .from(robots)
    .innerJoin(sites, eq(sites.id, robots.siteId))
    .where(eq(robots.serialNumber, serialNumber));
  return row;
}

export const rolesOfSite = (db: Db, siteId: string): Promise<ContactRoleRow[]> =>
  db.select().from(contactRoles).where(eq(contactRoles.siteId, siteId)).orderBy(asc(contactRoles.name));

export const contactsOfSite = (db: Db, siteId: string): Promise<ContactRow[]> => contactsOfSites(db, [siteId]);

export const contactsOfSites = (db: Db, siteIds: readonly string[]): Promise<ContactRow[]> =>
  db
    .select()
    .from(contacts)
    .where(inArray(contacts.siteId, [...siteIds]))
    .orderBy(asc(contacts.name), asc(contacts.id));

export async function roleById(db: Db, id: string): Promise<ContactRoleRow | undefined> {
  const [row] = await db.select().from(contactRoles).where(eq(contactRoles.id, id));
  return row;
}

export async function contactById(db: Db, id: string): Promise<ContactRow | undefined> {
  const [row] = await db.select().from(contacts).where(eq(contacts.id, id));
  return row;
}

export async function putRole(db: Db, row: ContactRoleRow): Promise<void> {
  await db.insert(contactRoles).values(row).onConflictDoUpdate({ target: contactRoles.id, set: row });
}

export async function putContact(db: Db, row: ContactRow): Promise<void> {
  await db.insert(contacts).values(row).onConflictDoUpdate({ target: contacts.id, set: row });
}

export async function deleteRole(db: Db, id: string): Promise<void> {
  await db.delete(contactRoles).where(eq(contactRoles.id, id));
  await db
    .update(contacts)
    .set({ roleIds: sql`array_remove(${contacts.roleIds}, ${id})` })
    .where(sql`${id} = any(${contacts.roleIds})`);
}

export async function deleteContact(db: Db, id: string): Promise<void> {
  await db.delete(contacts).where(eq(contacts.id, id));
}

/** Keeps what is deleted for a while. */
export async function keepDeleted(db: Db, kept: DeletedContact, deletedAt: Date): Promise<void> {
  const { id, siteId } = kept.row;
  await db.insert(deletedContacts).values({ id, siteId, kept, deletedAt });
}

/** Takes out what was deleted at the site since then; undefined if nothing was. */
export async function takeDeleted<What extends DeletedContact['what']>(
  db: Db,
  what: What,
  { id, siteId, since }: { id: string; siteId: string; since: Date },
): Promise<Extract<DeletedContact, { what: What }> | undefined> {
  const [row] = await db
    .delete(deletedContacts)
    .where(
      and(
        eq(deletedContacts.id, id),
        eq(deletedContacts.siteId, siteId),
        gte(deletedContacts.deletedAt, since),
        sql`${deletedContacts.kept} ->> 'what' = ${what}`,
      ),
    )
    .returning({ kept: deletedContacts.kept });
  return row?.kept as Extract<DeletedContact, { what: What }> | undefined; // as asked for
}

export async function eraseDeletedContacts(db: Db, before: Date): Promise<void> {
  await db.delete(deletedContacts).where(lt(deletedContacts.deletedAt, before));
}

export async function giveRole(db: Db, roleId: string, contactIds: readonly string[]): Promise<void> {
  if (contactIds.length === 0) return;
  await db
    .update(contacts)
    .set({ roleIds: sql`array_append(array_remove(${contacts.roleIds}, ${roleId}), ${roleId})` })
    .where(inArray(contacts.id, [...contactIds]));
}

export const rulesOfRobot = (db: Db, serialNumber: string): Promise<AlarmRuleRow[]> =>
  db.select().from(alarmRules).where(eq(alarmRules.serialNumber, serialNumber));

/** The rules of all robots at a site. */
export const rulesOfSite = (db: Db, siteId: string): Promise<AlarmRuleRow[]> =>
  db
    .select({
      serialNumber: alarmRules.serialNumber,
      event: alarmRules.event,
      isOn: alarmRules.isOn,
      threshold: alarmRules.threshold,
      ways: alarmRules.ways,
      firstRoles: alarmRules.firstRoles,
      secondRoles: alarmRules.secondRoles,
    })
    .from(alarmRules)
    .innerJoin(robots, eq(robots.serialNumber, alarmRules.serialNumber))
    .where(eq(robots.siteId, siteId));

export async function putRules(db: Db, serialNumber: string, rules: readonly AlarmRule[]): Promise<void> {
  for (const rule of rules) {
    const row = {
      ...rule,
      serialNumber,
      ways: [...rule.ways],
      firstRoles: [...rule.firstRoles],
      secondRoles: [...rule.secondRoles],
    };
    await db
      .insert(alarmRules)
      .values(row)
      .onConflictDoUpdate({ target: [alarmRules.serialNumber, alarmRules.event], set: row });
  }
}

/** In rules of a site, a role takes the place of another. */
export async function replaceRole(db: Db, serialNumbers: readonly string[], from: string, to: string): Promise<void> {
  if (serialNumbers.length === 0) return;
  const replaced = (column: typeof alarmRules.firstRoles | typeof alarmRules.secondRoles) =>
    sql`case when ${to} = any(${column}) then array_remove(${column}, ${from}) else array_replace(${column}, ${from}, ${to}) end`;
  await db
    .update(alarmRules)
    .set({ firstRoles: replaced(alarmRules.firstRoles), secondRoles: replaced(alarmRules.secondRoles) })
    .where(inArray(alarmRules.serialNumber, [...serialNumbers]));
}

export async function revisionOfRules(db: Db, serialNumber: string): Promise<number> {
  const [row] = await db
    .select({ revision: alarmRuleRevisions.revision })
    .from(alarmRuleRevisions)
    .where(eq(alarmRuleRevisions.serialNumber, serialNumber));
  return row?.revision ?? 0;
}

export async function raiseRevision(db: Db, serialNumber: string): Promise<number> {
  const [row] = await db
    .insert(alarmRuleRevisions)
    .values({ serialNumber, revision: 1 })
    .onConflictDoUpdate({
      target: alarmRuleRevisions.serialNumber,
      set: { revision: sql`${alarmRuleRevisions.revision} + 1` },
    })
    .returning();
  return row?.revision ?? 0;
}

/** The robot's events have the usual rules again. */
export async function forgetRules(db: Db, serialNumber: string): Promise<void> {
  const gone = await db.delete(alarmRules).where(eq(alarmRules.serialNumber, serialNumber)).returning();
  if (gone.length > 0) await raiseRevision(db, serialNumber);
}

export async function ruleOf(
  db: Db,
  serialNumber: string,
  event: AlarmRule['event'],
): Promise<AlarmRuleRow | undefined> {
  const [row] = await db
    .select()
    .from(alarmRules)
    .where(and(eq(alarmRules.serialNumber, serialNumber), eq(alarmRules.event, event)));
  return row;
}

/** The saved thresholds of an event, by serial number. */
export async function thresholdsOf(db: Db, event: AlarmRule['event']): Promise<Map<string, number>> {
  const rows = await db
    .select({ serialNumber: alarmRules.serialNumber, threshold: alarmRules.threshold })
    .from(alarmRules)
    .where(and(eq(alarmRules.event, event), isNotNull(alarmRules.threshold)));
  return new Map(
    rows.flatMap(({ serialNumber, threshold }) => (threshold === null ? [] : [[serialNumber, threshold]])),
  );
}

export interface RuleAtSite {
  rule: AlarmRuleRow;
  siteId: string;
  timeZone: string;
}

/** Saved rules of these robots and events, with the robots' sites. */
export const rulesAtSites = (
  db: Db,
  serialNumbers: readonly string[],
  events: readonly AlarmRule['event'][],
): Promise<RuleAtSite[]> =>
  db
    .select({ rule: alarmRules, siteId: robots.siteId, timeZone: sites.timeZone })
    .from(alarmRules)
    .innerJoin(robots, eq(robots.serialNumber, alarmRules.serialNumber))
    .innerJoin(sites, eq(sites.id, robots.siteId))
    .where(and(inArray(alarmRules.serialNumber, [...serialNumbers]), inArray(alarmRules.event, [...events])));

/** A saved rule, with the robot's site. */
export const ruleAtSite = async (
  db: Db,
  serialNumber: string,
  event: AlarmRule['event'],
): Promise<RuleAtSite | undefined> => (await rulesAtSites(db, [serialNumber], [event]))[0];
