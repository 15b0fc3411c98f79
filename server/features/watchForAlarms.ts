/**
 * Raises alarms that robots do not report as events: a fatal error (as `navigationException`; our robots report the
 * emergency stop as one), and a lost connection (`offline`). Every server watches; the alarm's id is derived from what was
 * found, so that it is raised once.
 */
import type { RobotLive } from '../../contract/entities/robot.ts';
import { OFFLINE_ALARM_AFTER_MS, PROBLEM_ALARM_AFTER_MS } from '../../contract/rules/alarms.ts';
import type { AppDeps } from '../appDeps.ts';
import { caseOfAlarm, lockAlarmsOf } from '../db/repositories/alarmCases.ts';
import { throttleLog } from '../throttleLog.ts';
import { raiseAlarm, type AlarmNeeds, type RaisedAlarm } from './raiseAlarms.ts';

const EVERY_MS = 1_000;

type Needs = Pick<AppDeps, 'db' | 'fleet' | 'log' | 'now' | 'monotonicNow'> & { alarms: AlarmNeeds };

export interface AlarmWatch {
  /** Looks at every robot once (tests). */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** What a robot's live state raises. @param now ms since 1970 */
export function alarmsIn(live: RobotLive, now: number): RaisedAlarm[] {
  const { serialNumber, connection, at, problems, pose } = live;
  if (connection !== 'online')
    return at !== null && now - at >= OFFLINE_ALARM_AFTER_MS
      ? [{ id: `offline-${serialNumber}-${at}`, event: 'offline', pose }]
      : [];
  return problems
    .filter(({ level, since }) => level === 'FATAL' && now - since >= PROBLEM_ALARM_AFTER_MS)
    .map(({ type, since }) => ({
      id: `${type}-${serialNumber}-${since}`,
      event: 'navigationException' as const,
      pose,
    }));
}

export function startAlarmWatch({ db, fleet, log, now, monotonicNow, alarms }: Needs): AlarmWatch {
  // After a restart every robot counts as offline until it sends a message.
  const startedAt = monotonicNow();
  /** Alarms that were raised and last, by id. */
  let known = new Set<string>();
  let running: Promise<void> | undefined;
  const failed = throttleLog<unknown>(now, (times, error) =>
    log.warn({ times, err: error }, 'alarms could not be raised; trying again'),
  );

  const raise = async (serialNumber: string, alarm: RaisedAlarm): Promise<void> => {
    const effect = await db.transaction(async (transaction) => {
      // Before the look: another server may be raising it.
      await lockAlarmsOf(transaction, serialNumber);
      return (await caseOfAlarm(transaction, serialNumber, alarm.id))
        ? undefined
        : raiseAlarm(transaction, alarms, { serialNumber }, alarm);
    });
    effect?.();
  };
  const look = async (): Promise<void> => {
    const isOfflineKnown = monotonicNow() - startedAt >= OFFLINE_ALARM_AFTER_MS;
    const lasting = new Set<string>();
    for (const { serialNumber, retiredAt } of fleet.fleetCache.robots()) {
      if (retiredAt) continue;
      for (const alarm of alarmsIn(fleet.live(serialNumber, 'enUS'), now())) {
        if (alarm.event === 'offline' && !isOfflineKnown) continue;
        if (!known.has(alarm.id)) await raise(serialNumber, alarm);
        lasting.add(alarm.id);
      }
    }
    known = lasting;
  };
  const timer = setInterval(() => {
    // Skip the tick while the previous one is running.
    running ??= look()
      .catch(failed)
      .finally(() => (running = undefined));
  }, EVERY_MS);
  return {
    look,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
