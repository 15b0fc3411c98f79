/**
 * The settings of robots (design 18): every setting once, with its limits, and the rules that the server, the console and
 * the simulated robots share. A robot announces the settings that it has as parameters of the action `applySettings` in
 * its factsheet.
 */
import type { FactsheetMessage } from '../wire/vda5050.ts';
import {
  type RobotSettingName,
  type SettingType,
  type SettingValue,
  type SettingValues,
} from '../entities/robotSettings.ts';
import { SPEECH_WEIGHT, textWeight } from './textWeight.ts';

export const APPLY_SETTINGS = 'applySettings';
/** The version of the privacy policy that must be accepted before a robot sends still pictures. */
export const PRIVACY_POLICY_VERSION = '2026-11';
/** Still pictures that a list returns. */
export const STILLS_SHOWN = 6;
/** Interval at which settings without an answer are sent again to a connected robot, ms. */
export const SETTINGS_RETRY_MS = 30_000;

export type SettingRule = { readonly type: SettingType } & (
  | { readonly kind: 'flag'; readonly initial: boolean }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      /** The smallest step. */
      readonly step: number;
      readonly unit: '%' | '°' | 'dB' | '°C' | 's';
      readonly initial: number;
    }
  /** Options of one setting are all numbers or all texts. */
  | { readonly kind: 'choice'; readonly options: readonly (string | number)[]; readonly initial: string | number }
  /** Speech is measured by its weight (textWeight.ts), other texts by their characters. */
  | { readonly kind: 'text'; readonly max: number; readonly isSpeech: boolean; readonly initial: string }
);

const flag = (type: SettingType, initial = false) => ({ type, kind: 'flag', initial }) as const;
const number = (
  type: SettingType,
  min: number,
  max: number,
  unit: '%' | '°' | 'dB' | '°C' | 's',
  initial: number,
  step = 1,
) => ({ type, kind: 'number', min, max, unit, initial, step }) as const;
const text = (type: SettingType, max: number) => ({ type, kind: 'text', max, isSpeech: false, initial: '' }) as const;
const speech = { type: 'speech', kind: 'text', max: SPEECH_WEIGHT, isSpeech: true, initial: '' } as const;

export const ROBOT_SETTINGS: Readonly<Record<RobotSettingName, SettingRule>> = {
  welcomeWord: text('basic', 500),
  sleepWord: text('basic', 230),
  frontLight: flag('basic'),
  autoFrontLight: flag('basic'),
  /** Ambient light in percent, below which the front light is switched on, and above which it is switched off. */
  frontLightOnBelow: number('basic', 0, 100, '%', 20),
  frontLightOffAbove: number('basic', 0, 100, '%', 35),
  chassisLight: flag('basic'),
  patrolWarningLight: flag('basic'),
  autoShakeHead: flag('basic'),
  /** 22 is straight ahead. */
  headVertical: number('basic', 10, 34, '°', 22),
  /** 90 is straight ahead; larger angles are to the left. */
  headHorizontal: number('basic', 10, 170, '°', 90),
  speechChinese: speech,
  speechEnglish: speech,
  speechCantonese: speech,
  speechArabic: speech,
  broadcastLanguage: { type: 'speech', kind: 'choice', options: ['zh', 'en', 'yue', 'ar'], initial: 'zh' },
  detectBody: flag('aiRecognition', true),
  fallOver: flag('aiRecognition', true),
  noiseAlarm: number('aiRecognition', 50, 194, 'dB', 85),
  highTemperature: number('aiRecognition', -5, 150, '°C', 37.3, 0.1),
  alarmMode: { type: 'aiRecognition', kind: 'choice', options: ['silent', 'voice'], initial: 'silent' },
  /** Seconds between two still pictures; 0: none. */
  timedRefresh: { type: 'timedRefresh', kind: 'choice', options: [0, 30, 60, 600, 1800], initial: 0 },
  photoInterval: number('photoInterval', 5, 3600, 's', 600),
  volume: number('volume', 0, 100, '%', 60),
  abnormalNotification: flag('abnormalNotification', true),
};
export const ROBOT_SETTING_NAMES = Object.keys(ROBOT_SETTINGS) as RobotSettingName[];

