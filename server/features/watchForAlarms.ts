/**
 * Raises alarms that robots do not report as events: a fatal error or an emergency stop (as `navigationException`), and a
 * lost connection (`offline`), and notes their ends. Every server watches; a case is raised once, because the servers take
 * turns and recognise each other's alarms.
 */
import type { RobotLive } from '../../contract/entities/robot.ts';
import { OFFLINE_ALARM_AFTER_MS, offlineAlarmAfter, PROBLEM_ALARM_AFTER_MS } from '../../contract/rules/alarms.ts';
import type { AppDeps } from '../appDeps.ts';
import { thresholdsOf } from '../db/repositories/alarmContacts.ts';
import { caseOfAlarm, lastingCases, lockAlarmsOf, recentCases } from '../db/repositories/alarmCases.ts';
import { lastingMergedCases, ownOverAt, recentMergedCases } from '../db/repositories/mergedCases.ts';
import { throttleLog } from '../throttleLog.ts';
import { noteAlarmOver, raiseAlarm, type AlarmNeeds, type RaisedAlarm } from './raiseAlarms.ts';

const EVERY_MS = 1_000;
/** A changed time after which a lost connection is an alarm applies within this time, ms. */
const THRESHOLDS_KEPT_MS = 10_000;
const WATCHED_EVENTS = ['navigationException', 'offline'] as const;

type Needs = Pick<AppDeps, 'db' | 'fleet' | 'log' | 'now' | 'monotonicNow'> & { alarms: AlarmNeeds };

export interface AlarmWatch {
  /** Looks at every robot once (tests). */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** Two servers notice the same thing within this time, ms. */
const SAME_ALARM_MS = 30_000;

export interface WatchedAlarm extends RaisedAlarm {
  /** The alarm without its time. */
  key: string;
  since: number;
}

const watched = (key: string, event: WatchedAlarm['event'], since: number, pose: RobotLive['pose']): WatchedAlarm => ({
  id: `${key}-${since}`,
  key,
  since,
  event,
  pose,
});

/** What a robot's live state raises. @param now ms since 1970. @param offlineAfter ms */
export function alarmsIn(live: RobotLive, now: number, offlineAfter: number): WatchedAlarm[] {
  const { serialNumber, connection, at, problems, pose, eStop, eStopSince } = live;
  if (connection !== 'online')
    return at !== null && now - at >= offlineAfter ? [watched(`offline-${serialNumber}`, 'offline', at, pose)] : [];
  const fatal = problems.filter(({ level }) => level === 'FATAL');
  const lasts = (since: number): boolean => now - since >= PROBLEM_ALARM_AFTER_MS;
  // Our robots report the emergency stop as a fatal error too; third-party robots need not.
  if (fatal.length === 0 && eStop !== 'NONE' && eStopSince !== undefined)
    return lasts(eStopSince) ? [watched(`eStop-${serialNumber}`, 'navigationException', eStopSince, pose)] : [];
  return fatal
    .filter(({ since }) => lasts(since))
    .map(({ type, since }) => watched(`${type}-${serialNumber}`, 'navigationException', since, pose));
}

const isWatchedId = (id: string, serialNumber: string): boolean => {
  const [, since] = id.split(`-${serialNumber}-`);
  return since !== undefined && /^\d+$/u.test(since);
};

const isSame = (id: string, { key, since }: WatchedAlarm): boolean =>
  id.startsWith(`${key}-`) && Math.abs(Number(id.slice(key.length + 1)) - since) < SAME_ALARM_MS;

export function startAlarmWatch({ db, fleet, log, now, monotonicNow, alarms }: Needs): AlarmWatch {
  // After a restart every robot counts as offline until it sends a message.
  const startedAt = monotonicNow();
  /** Alarms that were raised and are not over, by id. */
  let known: Map<string, { serialNumber: string; event: WatchedAlarm['event'] }> | undefined;
  let running: Promise<void> | undefined;
  let thresholds: { readAt: number; minutes: Map<string, number> } | undefined;
  const offlineAfter = async (serialNumber: string): Promise<number> => {
    if (!thresholds || monotonicNow() - thresholds.readAt >= THRESHOLDS_KEPT_MS)
      thresholds = { readAt: monotonicNow(), minutes: await thresholdsOf(db, 'offline') };
    return offlineAlarmAfter(thresholds.minutes.get(serialNumber));
  };
  const failed = throttleLog<unknown>(now, (times, error) =>
    log.warn({ times, err: error }, 'alarms could not be raised; trying again'),
  );

  const raise = async (serialNumber: string, alarm: WatchedAlarm): Promise<void> => {
    const effect = await db.transaction(async (transaction) => {
      // Before the look: another server may be raising it.
      await lockAlarmsOf(transaction, serialNumber);
      const from = new Date(alarm.since - SAME_ALARM_MS);
      const recent = [
        ...(await recentCases(transaction, serialNumber, alarm.event, from)),
        ...(await recentMergedCases(transaction, serialNumber, alarm.event, from)),
      ];
      return recent.some((row) => isSame(row.lastAlarmId, alarm) && ownOverAt(row) === null) ||
        (await caseOfAlarm(transaction, serialNumber, alarm.id))
        ? undefined
        : raiseAlarm(transaction, alarms, { serialNumber }, alarm);
    });
    effect?.();
  };
  const noteEnd = async (serialNumber: string, id: string): Promise<void> => {
    const effect = await db.transaction((transaction) => noteAlarmOver(transaction, alarms, serialNumber, id));
    effect?.();
  };
  const look = async (): Promise<void> => {
    // An alarm can end while no server runs.
    known ??= new Map(
      [...(await lastingCases(db, WATCHED_EVENTS)), ...(await lastingMergedCases(db, WATCHED_EVENTS))]
        // Robots report such alarms as well, and their ends.
        .filter(({ lastAlarmId, serialNumber }) => isWatchedId(lastAlarmId, serialNumber))
        .map(({ lastAlarmId, serialNumber, event }) => [lastAlarmId, { serialNumber, event }]),
    );
    // Whatever the rules say: their time is counted from the robot's last message, not from the start of this server.
    const isOfflineKnown = monotonicNow() - startedAt >= OFFLINE_ALARM_AFTER_MS;
    const lasting = new Map<string, WatchedAlarm['event'][]>();
    for (const { serialNumber, retiredAt } of fleet.fleetCache.robots()) {
      if (retiredAt) continue;
      const live = fleet.live(serialNumber, 'enUS');
      const after = live.connection === 'online' ? Infinity : await offlineAfter(serialNumber);
      const found = alarmsIn(live, now(), after);
      lasting.set(
        serialNumber,
        found.map(({ event }) => event),
      );
      for (const alarm of found) {
        if (alarm.event === 'offline' && !isOfflineKnown) continue;
        if (known.has(alarm.id)) continue;
        try {
          await raise(serialNumber, alarm);
        } catch (error) {
          // The next look tries again. The alarms of other robots do not wait for it.
          failed(error);
          continue;
        }
        known.set(alarm.id, { serialNumber, event: alarm.event });
      }
    }
    for (const [id, { serialNumber, event }] of known) {
      // A robot without a connection reports no end, and another alarm of the same kind keeps the case going.
      const events = lasting.get(serialNumber);
      if (events?.includes(event) || (events && fleet.live(serialNumber, 'enUS').connection !== 'online')) continue;
      if (events) await noteEnd(serialNumber, id);
      known.delete(id);
    }
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
