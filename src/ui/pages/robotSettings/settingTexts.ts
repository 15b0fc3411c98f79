/** Texts of settings: names, values, and what the robot reports about them. */
import type { RobotSettingName, SettingRow, SettingValue } from '../../../../contract/entities/robotSettings.ts';
import { ROBOT_SETTINGS, type SettingFault } from '../../../../contract/rules/robotSettings.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import type { ReportedLineProps, ReportedState } from '../../kit/later/ReportedLine.tsx';
import { ownZone, timeOfDay, timeStamp } from '../../shell/siteTime.ts';

export const NAME_KEYS = {
  welcomeWord: 'robotSettings.name.welcomeWord',
  sleepWord: 'robotSettings.name.sleepWord',
  frontLight: 'robotSettings.name.frontLight',
  autoFrontLight: 'robotSettings.name.autoFrontLight',
  frontLightOnBelow: 'robotSettings.name.frontLightOnBelow',
  frontLightOffAbove: 'robotSettings.name.frontLightOffAbove',
  chassisLight: 'robotSettings.name.chassisLight',
  patrolWarningLight: 'robotSettings.name.patrolWarningLight',
  autoShakeHead: 'robotSettings.name.autoShakeHead',
  headVertical: 'robotSettings.name.headVertical',
  headHorizontal: 'robotSettings.name.headHorizontal',
  speechChinese: 'robotSettings.name.speechChinese',
  speechEnglish: 'robotSettings.name.speechEnglish',
  speechCantonese: 'robotSettings.name.speechCantonese',
  speechArabic: 'robotSettings.name.speechArabic',
  broadcastLanguage: 'robotSettings.name.broadcastLanguage',
  detectBody: 'robotSettings.name.detectBody',
  fallOver: 'robotSettings.name.fallOver',
  noiseAlarm: 'robotSettings.name.noiseAlarm',
  highTemperature: 'robotSettings.name.highTemperature',
  alarmMode: 'robotSettings.name.alarmMode',
  timedRefresh: 'robotSettings.name.timedRefresh',
  photoInterval: 'robotSettings.name.photoInterval',
  volume: 'shared.volume',
  abnormalNotification: 'robotSettings.name.abnormalNotification',
} as const satisfies Record<RobotSettingName, Key>;

const OPTION_KEYS: Readonly<Record<string, Key>> = {
  zh: 'robotSettings.language.zh',
  en: 'robotSettings.language.en',
  yue: 'robotSettings.language.yue',
  ar: 'robotSettings.language.ar',
  silent: 'robotSettings.alarm.silent',
  voice: 'robotSettings.alarm.voice',
};
const FAULT_KEYS = {
  type: 'robotSettings.fault.invalid',
  step: 'robotSettings.fault.invalid',
  option: 'robotSettings.fault.invalid',
  range: 'robotSettings.fault.range',
  thresholds: 'robotSettings.fault.thresholds',
  length: 'robotSettings.fault.length',
  characters: 'robotSettings.fault.characters',
} as const satisfies Record<SettingFault, Key>;
export const faultText = (t: Translate, fault: SettingFault): string => t(FAULT_KEYS[fault]);

const HOURS_12_MS = 12 * 3_600_000;
const MINUTE_S = 60;

/** The time of day for today's times, otherwise with the date. */
export const timeText = (at: number, now: number): string =>
  Math.abs(at - now) < HOURS_12_MS ? timeOfDay(at, ownZone()) : timeStamp(at, ownZone());

function secondsText(t: Translate, seconds: number): string {
  return seconds >= MINUTE_S && seconds % MINUTE_S === 0
    ? t('shared.valueMinutes', { value: seconds / MINUTE_S })
    : t('shared.valueSeconds', { value: seconds });
}

export function valueText(t: Translate, name: RobotSettingName, value: SettingValue | undefined): string {
  if (value === undefined) return '—';
  const rule = ROBOT_SETTINGS[name];
  if (typeof value === 'boolean') return t(value ? 'robotSettings.on' : 'robotSettings.off');
  if (typeof value === 'string') {
    const key = rule.kind === 'choice' ? OPTION_KEYS[value] : undefined;
    return key ? t(key) : value || t('robotSettings.empty');
  }
  if (rule.kind === 'choice') return value === 0 ? t('robotSettings.none_value') : secondsText(t, value);
  if (rule.kind !== 'number') return String(value);
  if (rule.unit === 's') return secondsText(t, value);
  if (rule.unit === '%') return t('shared.percent', { percent: value });
  return rule.unit === '°' ? t('shared.valueDegrees', { value }) : `${value} ${rule.unit}`;
}

const KIT_STATE: Record<SettingRow['state'], ReportedState> = {
  reported: 'reported',
  pending: 'pending',
  waiting: 'silent',
  refused: 'refused',
  differs: 'differs',
  silent: 'silent',
};
const STATE_KEYS = {
  reported: 'robotSettings.state.reported',
  pending: 'robotSettings.state.pending',
  waiting: 'alarmEvents.events.offline',
  refused: 'robotSettings.state.refused',
  differs: 'robotSettings.state.differs',
  silent: 'robotSettings.state.silent',
} as const satisfies Record<SettingRow['state'], Key>;

/** The reported line of a setting. @param reportedAt the robot's last report */
export function reportedLine(
  t: Translate,
  { name, wanted, reported, refused, state }: SettingRow,
  { now, reportedAt }: { now: number; reportedAt: number | null },
): ReportedLineProps {
  const value = valueText(t, name, reported?.value);
  const at = (time: number | undefined): string => timeText(time ?? now, now);
  const note = (): string => {
    switch (state) {
      case 'reported':
        return t('shared.since', { time: at(reported?.since) });
      case 'pending':
        return t('robotSettings.note.pending', { time: at(wanted?.at), value });
      case 'waiting':
        return t('robotSettings.note.waiting', { time: at(wanted?.at) });
      case 'refused':
        return t('robotSettings.note.refused', { value, reason: refused?.reason ?? '' });
      case 'differs':
        return t('robotSettings.note.differs', { value: valueText(t, name, wanted?.value), time: at(wanted?.at) });
      case 'silent':
        return reportedAt === null
          ? t('robotSettings.note.never')
          : t('robotSettings.note.silent', { time: at(reportedAt) });
    }
  };
  return {
    state: KIT_STATE[state],
    value: state === 'pending' || state === 'refused' ? t(STATE_KEYS[state]) : value,
    note: note(),
    stations: [t('robotSettings.station.wanted'), t('robotSettings.station.sent'), t('robotSettings.station.reported')],
    description: t(STATE_KEYS[state]),
  };
}