export const isSettingName = (name: string): name is RobotSettingName => Object.hasOwn(ROBOT_SETTINGS, name);
export const settingsOfType = (type: SettingType): RobotSettingName[] =>
  ROBOT_SETTING_NAMES.filter((name) => ROBOT_SETTINGS[name].type === type);

export type SettingFault = 'type' | 'range' | 'step' | 'option' | 'length' | 'characters' | 'thresholds';

/** Everything below the space except the line break: it cannot be spoken or shown. */
const hasControlCharacters = (value: string): boolean =>
  [...value].some((one) => one !== '\n' && (one.codePointAt(0) ?? 0) < 0x20);
const isMultipleOf = (value: number, step: number): boolean => Math.abs(value / step - Math.round(value / step)) < 1e-6;

/** What counts against the limit of a text. */
export const lengthOfText = ({ isSpeech }: { isSpeech: boolean }, value: string): number =>
  isSpeech ? textWeight(value) : value.length;

/** What is wrong with a value by itself; null if nothing is. */
export function faultOfSetting(name: RobotSettingName, value: unknown): SettingFault | null {
  const rule = ROBOT_SETTINGS[name];
  switch (rule.kind) {
    case 'flag':
      return typeof value === 'boolean' ? null : 'type';
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'type';
      if (value < rule.min || value > rule.max) return 'range';
      return isMultipleOf(value, rule.step) ? null : 'step';
    case 'choice':
      return rule.options.some((option) => option === value) ? null : 'option';
    case 'text':
      if (typeof value !== 'string') return 'type';
      if (lengthOfText(rule, value) > rule.max) return 'length';
      return hasControlCharacters(value) ? 'characters' : null;
  }
}

/** The faults of new values, together with those that the robot already has. */
export function faultsOfSettings(
  values: SettingValues,
  present: SettingValues = {},
): Partial<Record<RobotSettingName, SettingFault>> {
  const faults: Partial<Record<RobotSettingName, SettingFault>> = {};
  for (const name of ROBOT_SETTING_NAMES) {
    const fault = Object.hasOwn(values, name) ? faultOfSetting(name, values[name]) : null;
    if (fault) faults[name] = fault;
  }
  const { frontLightOnBelow: on, frontLightOffAbove: off } = { ...present, ...values };
  const changed = (['frontLightOnBelow', 'frontLightOffAbove'] as const).filter((name) => Object.hasOwn(values, name));
  if (typeof on === 'number' && typeof off === 'number' && on >= off)
    for (const name of changed) faults[name] ??= 'thresholds';
  return faults;
}

/** The settings that a factsheet announces, in the order of the catalogue. */
export function announcedSettings(
  factsheet: Pick<FactsheetMessage, 'protocolFeatures'> | null | undefined,
): RobotSettingName[] {
  const action = factsheet?.protocolFeatures?.agvActions?.find(({ actionType }) => actionType === APPLY_SETTINGS);
  const keys = new Set((action?.actionParameters ?? []).map(({ key }) => key));
  return ROBOT_SETTING_NAMES.filter((name) => keys.has(name));
}

/** Reads what a robot reports: unknown names and values of the wrong type are dropped, long texts are cut. */
export function readSettingValues(values: Readonly<Record<string, unknown>>): SettingValues {
  const read: SettingValues = {};
  for (const name of ROBOT_SETTING_NAMES) {
    if (!Object.hasOwn(values, name)) continue;
    const value = values[name];
    const rule = ROBOT_SETTINGS[name];
    if (typeof value !== typeof rule.initial || (typeof value === 'number' && !Number.isFinite(value))) continue;
    read[name] = (typeof value === 'string' ? value.slice(0, 500) : value) as SettingValue; // the type of `initial`
  }
  return read;
}

