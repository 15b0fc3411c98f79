/** Contacts and their roles, as the administrators of a site's robots edit them. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { alarmRules as catalogue } from '../../contract/endpoints/alarmRules.ts';
import type { Contact, ContactRole, RuleUses } from '../../contract/entities/alarmContact.ts';
import type { Language } from '../../contract/entities/constants.ts';
import {
  CONTACTS_PER_ROLE,
  CONTACTS_PER_SITE,
  faultOfRule,
  onlyContactOf,
  ROLES_PER_SITE,
  type ContactHours,
} from '../../contract/rules/alarmContacts.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { ReplacedRule } from '../db/alarmContactTables.ts';
import { withText, nameIn } from '../db/localName.ts';
import { countryCodeOf, isValidPhoneNumber, phoneNumberOf } from '../../contract/rules/phonePlans.ts';
import {
  contactById,
  contactsOfSite,
  deleteContact,
  deleteRole,
  keepDeleted,
  lockContacts,
  putContact,
  putRole,
  raiseRevision,
  replaceRole,
  roleById,
  rolesOfSite,
  rulesOfSite,
  type AlarmRuleRow,
  type ContactRow,
} from '../db/repositories/alarmContacts.ts';
import { record } from '../db/repositories/audit.ts';
import type { RequestContext } from '../requestContext.ts';
import { createRestoreHandlers } from './deletedContacts.ts';
import { alarmEventText } from './messageTexts.ts';
import { siteOf } from './siteOfRobot.ts';
import { withdrawMessagesTo } from './tellContacts.ts';

const PHONE_KEPT_DIGITS = 4;
/** Phone numbers in the audit log, by their last digits. */
const masked = (phoneNumber: string): string => `…${phoneNumber.slice(-PHONE_KEPT_DIGITS)}`;

type Calls = Pick<
  typeof catalogue,
  'roles' | 'saveRole' | 'deleteRole' | 'restoreRole' | 'contacts' | 'saveContact' | 'deleteContact' | 'restoreContact'
>;

const rolesOf = ({ firstRoles, secondRoles }: AlarmRuleRow) => ({ firstRoles, secondRoles });
const isNamedBy = ({ firstRoles, secondRoles }: AlarmRuleRow, roleId: string): boolean =>
  firstRoles.includes(roleId) || secondRoles.includes(roleId);

/** The rules of the caller's own robots, by robot. */
function usesOf(rules: readonly AlarmRuleRow[], own: ReadonlySet<string>): RuleUses {
  const uses = new Map<string, RuleUses[number]['events']>();
  for (const { serialNumber, event } of rules)
    if (own.has(serialNumber)) uses.set(serialNumber, [...(uses.get(serialNumber) ?? []), event]);
  return [...uses].map(([serialNumber, events]) => ({ serialNumber, events }));
}

