/** Alarms: what can be raised, how severe it is, and how alarms of one robot become one case. */
import { ALARM_TYPES, type AlarmType } from '../entities/robotConstants.ts';

/** What a case can be about: the alarms that robots report, and the loss of a robot's connection. Stored. */
export const ALARM_EVENTS = [...ALARM_TYPES, 'offline'] as const;
export type AlarmEvent = AlarmType | 'offline';

export const ALARM_SEVERITIES = ['critical', 'warning'] as const;
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

/** Severity of an event that a robot reports without one. */
export const SEVERITY_OF_EVENT: Readonly<Record<AlarmEvent, AlarmSeverity>> = {
  humanBody: 'critical',
  highTemperature: 'critical',
  smoke: 'critical',
  noMask: 'warning',
  doorOpen: 'warning',
  noise: 'warning',
  carton: 'warning',
  waterAccumulation: 'critical',
  fall: 'critical',
  unclosedWindow: 'warning',
  missingExtinguisher: 'warning',
  clutter: 'warning',
  navigationException: 'critical',
  offline: 'warning',
};

/** When a picture of an alarm was taken. */
export const ALARM_MOMENTS = ['before', 'at', 'after'] as const;
export type AlarmMoment = (typeof ALARM_MOMENTS)[number];

/** Ways in which a contact is told of a case. E-mail is added where a contact has an address. */
export const ALARM_WAYS = ['sms', 'call'] as const;
export type AlarmWay = (typeof ALARM_WAYS)[number];

export const ALARM_LEVELS = [1, 2] as const;
export type AlarmLevel = (typeof ALARM_LEVELS)[number];

/** Level two is told when nobody has taken the case after this time (spec 9), ms. */
export const LEVEL_TWO_AFTER_MS = 15 * 60_000;

const MINUTE_MS = 60_000;
/** A robot whose connection is lost for this long is an alarm, unless its rule says otherwise, ms. */
export const OFFLINE_ALARM_AFTER_MS = 5 * MINUTE_MS;
/** @param threshold of the rule for `offline`, minutes. @returns ms */
export const offlineAlarmAfter = (threshold: number | null | undefined): number =>
  threshold === null || threshold === undefined ? OFFLINE_ALARM_AFTER_MS : threshold * MINUTE_MS;
/** A fatal error that lasts this long is an alarm, ms: shorter ones end by themselves. */
export const PROBLEM_ALARM_AFTER_MS = 5_000;

export interface AlarmValueRange {
  least: number;
  most: number;
  unit: '°C' | 'dB' | 'min';
  /** Used without a threshold; absent if every value counts then. */
  usual?: number;
}
/** Events with a threshold, and the range in which it is set. */
export const ALARM_VALUE_RANGES: Readonly<Partial<Record<AlarmEvent, AlarmValueRange>>> = {
  highTemperature: { least: -5, most: 150, unit: '°C' },
  noise: { least: 50, most: 194, unit: 'dB' },
  // How long the connection has been lost.
  offline: { least: 1, most: 1_440, unit: 'min', usual: OFFLINE_ALARM_AFTER_MS / MINUTE_MS },
};
