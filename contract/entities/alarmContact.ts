/** Contacts, their roles, and a robot's alarm rules (spec 3). */
import * as v from 'valibot';
import { ALARM_EVENTS, ALARM_WAYS, type AlarmEvent } from '../rules/alarms.ts';
import {
  areQuietDays,
  CONTACT_NAME_MAX,
  DAYS_PER_WEEK,
  QUIET_DAYS_PER_CONTACT,
  ROLE_NAME_MAX,
  ROLES_PER_CONTACT,
  ROLES_PER_LEVEL,
  WHOLE_DAY,
} from '../rules/alarmContacts.ts';
import { NOTIFICATION_STATES } from '../rules/alarmNotification.ts';
import { id, serialNumber, time } from './values.ts';
import { idOf } from './idOf.ts';

export const contactRoleId = idOf('contactRole', id);
export const contactId = idOf('contact', id);
export const contactName = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(CONTACT_NAME_MAX));
export const roleName = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(ROLE_NAME_MAX));
export const weekHours = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(WHOLE_DAY))),
  v.length(DAYS_PER_WEEK),
);
export const quietDays = v.pipe(
  v.array(
    v.pipe(
      v.object({ from: v.pipe(v.string(), v.maxLength(10)), until: v.pipe(v.string(), v.maxLength(10)) }),
      v.check(areQuietDays, 'quietDays'),
    ),
  ),
  v.maxLength(QUIET_DAYS_PER_CONTACT),
);
export const email = v.union([v.literal(''), v.pipe(v.string(), v.trim(), v.email(), v.maxLength(200))]);

/** Rules by robot, of the robots that the caller has a relation to; absent from older servers. */
const ruleUses = v.optional(v.array(v.object({ serialNumber, events: v.array(v.picklist(ALARM_EVENTS)) })));
export type RuleUses = NonNullable<v.InferOutput<typeof ruleUses>>;

export const contactRole = v.object({
  id: contactRoleId,
  serialNumber,
  roleName: v.string(),
  /** Its contacts, and the rules of the site's robots that name it. */
  contacts: v.number(),
  rules: v.number(),
  /** The rules that name it. */
  uses: ruleUses,
  revision: v.number(),
});
export type ContactRole = v.InferOutput<typeof contactRole>;

export const contact = v.object({
  id: contactId,
  serialNumber,
  contactName: v.string(),
  countryCode: v.string(),
  /** E.164. */
  phoneNumber: v.string(),
  email: v.string(),
  roleIds: v.array(v.string()),
  /** Seven bit masks, Monday first (rules/alarmContacts.ts). */
  hours: v.array(v.number()),
  /** Dates (YYYY-MM-DD) in the site's time zone on which the contact is not told, both included. */
  quietDays: v.array(v.object({ from: v.string(), until: v.string() })),
  /** The rules that would reach nobody without this contact. */
  uses: ruleUses,
  revision: v.number(),
});
export type Contact = v.InferOutput<typeof contact>;

const levelRoles = v.pipe(v.array(contactRoleId), v.maxLength(ROLES_PER_LEVEL));
export const alarmRule = v.object({
  event: v.picklist(ALARM_EVENTS),
  /** Whether alarms of this event count on this robot. */
  isOn: v.boolean(),
  /** Least value that counts; null for every value. */
  threshold: v.nullable(v.pipe(v.number(), v.finite())),
  ways: v.pipe(v.array(v.picklist(ALARM_WAYS)), v.maxLength(ALARM_WAYS.length)),
  firstRoles: levelRoles,
  secondRoles: levelRoles,
});

/** A rule as spec 3 names its fields. */
export const robotAlarmConfig = v.object({
  id: v.string(),
  serialNumber,
  alarmEvent: v.picklist(ALARM_EVENTS),
  alarmWays: v.array(v.picklist(ALARM_WAYS)),
  firstProcessingRoles: v.array(v.string()),
  secondaryProcessingRoles: v.array(v.string()),
});
/** A test message, with its own state. */
export const triedMessage = v.object({
  id: v.string(),
  state: v.picklist(NOTIFICATION_STATES),
  /** Why it failed; '' otherwise. */
  reason: v.string(),
  settledAt: v.nullable(time),
});
/** The id of a robot's rule for an event, also of its setting. */
export const alarmRuleIdOf = (serialNumber: string, event: AlarmEvent): string => `${serialNumber}:${event}`;
export const alarmSetting = v.object({
  id: v.string(),
  serialNumber,
  event: v.picklist(ALARM_EVENTS),
  isOn: v.boolean(),
  /** Least value that counts; null for every value. */
  settingValue: v.nullable(v.number()),
});
export const roleIds = v.pipe(v.array(contactRoleId), v.maxLength(ROLES_PER_CONTACT));
