/** Assembles what alarm cases consist of: events, notices, messages, what falls due, and the watch over the fleet. */
import type { AppDeps } from '../appDeps.ts';
import type { AlarmEvents } from '../fleet/alarmEvents.ts';
import type { FleetCache } from '../fleet/fleetCache.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { DueSource } from '../jobs/due.ts';
import { createAlarmNotices, type NotifyAlarm } from './alarmNotices.ts';
import { type AlarmRules, createAlarmRules } from './alarmRules.ts';
import { alarmDueSources } from './alarmEscalation.ts';
import { alarmOwnerSource } from './alarmOwners.ts';
import { createAlarmEvents } from './raiseAlarms.ts';
import { startAlarmWatch, type AlarmWatch } from './watchForAlarms.ts';

interface Needs extends Pick<AppDeps, 'broker' | 'log' | 'now'> {
  gateway: Gateway;
  publicUrl: () => string;
  /** The fleet is created with the events, so it is asked for later. */
  fleetCache: () => FleetCache;
}

export interface AlarmFeature {
  events: AlarmEvents;
  sources: DueSource[];
  rules: AlarmRules;
  notifyAlarm: NotifyAlarm;
  /** What the jobs that send messages need. */
  messages: { gateway: Gateway; publicUrl: () => string };
  startWatch(deps: AppDeps): AlarmWatch;
}

export function createAlarmFeature({ broker, log, now, gateway, publicUrl, fleetCache }: Needs): AlarmFeature {
  const rules = createAlarmRules();
  const notifyAlarm = createAlarmNotices({ broker, fleetCache, log, now });
  const alarms = { now, rules, notify: notifyAlarm };
  return {
    events: createAlarmEvents(alarms),
    sources: [...alarmDueSources({ now, rules, notifyAlarm }), alarmOwnerSource({ now, rules, notifyAlarm })],
    rules,
    notifyAlarm,
    messages: { gateway, publicUrl },
    startWatch: (deps) => startAlarmWatch({ ...deps, alarms }),
  };
}
