/** Tells the consoles of a robot's users that an alarm case was raised or changed. */
import type { Logger } from 'pino';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import type { Broker } from '../broker/broker.ts';
import type { AlarmCaseRow } from '../db/repositories/alarmCases.ts';
import type { FleetCache } from '../fleet/fleetCache.ts';

/**
 * Changes of a case that keep its state (further alarms, another picture) are told at most this often, ms: a robot can
 * report many a second. The last one is told at the end of the interval.
 */
const REPEAT_EVERY_MS = 2_000;
const MOST_REMEMBERED = 1_000;

interface AlarmChange {
  /** The account that is asked to take the case over. */
  offeredTo?: string | undefined;
  /** The account that changed the case: its consoles do not ring for that. */
  by?: string | undefined;
}
export type NotifyAlarm = (row: AlarmCaseRow, isRaised: boolean, change?: AlarmChange) => void;

interface Needs {
  broker: Pick<Broker, 'isUp' | 'publish'>;
  fleetCache: () => Pick<FleetCache, 'usersOf'>;
  log: Pick<Logger, 'warn'>;
  now: () => number;
}

export function createAlarmNotices({ broker, fleetCache, log, now }: Needs): NotifyAlarm {
  /** When a case was last told of, with the state it had. */
  const told = new Map<string, { at: number; signature: string; later?: NodeJS.Timeout }>();
  const forget = (caseId: string): void => {
    clearTimeout(told.get(caseId)?.later);
    told.delete(caseId);
  };

  const tell: NotifyAlarm = (row, isRaised, { offeredTo, by } = {}) => {
    const { id: caseId, serialNumber, state, ownerId, handOverTo, levelTwoToldAt, overAt } = row;
    const signature = [state, ownerId, handOverTo, levelTwoToldAt?.getTime(), overAt?.getTime()].join(' ');
    const before = told.get(caseId);
    const waitMs = before?.signature === signature ? before.at + REPEAT_EVERY_MS - now() : 0;
    if (before && !isRaised && waitMs > 0) {
      before.later ??= setTimeout(() => {
        forget(caseId);
        tell(row, false);
      }, waitMs).unref();
      return;
    }
    forget(caseId);
    told.set(caseId, { at: now(), signature });
    if (told.size > MOST_REMEMBERED)
      for (const [oldest] of told) {
        forget(oldest);
        break;
      }
    if (!broker.isUp()) return;
    const sending = fleetCache()
      .usersOf(serialNumber)
      .map((userId) => {
        const notice: Notice = {
          type: 'alarmChanged',
          caseId,
          serialNumber,
          isRaised,
          isOffered: userId === offeredTo,
          isOwn: userId === by,
        };
        return broker.publish(noticesTopic(userId), notice);
      });
    void Promise.allSettled(sending).then((results) => {
      const failed = results.find((one) => one.status === 'rejected');
      if (failed) log.warn({ err: failed.reason as unknown }, 'a notice about an alarm was not sent');
    });
  };
  return tell;
}
