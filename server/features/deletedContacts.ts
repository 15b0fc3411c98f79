/** Restores contacts and contact roles that were deleted a short time ago. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { alarmRules as catalogue } from '../../contract/endpoints/alarmRules.ts';
import {
  CONTACT_RESTORE_MS,
  CONTACTS_PER_ROLE,
  CONTACTS_PER_SITE,
  faultOfRule,
  ROLES_PER_CONTACT,
  ROLES_PER_SITE,
} from '../../contract/rules/alarmContacts.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { ReplacedRule } from '../db/alarmContactTables.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import {
  contactsOfSite,
  giveRole,
  lockContacts,
  putContact,
  putRole,
  putRules,
  raiseRevision,
  rolesOfSite,
  rulesOfSite,
  takeDeleted,
} from '../db/repositories/alarmContacts.ts';
import { record } from '../db/repositories/audit.ts';
import type { RequestContext } from '../requestContext.ts';
import { siteOf } from './siteOfRobot.ts';

type Calls = Pick<typeof catalogue, 'restoreContact' | 'restoreRole'>;

const isSame = (one: ReplacedRule['after'], other: ReplacedRule['after']): boolean =>
  JSON.stringify([one.firstRoles, one.secondRoles]) === JSON.stringify([other.firstRoles, other.secondRoles]);

export function createRestoreHandlers(now: () => number): Handlers<Calls, RequestContext> {
  const lockedSite = async (db: Db, serialNumber: string): Promise<{ siteId: string; since: Date }> => {
    const { siteId } = await siteOf(db, serialNumber);
    await lockContacts(db, siteId);
    return { siteId, since: new Date(now() - CONTACT_RESTORE_MS) };
  };

  /** The role is named again by the rules that were not changed since, unless they would reach nobody. */
  const restoreRules = async (db: Db, siteId: string, replaced: readonly ReplacedRule[]): Promise<void> => {
    const people = await contactsOfSite(db, siteId);
    const rules = await rulesOfSite(db, siteId);
    const changed = new Set<string>();
    for (const { serialNumber, event, before, after } of replaced) {
      const rule = rules.find((one) => one.serialNumber === serialNumber && one.event === event);
      if (!rule || !isSame(rule, after) || faultOfRule({ ...rule, ...before }, people) !== null) continue;
      await putRules(db, serialNumber, [{ ...rule, ...before }]);
      changed.add(serialNumber);
    }
    for (const serialNumber of changed) await raiseRevision(db, serialNumber);
  };

  return {
    async restoreContact({ serialNumber, id }, { db, userId, language }) {
      const { siteId, since } = await lockedSite(db, serialNumber);
      const kept = await takeDeleted(db, 'contact', { id, siteId, since });
      if (!kept) throw new ApiError('notFound', { field: 'id' });
      const { row } = kept;
      const all = await contactsOfSite(db, siteId);
      if (all.length >= CONTACTS_PER_SITE)
        throw new ApiError('tooManyContacts', { words: { limit: CONTACTS_PER_SITE } });
      const twin = all.find((one) => one.phoneNumber === row.phoneNumber);
      if (twin)
        throw new ApiError('contactPhoneTaken', {
          field: 'phoneNumber',
          words: { name: nameIn(twin.name, language) },
        });
      const roles = (await rolesOfSite(db, siteId)).filter((role) => row.roleIds.includes(role.id));
      const full = roles.find(
        (role) => all.filter(({ roleIds }) => roleIds.includes(role.id)).length >= CONTACTS_PER_ROLE,
      );
      if (full)
        throw new ApiError('contactRoleFull', {
          field: 'roleIds',
          words: { role: nameIn(full.name, language), limit: CONTACTS_PER_ROLE },
        });
      const isLeft = new Set(roles.map((role) => role.id));
      await putContact(db, { ...row, roleIds: row.roleIds.filter((one) => isLeft.has(one)) });
      await record(db, {
        userId,
        act: 'alarm.restoreContact',
        subject: id,
        after: { name: nameIn(row.name, language) },
      });
      return null;
    },

    async restoreRole({ serialNumber, id }, { db, userId, language }) {
      const { siteId, since } = await lockedSite(db, serialNumber);
      const kept = await takeDeleted(db, 'role', { id, siteId, since });
      if (!kept) throw new ApiError('notFound', { field: 'id' });
      const { row, contactIds, rules } = kept;
      const name = nameIn(row.name, language);
      const all = await rolesOfSite(db, siteId);
      if (all.length >= ROLES_PER_SITE) throw new ApiError('tooManyContacts', { words: { limit: ROLES_PER_SITE } });
      if (all.some((one) => nameIn(one.name, language).toLowerCase() === name.toLowerCase()))
        throw new ApiError('contactRoleNameTaken', { field: 'roleName' });
      await putRole(db, row);
      const people = await contactsOfSite(db, siteId);
      const had = people.filter((one) => contactIds.includes(one.id) && one.roleIds.length < ROLES_PER_CONTACT);
      await giveRole(
        db,
        id,
        had.map((one) => one.id),
      );
      await restoreRules(db, siteId, rules);
      await record(db, { userId, act: 'alarm.restoreRole', subject: id, after: { name } });
      return null;
    },
  };
}