/** @param robotsOf robots to which an account has a relation */
export function createAlarmContactHandlers(
  robotsOf: (userId: string) => Iterable<string>,
  now: () => number,
): Handlers<Calls, RequestContext> {
  /** Rules of the site's robots that would reach nobody with these contacts, by the names of their events. */
  const leftAlone = (
    rules: readonly AlarmRuleRow[],
    before: readonly ContactHours[],
    after: readonly ContactHours[],
    language: Language,
  ): string[] => [
    ...new Set(
      rules
        .filter((rule) => faultOfRule(rule, before) === null && faultOfRule(rule, after) === 'nobody')
        .map(({ event }) => alarmEventText(event, language)),
    ),
  ];

  const roleDto = (
    { id, name, revision }: { id: string; name: ContactRow['name']; revision: number },
    people: readonly ContactRow[],
    rules: readonly AlarmRuleRow[],
    serialNumber: string,
    own: ReadonlySet<string>,
    language: Language,
  ): ContactRole => ({
    id,
    serialNumber,
    roleName: nameIn(name, language),
    contacts: people.filter(({ roleIds }) => roleIds.includes(id)).length,
    rules: rules.filter((rule) => isNamedBy(rule, id)).length,
    uses: usesOf(
      rules.filter((rule) => isNamedBy(rule, id)),
      own,
    ),
    revision,
  });

  return {
    ...createRestoreHandlers(now),

    async roles({ serialNumber }, { db, userId, language }) {
      const { siteId } = await siteOf(db, serialNumber);
      const [roles, people, rules] = [
        await rolesOfSite(db, siteId),
        await contactsOfSite(db, siteId),
        await rulesOfSite(db, siteId),
      ];
      const own = new Set(robotsOf(userId));
      return roles.map((role) => roleDto(role, people, rules, serialNumber, own, language));
    },

    async saveRole({ serialNumber, id, roleName, revision }, { db, userId, language }) {
      const { siteId } = await siteOf(db, serialNumber);
      await lockContacts(db, siteId);
      const all = await rolesOfSite(db, siteId);
      const before = id === '' ? undefined : all.find((role) => role.id === id);
      if (id !== '' && !before) throw new ApiError('notFound', { field: 'id' });
      if (before && before.revision !== revision) throw new ApiError('recordChanged', { field: 'revision' });
      if (!before && all.length >= ROLES_PER_SITE)
        throw new ApiError('tooManyContacts', { words: { limit: ROLES_PER_SITE } });
      if (all.some((role) => role.id !== id && nameIn(role.name, language).toLowerCase() === roleName.toLowerCase()))
        throw new ApiError('contactRoleNameTaken', { field: 'roleName' });
      const row = {
        id: before?.id ?? randomUUID(),
        siteId,
        name: withText(roleName, before?.name, language),
        revision: before ? before.revision + 1 : 0,
      };
      await putRole(db, row);
      await record(db, {
        userId,
        act: 'alarm.saveRole',
        subject: row.id,
        before: before ? { name: nameIn(before.name, language) } : null,
        after: { name: roleName },
      });
      return { id: row.id, revision: row.revision };
    },

    async deleteRole({ id, replacement }, { db, userId, language }) {
      const role = await roleById(db, id);
      if (!role) throw new ApiError('notFound', { field: 'id' });
      await lockContacts(db, role.siteId);
      const rules = await rulesOfSite(db, role.siteId);
      const using = rules.filter((rule) => isNamedBy(rule, id));
      let replaced: ReplacedRule[] = [];
      if (using.length > 0) {
        const other = replacement === '' ? undefined : await roleById(db, replacement);
        if (replacement !== '' && (other?.siteId !== role.siteId || replacement === id))
          throw new ApiError('fieldInvalid', { field: 'replacement' });
        if (!other)
          throw new ApiError('contactRoleInUse', {
            words: { events: [...new Set(using.map(({ event }) => alarmEventText(event, language)))].join(', ') },
          });
        const people = await contactsOfSite(db, role.siteId);
        const swapped = (ids: readonly string[]): string[] => [
          ...new Set(ids.map((one) => (one === id ? replacement : one))),
        ];
        const alone = using.filter(
          (rule) => faultOfRule({ ...rule, firstRoles: swapped(rule.firstRoles) }, people) === 'nobody',
        );
        if (alone.length > 0)
          throw new ApiError('contactRoleInUse', {
            words: { events: [...new Set(alone.map(({ event }) => alarmEventText(event, language)))].join(', ') },
          });
        const serialNumbers = [...new Set(using.map(({ serialNumber }) => serialNumber))];
        await replaceRole(db, serialNumbers, id, replacement);
        for (const serialNumber of serialNumbers) await raiseRevision(db, serialNumber);
        const after = await rulesOfSite(db, role.siteId);
        replaced = using.flatMap(({ serialNumber, event, firstRoles, secondRoles }) => {
          const rule = after.find((one) => one.serialNumber === serialNumber && one.event === event);
          return rule ? [{ serialNumber, event, before: { firstRoles, secondRoles }, after: rolesOf(rule) }] : [];
        });
      }
      const contactIds = (await contactsOfSite(db, role.siteId)).flatMap((one) =>
        one.roleIds.includes(id) ? [one.id] : [],
      );
      await keepDeleted(db, { what: 'role', row: role, contactIds, rules: replaced }, new Date(now()));
      await deleteRole(db, id);
      await record(db, {
        userId,
        act: 'alarm.deleteRole',
        subject: id,
        before: { name: nameIn(role.name, language) },
      });
      return null;
    },

    async contacts({ serialNumber }, { db, userId, language }) {
      const { siteId, timeZone } = await siteOf(db, serialNumber);
      const rows = await contactsOfSite(db, siteId);
      const own = new Set(robotsOf(userId));
      const rules = (await rulesOfSite(db, siteId)).filter((rule) => own.has(rule.serialNumber));
      // Who is the only one that a rule reaches at level one.
      const only = rules.map((rule) => ({ rule, contactId: onlyContactOf(rule, rows) }));
      return {
        timeZone,
        rows: rows.map((row) => ({
          ...contactDto(row, serialNumber, language),
          uses: usesOf(
            only.flatMap(({ rule, contactId }) => (contactId === row.id ? [rule] : [])),
            own,
          ),
        })),
      };
    },

    async saveContact(
      { serialNumber, id, contactName, countryCode, phoneNumber: typed, email, roleIds, hours, quietDays, revision },
      { db, userId, language },
    ) {
      const { siteId } = await siteOf(db, serialNumber);
      await lockContacts(db, siteId);
      const all = await contactsOfSite(db, siteId);
      const before = id === '' ? undefined : all.find((one) => one.id === id);
      if (id !== '' && !before) throw new ApiError('notFound', { field: 'id' });
      if (before && before.revision !== revision) throw new ApiError('recordChanged', { field: 'revision' });
      if (!before && all.length >= CONTACTS_PER_SITE)
        throw new ApiError('tooManyContacts', { words: { limit: CONTACTS_PER_SITE } });
      const phoneNumber = phoneNumberOf(typed, countryCode);
      // An older number that is not changed does not prevent other changes.
      if (phoneNumber === null || (phoneNumber !== before?.phoneNumber && !isValidPhoneNumber(phoneNumber)))
        throw new ApiError('contactPhoneWrong', { field: 'phoneNumber' });
      const twin = all.find((one) => one.id !== id && one.phoneNumber === phoneNumber);
      if (twin)
        throw new ApiError('contactPhoneTaken', {
          field: 'phoneNumber',
          words: { name: nameIn(twin.name, language) },
        });
      const wanted = [...new Set(roleIds)];
      const roles = await rolesOfSite(db, siteId);
      for (const roleId of wanted) {
        const role = roles.find((one) => one.id === roleId);
        if (!role) throw new ApiError('fieldInvalid', { field: 'roleIds' });
        const others = all.filter((one) => one.id !== id && one.roleIds.includes(roleId)).length;
        if (others >= CONTACTS_PER_ROLE)
          throw new ApiError('contactRoleFull', {
            field: 'roleIds',
            words: { role: nameIn(role.name, language), limit: CONTACTS_PER_ROLE },
          });
      }
      const row: ContactRow = {
        id: before?.id ?? randomUUID(),
        siteId,
        name: withText(contactName, before?.name, language),
        countryCode: countryCodeOf(phoneNumber),
        phoneNumber,
        email,
        roleIds: wanted,
        hours,
        quietDays: quietDays.toSorted((a, b) => a.from.localeCompare(b.from)),
        revision: before ? before.revision + 1 : 0,
      };
      const after = [...all.filter((one) => one.id !== row.id), row];
      const alone = leftAlone(await rulesOfSite(db, siteId), all, after, language);
      if (alone.length > 0)
        throw new ApiError('contactInUse', { field: 'roleIds', words: { events: alone.join(', ') } });
      await putContact(db, row);
      const told = ({ name, phoneNumber: number, roleIds: ids }: ContactRow) => ({
        name: nameIn(name, language),
        phoneNumber: masked(number),
        roles: ids.map((one) => nameIn(roles.find((role) => role.id === one)?.name ?? '', language)).join(', '),
      });
      await record(db, {
        userId,
        act: 'alarm.saveContact',
        subject: row.id,
        before: before ? told(before) : null,
        after: told(row),
      });
      return { id: row.id, revision: row.revision };
    },

    async deleteContact({ id }, { db, userId, language }) {
      const row = await contactById(db, id);
      if (!row) throw new ApiError('notFound', { field: 'id' });
      await lockContacts(db, row.siteId);
      const all = await contactsOfSite(db, row.siteId);
      const alone = leftAlone(
        await rulesOfSite(db, row.siteId),
        all,
        all.filter((one) => one.id !== id),
        language,
      );
      if (alone.length > 0) throw new ApiError('contactInUse', { words: { events: alone.join(', ') } });
      await keepDeleted(db, { what: 'contact', row }, new Date(now()));
      await deleteContact(db, id);
      await withdrawMessagesTo(db, now, id);
      await record(db, {
        userId,
        act: 'alarm.deleteContact',
        subject: id,
        before: { name: nameIn(row.name, language) },
      });
      return null;
    },
  };
}

const contactDto = (row: ContactRow, serialNumber: string, language: Language): Contact => ({
  id: row.id,
  serialNumber,
  contactName: nameIn(row.name, language),
  // The console of the version before emptied it.
  countryCode: row.countryCode || countryCodeOf(row.phoneNumber),
  phoneNumber: row.phoneNumber,
  email: row.email,
  roleIds: row.roleIds,
  hours: row.hours,
  quietDays: row.quietDays,
  revision: row.revision,
});
