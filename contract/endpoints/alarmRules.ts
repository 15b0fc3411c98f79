/**
 * Contacts and their roles, which belong to a site, and the alarm rules of a robot. For its administrators: contacts are
 * people with phone numbers.
 */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import {
  alarmRule,
  alarmSetting,
  contact,
  contactId,
  contactName,
  contactRole,
  contactRoleId,
  email,
  quietDays,
  robotAlarmConfig,
  roleIds,
  roleName,
  triedMessage,
  weekHours,
} from '../entities/alarmContact.ts';
import { callerId, flag, serialNumber, time } from '../entities/values.ts';
import { handlerChecked, idOf, nothing } from '../entities/idOf.ts';
import { ALARM_CHANNELS } from '../rules/alarmNotification.ts';
import { ALARM_EVENTS, ALARM_WAYS } from '../rules/alarms.ts';
import {
  CONTACT_RESTORE_MS,
  CONTACTS_PER_ROLE,
  CONTACTS_PER_SITE,
  ROLES_PER_LEVEL,
  ROLES_PER_SITE,
  TRY_EVERY_MS,
} from '../rules/alarmContacts.ts';
import { ROBOTS_AT_ONCE, SERIAL_NUMBER_MAX } from '../rules/limits.ts';

const RULE_ID_MAX = 100;
const RESTORE_MINUTES = CONTACT_RESTORE_MS / 60_000;
const one = v.object({ serialNumber, loginUserId: callerId });
const revision = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0);
const saved = v.object({ id: v.string(), revision: v.number() });
const roleList = v.pipe(v.array(contactRoleId), v.maxLength(ROLES_PER_LEVEL));