export interface WantedSetting {
  value: SettingValue;
  /** The version of the robot's settings with which it was saved. */
  version: number;
  by: string;
  /** ms */
  at: number;
}
export interface ReportedSetting {
  value: SettingValue;
  /** When the robot first reported this value, ms. */
  since: number;
}
export interface RefusedSetting {
  reason: string;
  /** The version that the robot refused. */
  version: number;
  at: number;
}
export type WantedSettings = Partial<Record<RobotSettingName, WantedSetting>>;
export type ReportedSettings = Partial<Record<RobotSettingName, ReportedSetting>>;
export type RefusedSettings = Partial<Record<RobotSettingName, RefusedSetting>>;

export const SETTING_STATES = ['reported', 'pending', 'waiting', 'refused', 'differs', 'silent'] as const;
/**
 * `pending`: sent, no answer yet. `waiting`: the robot is offline and gets the value when it is back. `differs`: the robot
 * accepted the version and reports another value. `silent`: no report, or the robot is offline.
 */
export type SettingState = (typeof SETTING_STATES)[number];

export function settingState(
  wanted: WantedSetting | undefined,
  reported: ReportedSetting | undefined,
  refused: RefusedSetting | undefined,
  { reportedVersion, isOnline }: { reportedVersion: number; isOnline: boolean },
): SettingState {
  if (!wanted) return reported && isOnline ? 'reported' : 'silent';
  if (wanted.version > reportedVersion) return isOnline ? 'pending' : 'waiting';
  if (refused && refused.version >= wanted.version && reported?.value !== wanted.value) return 'refused';
  if (!reported) return 'silent';
  if (reported.value !== wanted.value) return 'differs';
  return isOnline ? 'reported' : 'silent';
}

/**
 * Whether contacts are told about alarms of the robot (`abnormalNotification`). The server does it, so a value counts as
 * soon as it was set, unless the robot refused it. Alarms are recorded and shown in consoles either way.
 */
export function areContactsTold({
  wanted: { abnormalNotification: wanted },
  reported: { abnormalNotification: reported },
  refused: { abnormalNotification: refused },
}: {
  wanted: WantedSettings;
  reported: ReportedSettings;
  refused: RefusedSettings;
}): boolean {
  const isRefused = wanted && refused && refused.version >= wanted.version;
  return (isRefused ? reported?.value : (wanted?.value ?? reported?.value)) !== false;
}

/** The values that `version` is about: those of the settings that the robot announces. */
export function valuesToSend(wanted: WantedSettings, announced: readonly RobotSettingName[]): SettingValues {
  const values: SettingValues = {};
  for (const name of announced) {
    const one = wanted[name];
    if (one) values[name] = one.value;
  }
  return values;
}

/** `since` of a value that stays the same does not change, so repeating a report changes nothing. */
export function mergeReport(before: ReportedSettings, values: SettingValues, at: number): ReportedSettings {
  const merged: ReportedSettings = {};
  for (const name of ROBOT_SETTING_NAMES) {
    const value = values[name];
    const known = before[name];
    if (value !== undefined) merged[name] = known?.value === value ? known : { value, since: at };
  }
  return merged;
}

export interface SettingDifference {
  name: RobotSettingName;
  from: SettingValue;
  /** null: the other robot does not have this setting, or has not reported it. */
  to: SettingValue | null;
  state: 'same' | 'differs' | 'lacks';
}

/** What copying the settings of one robot to another would change. Values in force count: wanted before reported. */
export function settingDifferences(
  from: SettingValues,
  to: SettingValues,
  announced: readonly RobotSettingName[],
): SettingDifference[] {
  return ROBOT_SETTING_NAMES.flatMap((name): SettingDifference[] => {
    const value = from[name];
    if (value === undefined) return [];
    if (!announced.includes(name)) return [{ name, from: value, to: null, state: 'lacks' }];
    const other = to[name] ?? null;
    return [{ name, from: value, to: other, state: other === value ? 'same' : 'differs' }];
  });
}
