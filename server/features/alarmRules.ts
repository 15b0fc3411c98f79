/** What decides whether an alarm counts, and who is told of it: the robot's alarm rules and its site's contacts. */
import type { Language } from '../../contract/entities/constants.ts';
import { contactsToTell, isCounted, usualRule } from '../../contract/rules/alarmContacts.ts';
import type { AlarmEvent, AlarmLevel } from '../../contract/rules/alarms.ts';
import type { AlarmChannel } from '../../contract/rules/alarmNotification.ts';
import { areContactsTold } from '../../contract/rules/robotSettings.ts';
import { zonedWeekHour } from '../../contract/rules/zonedTime.ts';
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';
import { contactsOfSite, ruleAtSite, ruleOf } from '../db/repositories/alarmContacts.ts';
import { settingsOf } from '../db/repositories/robotSettings.ts';

export interface AlarmRecipient {
  contactId: string;
  name: LocalName;
  language: Language;
  channels: readonly { channel: AlarmChannel; target: string }[];
}

export interface AlarmRules {
  /** Whether an event of this value counts at all on this robot. @param value null if it was reported without one */
  counts(db: Db, serialNumber: string, event: AlarmEvent, value: number | null): Promise<boolean>;
  /** Whether contacts are told of this robot's alarms at all (its setting `abnormalNotification`). */
  notifies(db: Db, serialNumber: string): Promise<boolean>;
  /** Who is told of it at that level, at that time (ms since 1970). */
  recipients(
    db: Db,
    serialNumber: string,
    event: AlarmEvent,
    level: AlarmLevel,
    at: number,
  ): Promise<readonly AlarmRecipient[]>;
}

/** The language is unknown; the country code of the number is the best guess. */
const languageOf = (phoneNumber: string): Language => (phoneNumber.startsWith('+86') ? 'zhCN' : 'enUS');

export const createAlarmRules = (): AlarmRules => ({
  async counts(db, serialNumber, event, value) {
    return isCounted((await ruleOf(db, serialNumber, event)) ?? usualRule(event), value);
  },
  async notifies(db, serialNumber) {
    return areContactsTold(await settingsOf(db, serialNumber));
  },
  async recipients(db, serialNumber, event, level, at) {
    const found = await ruleAtSite(db, serialNumber, event);
    if (!found) return [];
    const { rule, siteId, timeZone } = found;
    const told = contactsToTell(rule, await contactsOfSite(db, siteId), level, zonedWeekHour(timeZone, at));
    return told.map(({ id, name, phoneNumber, email }) => ({
      contactId: id,
      name,
      language: languageOf(phoneNumber),
      channels: [
        ...rule.ways.map((channel) => ({ channel, target: phoneNumber })),
        ...(email === '' ? [] : [{ channel: 'email' as const, target: email }]),
      ],
    }));
  },
});