export const alarmRules = {
  roles: endpoint('/srobot/get-robot-contact-role-list', {
    summary: "Lists the contact roles of a robot's site.",
    access: onRobot('administer'),
    kind: 'read',
    request: one,
    response: v.array(contactRole),
  }),
  saveRole: endpoint('/srobot/save-robot-contact-role', {
    summary: `Adds a contact role to a robot's site, or renames the one that \`id\` names. At most ${ROLES_PER_SITE} a site.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      ...one.entries,
      id: v.optional(v.union([contactRoleId, v.literal('')]), ''),
      roleName,
      revision,
    }),
    response: saved,
  }),
  deleteRole: endpoint('/srobot/delete-robot-contact-role', {
    summary:
      'Deletes a contact role. Refused, with the names of the events, if rules name it; `replacement` takes its place there.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ id: contactRoleId, replacement: v.optional(v.union([contactRoleId, v.literal('')]), '') }),
    response: nothing,
  }),
  restoreRole: endpoint('/srobot/restore-robot-contact-role', {
    summary: `Brings back a contact role that was deleted less than ${RESTORE_MINUTES} minutes ago, with its contacts and its place in the rules. Refused if another role has its name by now.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ serialNumber, id: handlerChecked(contactRoleId) }),
    response: nothing,
  }),
  contacts: endpoint('/srobot/get-robot-contact-list', {
    summary: "Lists the contacts of a robot's site, with the site's time zone, in which their hours are.",
    access: onRobot('administer'),
    kind: 'read',
    request: one,
    response: v.object({ timeZone: v.string(), rows: v.array(contact) }),
  }),
  saveContact: endpoint('/srobot/save-robot-contact', {
    summary: `Adds a contact, or changes the one that \`id\` names. Each has one phone number, which is checked by the numbering plans; a role has at most ${CONTACTS_PER_ROLE} contacts, a site ${CONTACTS_PER_SITE}.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      ...one.entries,
      id: v.optional(v.union([contactId, v.literal('')]), ''),
      contactName,
      countryCode: v.optional(v.pipe(v.string(), v.regex(/^\+?\d{0,4}$/u, 'countryCode')), ''),
      phoneNumber: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
      email: v.optional(email, ''),
      roleIds,
      hours: weekHours,
      quietDays: v.optional(quietDays, []),
      revision,
    }),
    response: saved,
  }),
  deleteContact: endpoint('/srobot/delete-robot-contact', {
    summary: 'Deletes a contact. Refused, with the names of the events, if rules would then reach nobody.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ id: contactId }),
    response: nothing,
  }),
  restoreContact: endpoint('/srobot/restore-robot-contact', {
    summary: `Brings back a contact that was deleted less than ${RESTORE_MINUTES} minutes ago, with its number, roles, hours and quiet days. Refused if another contact has its number by now.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ serialNumber, id: handlerChecked(contactId) }),
    response: nothing,
  }),
  settings: endpoint('/srobot/get-alarm-setting', {
    summary: 'Returns for each event whether it counts on a robot, and from which value.',
    access: onRobot('administer'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.array(alarmSetting),
  }),
  saveSetting: endpoint('/srobot/save-alarm-setting', {
    summary:
      'Sets whether an event counts on a robot, and from which value; without one: every value. The setting is named by its `id` or by its `event`. Without `isOn` it stays on or off.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      serialNumber,
      id: v.optional(idOf('alarmRule', v.pipe(v.string(), v.maxLength(RULE_ID_MAX)))),
      event: v.optional(v.picklist(ALARM_EVENTS)),
      isOn: v.optional(flag),
      settingValue: v.optional(v.nullable(v.pipe(v.number(), v.finite())), null),
    }),
    response: nothing,
  }),
  config: endpoint('/srobot/get-robot-alarm-config', {
    summary: 'Returns for each event in which ways and which roles are told on each level.',
    access: onRobot('administer'),
    kind: 'read',
    request: one,
    response: v.array(robotAlarmConfig),
  }),
  saveConfig: endpoint('/srobot/save-robot-alarm-config', {
    summary: 'Sets the ways and roles of one event. Refused if it would reach nobody.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      ...one.entries,
      alarmEvent: v.picklist(ALARM_EVENTS),
      alarmWays: v.pipe(v.array(v.picklist(ALARM_WAYS)), v.maxLength(ALARM_WAYS.length)),
      firstProcessingRoles: roleList,
      secondaryProcessingRoles: roleList,
    }),
    response: nothing,
  }),
  rules: endpoint('/alarm/get-rules', {
    summary: 'Returns the rules of all events of a robot, with a revision for saving them.',
    access: onRobot('administer'),
    kind: 'read',
    request: v.object({ serialNumber }),
    /** `notifies`: false while the robot's notifications are off, so that nobody is told whatever the rules say. */
    response: v.object({ revision: v.number(), notifies: v.boolean(), rules: v.array(alarmRule) }),
  }),
  saveRules: endpoint('/alarm/save-rules', {
    summary:
      'Saves the rules of a robot together. Refused if they were changed since the given `revision`, or if a rule would reach nobody.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      serialNumber,
      revision,
      rules: v.pipe(v.array(alarmRule), v.maxLength(ALARM_EVENTS.length)),
    }),
    response: v.object({ revision: v.number() }),
  }),
  copyRules: endpoint('/alarm/copy-rules', {
    summary:
      "Gives the robots of the same site that `serialNumberStr` lists this robot's rules. Refused if the rules of a robot in `revisions` were changed since that revision.",
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      serialNumber,
      serialNumberStr: idOf(
        'robots',
        v.pipe(
          v.string(),
          v.nonEmpty(),
          v.maxLength(ROBOTS_AT_ONCE * (SERIAL_NUMBER_MAX + 1)),
          v.regex(/^[\w.:,-]+$/u, 'serialNumberStr'),
        ),
      ),
      /** By serial number: what was compared before copying, of this robot and of the others. */
      revisions: v.optional(
        v.pipe(
          v.record(v.pipe(v.string(), v.maxLength(SERIAL_NUMBER_MAX)), v.pipe(v.number(), v.integer(), v.minValue(0))),
          v.maxEntries(ROBOTS_AT_ONCE + 1),
        ),
        {},
      ),
    }),
    response: v.object({ copied: v.number() }),
  }),
  tryRule: endpoint('/alarm/try-rule', {
    summary: `Sends a test message to those who would be told of an event now, in each of their ways. At most once in ${TRY_EVERY_MS / 60_000} minutes a robot.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ serialNumber, event: v.picklist(ALARM_EVENTS) }),
    response: v.object({
      tryId: v.string(),
      sent: v.array(v.object({ ...triedMessage.entries, name: v.string(), channel: v.picklist(ALARM_CHANNELS) })),
    }),
  }),
  tried: endpoint('/alarm/get-tried', {
    summary:
      'Returns what became of the messages of a test: accepted or refused by the gateway, reported as delivered.',
    access: onRobot('administer'),
    kind: 'read',
    request: v.object({ serialNumber, tryId: idOf('alarmTest', v.pipe(v.string(), v.uuid())) }),
    response: v.object({ time, messages: v.array(triedMessage) }),
  }),
};
