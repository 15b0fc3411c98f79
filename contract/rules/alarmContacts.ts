/** Who is told of an alarm: contacts, their roles and hours, and the rules of a robot. For server and console. */
import { isDate } from './calendarDate.ts';
import { ALARM_VALUE_RANGES, type AlarmEvent, type AlarmLevel, type AlarmWay } from './alarms.ts';

export const CONTACT_NAME_MAX = 40;
export const ROLE_NAME_MAX = 40;
/** Contacts with one role (spec 5: at most five phone numbers, each contact has one). */
export const CONTACTS_PER_ROLE = 5;
export const ROLES_PER_CONTACT = 10;
export const CONTACTS_PER_SITE = 200;
export const ROLES_PER_SITE = 50;
/** Roles of one rule at one level. */
export const ROLES_PER_LEVEL = 10;
/** A rule can be tried once in this time, for each robot, ms. */
export const TRY_EVERY_MS = 5 * 60_000;
/** Contacts told of one case, or of one test, at one level. */
export const MOST_RECIPIENTS = 20;

/** A deleted contact or role can be restored for this long, ms; the console offers it for a shorter time. */
export const CONTACT_RESTORE_MS = 10 * 60_000;

export const DAYS_PER_WEEK = 7;
export const HOURS_PER_DAY = 24;
/** All 24 hours of a day. */
export const WHOLE_DAY = 2 ** HOURS_PER_DAY - 1;
/** Hours of a week: a bit mask for each day, Monday first, bit 0 from 00:00 to 01:00 in the site's time zone. */
export type WeekHours = readonly number[];
export const ALWAYS: WeekHours = Array.from({ length: DAYS_PER_WEEK }, () => WHOLE_DAY);

export const isOnAt = (hours: WeekHours, day: number, hour: number): boolean => ((hours[day] ?? 0) & (1 << hour)) !== 0;
export const withHour = (hours: WeekHours, day: number, hour: number, isOn: boolean): number[] =>
  ALWAYS.map((_, index) => {
    const mask = hours[index] ?? 0;
    return index === day ? (isOn ? mask | (1 << hour) : mask & ~(1 << hour)) : mask;
  });

/** Dates (YYYY-MM-DD, both included, in the site's time zone) on which a contact is not told. */
export interface QuietDays {
  from: string;
  until: string;
}
export const QUIET_DAYS_PER_CONTACT = 20;
/** Days of one entry. */
export const QUIET_DAYS_MAX = 366;
const DAY_MS = 86_400_000;
export const areQuietDays = ({ from, until }: QuietDays): boolean =>
  isDate(from) && isDate(until) && from <= until && (Date.parse(until) - Date.parse(from)) / DAY_MS < QUIET_DAYS_MAX;

/** A moment in the time zone of the site. */
export interface ContactMoment {
  /** Day of the week, Monday first. */
  day: number;
  hour: number;
  /** YYYY-MM-DD. */
  date: string;
}

export interface ContactHours {
  id: string;
  roleIds: readonly string[];
  hours: WeekHours;
  quietDays: readonly QuietDays[];
}
export const isQuietOn = ({ quietDays }: Pick<ContactHours, 'quietDays'>, date: string): boolean =>
  quietDays.some(({ from, until }) => from <= date && date <= until);
/** Whether a contact is told at that moment, at level one. */
export const isReachableAt = (contact: ContactHours, { day, hour, date }: ContactMoment): boolean =>
  isOnAt(contact.hours, day, hour) && !isQuietOn(contact, date);

export interface AlarmRule {
  event: AlarmEvent;
  /** Whether alarms of this event count on this robot at all. */
  isOn: boolean;
  /** Least value that counts, in the unit of ALARM_VALUE_RANGES; null for every value or the usual one, and for events without one. */
  threshold: number | null;
  ways: readonly AlarmWay[];
  firstRoles: readonly string[];
  secondRoles: readonly string[];
}

/** A rule that was never saved: alarms are listed, nobody is told. */
export const usualRule = (event: AlarmEvent): AlarmRule => ({
  event,
  isOn: true,
  threshold: null,
  ways: [],
  firstRoles: [],
  secondRoles: [],
});

const withRole = <Contact extends ContactHours>(contacts: readonly Contact[], roles: readonly string[]): Contact[] =>
  contacts.filter(({ roleIds }) => roleIds.some((role) => roles.includes(role)));

