/**
 * Tests of an alarm rule: a message to everybody who would be told now, in each of their ways, and what became of it. The
 * messages are in the outbox, so their states survive a restart, and any server can read them.
 */
import { randomUUID } from 'node:crypto';
import type { AlarmEvent } from '../../contract/rules/alarms.ts';
import { MOST_RECIPIENTS } from '../../contract/rules/alarmContacts.ts';
import { ALARM_CHANNELS, type AlarmChannel, type NotificationState } from '../../contract/rules/alarmNotification.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { hashOf } from '../broker/credentials.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { messagesById } from '../db/repositories/outbox.ts';
import { DEMO_MESSAGE } from '../db/repositories/visitorRecords.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import { type Gateway, NotSent } from '../gateway/gateway.ts';
import type { RequestContext } from '../requestContext.ts';
import { createAlarmRules } from './alarmRules.ts';
import { alarmEventText, messageText } from './messageTexts.ts';

interface Needs {
  gateway: Gateway;
  now: () => number;
  robotOf: (serialNumber: string) => RobotRow | undefined;
}
interface Tried {
  id: string;
  state: NotificationState;
  reason: string;
  settledAt: number | null;
}
const MOST_MESSAGES = MOST_RECIPIENTS * ALARM_CHANNELS.length;

export function createAlarmTry({ gateway, now, robotOf }: Needs) {
  const rules = createAlarmRules();

  /** Bound to the robot, so that nobody reads the test of another one. */
  const idsOf = (serialNumber: string, tryId: string): string[] =>
    Array.from({ length: MOST_MESSAGES }, (_, index) => `try-${hashOf(serialNumber).slice(0, 12)}-${tryId}-${index}`);
  /** People of the demo do not exist, but their phone numbers might: their messages are only stored. */
  const storedId = (serialNumber: string, id: string): string =>
    robotOf(serialNumber)?.simulated ? `${DEMO_MESSAGE}${id}` : id;

  return {
    notifies: (db: Db, serialNumber: string): Promise<boolean> => rules.notifies(db, serialNumber),

    /** @throws ApiError ruleReachesNobody, alarmNotificationsOff */
    async send(
      { serialNumber, event }: { serialNumber: string; event: AlarmEvent },
      { db, language, afterCommit }: RequestContext,
    ): Promise<{ tryId: string; sent: (Tried & { name: string; channel: AlarmChannel })[] }> {
      if (!(await rules.notifies(db, serialNumber))) throw new ApiError('alarmNotificationsOff');
      const people = (await rules.recipients(db, serialNumber, event, 1, now())).slice(0, MOST_RECIPIENTS);
      const tryId = randomUUID();
      const ids = idsOf(serialNumber, tryId);
      const messages = people
        .flatMap(({ name, language: spoken, channels }) => channels.map((way) => ({ ...way, name, spoken })))
        .slice(0, MOST_MESSAGES)
        .map((message, index) => ({ ...message, id: ids[index] ?? randomUUID() }));
      if (messages.length === 0)
        throw new ApiError('ruleReachesNobody', { words: { event: alarmEventText(event, language) } });
      const robot = robotOf(serialNumber);
      // Together: one way that hangs must not hold up the others.
      afterCommit(async () => {
        const results = await Promise.allSettled(
          messages.map(({ id, channel, target, spoken }) =>
            gateway.send({
              id,
              channel,
              topic: 'alarm',
              target,
              language: spoken,
              ...messageText('alarmTest', spoken, {
                event: alarmEventText(event, spoken),
                robot: robot ? nameIn(robot.name, spoken) : serialNumber,
              }),
              ...(robot?.simulated ? { keepAs: storedId(serialNumber, id) } : {}),
            }),
          ),
        );
        for (const result of results)
          // The outbox has the reason of a message that was not sent.
          if (result.status === 'rejected' && !(result.reason instanceof NotSent)) throw result.reason;
      });
      return {
        tryId,
        sent: messages.map(({ id, name, channel }) => ({
          id,
          name: nameIn(name, language),
          channel,
          state: 'queued',
          reason: '',
          settledAt: null,
        })),
      };
    },

    async read(db: Db, serialNumber: string, tryId: string): Promise<Tried[]> {
      const ids = new Map(idsOf(serialNumber, tryId).map((id) => [storedId(serialNumber, id), id]));
      const rows = await messagesById(db, [...ids.keys()]);
      return rows.map(({ id, at, state, error }) => ({
        id: ids.get(id) ?? id,
        state: state === 'waiting' ? 'queued' : state,
        reason: error,
        settledAt: state === 'waiting' ? null : at.getTime(),
      }));
    },
  };
}
