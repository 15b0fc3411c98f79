/**
 * Whether a contact is told at level one at a moment, by the contact's own hours and quiet days, and when that changes. For
 * every place that names contacts, so that all of them say the same.
 */
import {
  type AlarmRule,
  type ContactHours,
  type ContactMoment,
  DAYS_PER_WEEK,
  HOURS_PER_DAY,
  isOnAt,
  isQuietOn,
  isReachableAt,
} from './alarmContacts.ts';
import type { AlarmLevel } from './alarms.ts';
import { plusDays } from './zonedTime.ts';

const DAY_MS = 86_400_000;
/** A whole week and the rest of the day: weekly hours repeat after that. */
const DAYS_AHEAD = DAYS_PER_WEEK + 1;

export interface ContactReach {
  state: 'reachable' | 'outOfHours' | 'quiet';
  /**
   * The first hour at which the contact is no longer told, or is told again; null if hours and quiet days do not change
   * that within a week.
   */
  change: { date: string; hour: number } | null;
}

/** The end of the quiet days that cover a date; null if it is none. Quiet days that follow each other count as one. */
function quietUntil(contact: ContactHours, date: string): string | null {
  let last: string | null = null;
  for (let day = date; isQuietOn(contact, day); day = plusDays(last, 1)) {
    const ends = contact.quietDays.filter(({ from, until }) => from <= day && day <= until).map(({ until }) => until);
    last = ends.reduce((latest, one) => (one > latest ? one : latest), day);
  }
  return last;
}

export function contactReach(contact: ContactHours, moment: ContactMoment): ContactReach {
  const isReachable = isReachableAt(contact, moment);
  const state = isReachable ? 'reachable' : isQuietOn(contact, moment.date) ? 'quiet' : 'outOfHours';
  let date = moment.date;
  let hour = moment.hour;
  for (let days = 0; days <= DAYS_AHEAD; days += 1) {
    const end = quietUntil(contact, date);
    if (end !== null) {
      if (isReachable) return { state, change: { date, hour: 0 } };
      // Quiet days can be many; only the days between them are counted.
      date = plusDays(end, 1);
      hour = 0;
    }
    const day = (moment.day + Math.round((Date.parse(date) - Date.parse(moment.date)) / DAY_MS)) % DAYS_PER_WEEK;
    for (; hour < HOURS_PER_DAY; hour += 1)
      if (isOnAt(contact.hours, day, hour) !== isReachable) return { state, change: { date, hour } };
    date = plusDays(date, 1);
    hour = 0;
  }
  return { state, change: null };
}

/** The contacts of a level who are left out at a moment, because they are outside their hours or on quiet days. */
export function contactsLeftOut<Contact extends ContactHours>(
  rule: AlarmRule,
  contacts: readonly Contact[],
  level: AlarmLevel,
  told: readonly Contact[],
): Contact[] {
  const roles = level === 2 && rule.secondRoles.length > 0 ? rule.secondRoles : rule.firstRoles;
  return contacts.filter((one) => one.roleIds.some((role) => roles.includes(role)) && !told.includes(one));
}
