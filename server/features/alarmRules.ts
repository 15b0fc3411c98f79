/** What decides whether an alarm counts, and who is told of it: the robot's alarm settings and rules. */
import type { Language } from '../../contract/entities/constants.ts';
import type { AlarmEvent, AlarmLevel } from '../../contract/rules/alarms.ts';
import type { AlarmChannel } from '../../contract/rules/alarmNotification.ts';
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';

export interface AlarmRecipient {
  contactId: string;
  name: LocalName;
  language: Language;
  channels: readonly { channel: AlarmChannel; target: string }[];
}

export interface AlarmRules {
  /** Whether an event of this value counts at all on this robot. @param value null if it was reported without one */
  counts(db: Db, serialNumber: string, event: AlarmEvent, value: number | null): Promise<boolean>;
  /** Who is told of it at that level, at that time (ms since 1970). */
  recipients(
    db: Db,
    serialNumber: string,
    event: AlarmEvent,
    level: AlarmLevel,
    at: number,
  ): Promise<readonly AlarmRecipient[]>;
}

export const createAlarmRules = (): AlarmRules => ({
  counts: () => Promise.resolve(true),
  recipients: () => Promise.resolve([]),
});