/** Those without a quiet day; all of them if none is left. */
const awake = <Contact extends ContactHours>(contacts: Contact[], date: string): Contact[] => {
  const left = contacts.filter((contact) => !isQuietOn(contact, date));
  return left.length > 0 ? left : contacts;
};

/**
 * The contacts that are told at a level. At level one, contacts outside their hours or on quiet days are left out; if
 * none is left, the last level is told at once. The last level is always told, whatever the hours; contacts on quiet days
 * are left out only while others remain.
 */
export function contactsToTell<Contact extends ContactHours>(
  rule: AlarmRule,
  contacts: readonly Contact[],
  level: AlarmLevel,
  moment: ContactMoment,
): Contact[] {
  if (!rule.isOn || rule.ways.length === 0) return [];
  const first = withRole(contacts, rule.firstRoles);
  const last = withRole(contacts, rule.secondRoles.length > 0 ? rule.secondRoles : rule.firstRoles);
  const always = awake(last.length > 0 ? last : first, moment.date);
  if (level === 2) return always;
  const now = first.filter((contact) => isReachableAt(contact, moment));
  return now.length > 0 ? now : always;
}

/** Hours of a day in which nobody at level one is told: level two is told at once then. */
export const holesOfDay = (
  rule: AlarmRule,
  contacts: readonly ContactHours[],
  { day, date }: Omit<ContactMoment, 'hour'>,
): number[] => {
  const first = withRole(contacts, rule.firstRoles);
  return Array.from({ length: HOURS_PER_DAY }, (_, hour) => hour).filter(
    (hour) => !first.some((contact) => isReachableAt(contact, { day, hour, date })),
  );
};

/** Hours of a day that follow each other and in which the same contacts are told at level one, from 00:00 to 24:00. */
export interface HoursTold<Contact> {
  from: number;
  until: number;
  /** None: level two is told at once. */
  contacts: readonly Contact[];
}
export function firstLevelByHours<Contact extends ContactHours>(
  rule: AlarmRule,
  contacts: readonly Contact[],
  { day, date }: Omit<ContactMoment, 'hour'>,
): HoursTold<Contact>[] {
  const first = withRole(contacts, rule.firstRoles);
  const ranges: HoursTold<Contact>[] = [];
  for (let hour = 0; hour < HOURS_PER_DAY; hour += 1) {
    const told = first.filter((contact) => isReachableAt(contact, { day, hour, date }));
    const last = ranges.at(-1);
    const isSame = last?.contacts.length === told.length && told.every((one, index) => one === last.contacts[index]);
    if (last && isSame) last.until = hour + 1;
    else ranges.push({ from: hour, until: hour + 1, contacts: told });
  }
  return ranges;
}

/** Whether alarms of the event count, but no way and no role is chosen: they are listed and nobody is told. */
export const isOnlyListed = ({ isOn, ways, firstRoles, secondRoles }: AlarmRule): boolean =>
  isOn && ways.length + firstRoles.length + secondRoles.length === 0;

/** Whether a rule would reach nobody although it asks for messages; such a rule cannot be saved. */
export type RuleFault = 'noWay' | 'noRole' | 'nobody' | 'threshold';
export function faultOfRule(rule: AlarmRule, contacts: readonly ContactHours[]): RuleFault | null {
  const range = ALARM_VALUE_RANGES[rule.event];
  if (rule.threshold !== null && (!range || rule.threshold < range.least || rule.threshold > range.most))
    return 'threshold';
  if (!rule.isOn) return null;
  if (isOnlyListed(rule)) return null;
  if (rule.ways.length === 0) return 'noWay';
  if (rule.firstRoles.length === 0) return 'noRole';
  return withRole(contacts, rule.firstRoles).length === 0 ? 'nobody' : null;
}

/** The contact without whom the rule would reach nobody; null if there is none. */
export function onlyContactOf(rule: AlarmRule, contacts: readonly ContactHours[]): string | null {
  if (faultOfRule(rule, contacts) !== null || !rule.isOn || isOnlyListed(rule)) return null;
  const first = withRole(contacts, rule.firstRoles);
  return first.length === 1 ? (first[0]?.id ?? null) : null;
}

/** Whether an alarm of that value counts. */
export const isCounted = ({ isOn, threshold }: AlarmRule, value: number | null): boolean =>
  isOn && (threshold === null || value === null || value >= threshold);
