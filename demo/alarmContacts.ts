/** Contacts of the demo's sites, and the rules of its robots. The phone numbers are reserved for fiction. */
import type { AlarmRule } from '../contract/rules/alarmContacts.ts';
import { ALWAYS, WHOLE_DAY, HOURS_PER_DAY } from '../contract/rules/alarmContacts.ts';
import { ALARM_EVENTS, SEVERITY_OF_EVENT, type AlarmEvent } from '../contract/rules/alarms.ts';
import { named, type LocalName } from './localName.ts';

/** A mask of the hours from `from` to `until`, over midnight if `until` is earlier. */
const hours = (from: number, until: number): number =>
  Array.from({ length: HOURS_PER_DAY }, (_, hour) =>
    (from < until ? hour >= from && hour < until : hour >= from || hour < until) ? 2 ** hour : 0,
  ).reduce((mask, bit) => mask | bit, 0) & WHOLE_DAY;
const everyDay = (mask: number): number[] => ALWAYS.map(() => mask);

export const CONTACT_ROLES = [
  { id: 'desk', name: named('Front desk', '前台') },
  { id: 'security', name: named('Security', '安保') },
  { id: 'engineering', name: named('Engineering', '工程部') },
  { id: 'manager', name: named('Duty manager', '值班经理') },
] as const;

export interface DemoContact {
  id: string;
  name: LocalName;
  phoneNumber: string;
  roles: readonly string[];
  hours: number[];
}
export const CONTACTS: readonly DemoContact[] = [
  {
    id: 'desk',
    name: named('Front desk phone', '前台值班电话'),
    phoneNumber: '+12025550141',
    roles: ['desk'],
    hours: [...ALWAYS],
  },
  {
    id: 'day',
    name: named('Grace Lam', '林嘉欣'),
    phoneNumber: '+12025550142',
    roles: ['security'],
    hours: everyDay(hours(7, 19)),
  },
  {
    id: 'night',
    name: named('Omar Haddad', '欧马尔'),
    phoneNumber: '+12025550143',
    roles: ['security'],
    hours: everyDay(hours(19, 5)),
  },
  {
    id: 'engineer',
    name: named('Li Qiang', '李强'),
    phoneNumber: '+12025550144',
    roles: ['engineering'],
    hours: everyDay(hours(8, 18)),
  },
  {
    id: 'manager',
    name: named('Zhao Min', '赵敏'),
    phoneNumber: '+12025550145',
    roles: ['manager'],
    hours: [...ALWAYS],
  },
];

const BY_ENGINEERING: ReadonlySet<AlarmEvent> = new Set([
  'waterAccumulation',
  'highTemperature',
  'missingExtinguisher',
  'navigationException',
]);
/** Only listed: nobody is called at night for a robot that is offline or a box in a corridor. */
const LISTED: ReadonlySet<AlarmEvent> = new Set(['offline', 'clutter', 'noMask']);

/** @param siteId makes the ids of roles those of the site */
export const demoRules = (siteId: string): AlarmRule[] =>
  ALARM_EVENTS.map((event) => ({
    event,
    isOn: true,
    threshold: event === 'highTemperature' ? 37.3 : event === 'noise' ? 70 : null,
    ways: LISTED.has(event) ? [] : SEVERITY_OF_EVENT[event] === 'critical' ? ['sms', 'call'] : ['sms'],
    firstRoles: LISTED.has(event)
      ? []
      : [BY_ENGINEERING.has(event) ? roleId(siteId, 'engineering') : roleId(siteId, 'security')],
    secondRoles: LISTED.has(event) ? [] : [roleId(siteId, 'manager'), roleId(siteId, 'desk')],
  }));

export const roleId = (siteId: string, role: string): string => `${siteId}-role-${role}`;
export const contactIdOf = (siteId: string, contact: string): string => `${siteId}-contact-${contact}`;
