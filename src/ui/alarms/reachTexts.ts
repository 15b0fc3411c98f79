/**
 * Whether a contact can be told at a moment, in the reader's language, for the lines beside the names of contacts. Pages
 * that use it list `contactReach` among their locales.
 */
import type { ContactHours, ContactMoment } from '../../../contract/rules/alarmContacts.ts';
import { type ContactReach, contactReach } from '../../../contract/rules/contactReach.ts';
import { plusDays } from '../../../contract/rules/zonedTime.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';
import { dateText } from '../shell/siteTime.ts';

const KEYS = {
  reachable: { open: 'contactReach.reachable.always', until: 'contactReach.reachable.until' },
  outOfHours: { open: 'contactReach.outOfHours.open', until: 'contactReach.outOfHours.until' },
  quiet: { open: 'contactReach.quiet.open', until: 'contactReach.quiet.until' },
} as const satisfies Record<ContactReach['state'], Record<'open' | 'until', Key>>;

/** '18:00'; within a week with the day of the week, after that with the date. */
function whenText(t: Translate, { date, hour }: NonNullable<ContactReach['change']>, today: string): string {
  if (date === plusDays(today, 1) && hour === 0) return '24:00';
  const time = `${String(hour).padStart(2, '0')}:00`;
  if (date === today) return time;
  return `${date < plusDays(today, 7) ? dateText(date, t.language, { weekday: 'short' }) : date} ${time}`;
}

export interface ReachText {
  text: string;
  /** Whether the contact is told at level one. */
  isReachable: boolean;
}
export function reachText(t: Translate, contact: ContactHours, moment: ContactMoment): ReachText {
  const { state, change } = contactReach(contact, moment);
  return {
    text: change ? t(KEYS[state].until, { when: whenText(t, change, moment.date) }) : t(KEYS[state].open),
    isReachable: state === 'reachable',
  };
}
