/** What decides whether an alarm counts, and who is told of it: the robot's alarm rules and its site's contacts. */
import type { Language } from '../../contract/entities/constants.ts';
import { contactsToTell, isCounted, usualRule } from '../../contract/rules/alarmContacts.ts';
import type { AlarmEvent, AlarmLevel } from '../../contract/rules/alarms.ts';
import type { AlarmChannel } from '../../contract/rules/alarmNotification.ts';
import { areContactsTold } from '../../contract/rules/robotSettings.ts';
import { zonedWeekHour } from '../../contract/rules/zonedTime.ts';
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';
import {
  type ContactRow,
  contactsOfSites,
  ruleOf,
  type RuleAtSite,
  rulesAtSites,
} from '../db/repositories/alarmContacts.ts';
import { settingsOf, settingsOfRobots } from '../db/repositories/robotSettings.ts';

export interface AlarmRecipient {
  contactId: string;
  name: LocalName;
  language: Language;
  channels: readonly { channel: AlarmChannel; target: string }[];
}
/** Alarms of one robot and event: all of them are told to the same people at one time. */
interface AlarmSource {
  serialNumber: string;
  event: AlarmEvent;
}

export interface AlarmRules {
  /** Whether an event of this value counts at all on this robot. @param value null if it was reported without one */
  counts(db: Db, serialNumber: string, event: AlarmEvent, value: number | null): Promise<boolean>;
  /** Whether contacts are told of this robot's alarms at all (its setting `abnormalNotification`). */
  notifies(db: Db, serialNumber: string): Promise<boolean>;
  /** Those of the robots of whose alarms nobody is told. */
  silenced(db: Db, serialNumbers: readonly string[]): Promise<ReadonlySet<string>>;
  /** Who is told of it at that level, at that time (ms since 1970). */
  recipients(
    db: Db,
    serialNumber: string,
    event: AlarmEvent,
    level: AlarmLevel,
    at: number,
  ): Promise<readonly AlarmRecipient[]>;
  /**
   * The same of many, by two statements: a thousand cases can fall due together.
   * @returns of each source, who is told
   */
  recipientsOf(
    db: Db,
    sources: readonly AlarmSource[],
    level: AlarmLevel,
    at: number,
  ): Promise<(source: AlarmSource) => readonly AlarmRecipient[]>;
}

/** The language is unknown; the country code of the number is the best guess. */
const languageOf = (phoneNumber: string): Language => (phoneNumber.startsWith('+86') ? 'zhCN' : 'enUS');
const keyOf = ({ serialNumber, event }: AlarmSource): string => `${event} ${serialNumber}`;

const recipientsBy = (
  { rule, siteId, timeZone }: RuleAtSite,
  contacts: readonly ContactRow[],
  level: AlarmLevel,
  at: number,
): AlarmRecipient[] => {
  const ofSite = contacts.filter((contact) => contact.siteId === siteId);
  return contactsToTell(rule, ofSite, level, zonedWeekHour(timeZone, at)).map(({ id, name, phoneNumber, email }) => ({
    contactId: id,
    name,
    language: languageOf(phoneNumber),
    channels: [
      ...rule.ways.map((channel) => ({ channel, target: phoneNumber })),
      ...(email === '' ? [] : [{ channel: 'email' as const, target: email }]),
    ],
  }));
};

export function createAlarmRules(): AlarmRules {
  const rules: AlarmRules = {
    async counts(db, serialNumber, event, value) {
      return isCounted((await ruleOf(db, serialNumber, event)) ?? usualRule(event), value);
    },
    async notifies(db, serialNumber) {
      return areContactsTold(await settingsOf(db, serialNumber));
    },
    async silenced(db, serialNumbers) {
      const settings = await settingsOfRobots(db, [...new Set(serialNumbers)]);
      return new Set([...settings].flatMap(([robot, row]) => (areContactsTold(row) ? [] : [robot])));
    },
    async recipients(db, serialNumber, event, level, at) {
      const source = { serialNumber, event };
      return (await rules.recipientsOf(db, [source], level, at))(source);
    },
    async recipientsOf(db, sources, level, at) {
      const robots = [...new Set(sources.map(({ serialNumber }) => serialNumber))];
      const events = [...new Set(sources.map(({ event }) => event))];
      const found = robots.length === 0 ? [] : await rulesAtSites(db, robots, events);
      const sites = [...new Set(found.map(({ siteId }) => siteId))];
      const contacts = sites.length === 0 ? [] : await contactsOfSites(db, sites);
      const asked = new Set(sources.map(keyOf));
      const told = new Map(
        found.flatMap((one) => {
          const key = keyOf(one.rule);
          return asked.has(key) ? [[key, recipientsBy(one, contacts, level, at)] as const] : [];
        }),
      );
      return (source) => told.get(keyOf(source)) ?? [];
    },
  };
  return rules;
}
