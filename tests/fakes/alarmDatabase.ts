/** Tests of alarm cases and their messages: contacts, rules and an alarm. */
import type { AlarmRecipient, AlarmRules } from '../../server/features/alarmRules.ts';
import { raiseAlarm } from '../../server/features/raiseAlarms.ts';
import type { JobDatabase } from './jobServer.ts';

export const alarmContact = (contactId: string, more: Partial<AlarmRecipient> = {}): AlarmRecipient => ({
  contactId,
  name: contactId,
  language: 'enUS',
  channels: [{ channel: 'sms', target: '+12025550142' }],
  ...more,
});

/** Whom to tell on each level. */
export interface AlarmLevels {
  1: AlarmRecipient[];
  2: AlarmRecipient[];
}

/** Every alarm makes a case. @param current is asked each time */
export const alarmRules = (current: () => { notifies?: boolean; levels: AlarmLevels }): AlarmRules => ({
  counts: async () => true,
  notifies: async () => current().notifies ?? true,
  silenced: async (_db, serialNumbers) => new Set((current().notifies ?? true) ? [] : serialNumbers),
  recipients: async (_db, _serialNumber, _event, level) => current().levels[level],
  recipientsOf: async (_db, _sources, level) => () => current().levels[level],
});

/** Smoke near a robot; other alarms on the same map belong to the same case. */
export const raiseSmoke = ({ db, now }: JobDatabase, rules: AlarmRules, { id = 'alarm', mapId = 'm' } = {}) =>
  db.transaction((transaction) =>
    raiseAlarm(
      transaction,
      { now, rules, notify: () => undefined },
      { serialNumber: 'S2-1' },
      { id, event: 'smoke', pose: { mapId, x: 1, y: 2, theta: 0 } },
    ),
  );
