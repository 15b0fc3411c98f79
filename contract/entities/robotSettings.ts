/** Settings of a robot: what people want, and what the robot reports (design 18). */
import * as v from 'valibot';
import { id, serialNumber, time } from './values.ts';

export const SETTING_TYPES = [
  'basic',
  'speech',
  'aiRecognition',
  'timedRefresh',
  'photoInterval',
  'volume',
  'abnormalNotification',
] as const;
export type SettingType = (typeof SETTING_TYPES)[number];

export const SETTING_NAMES = [
  'welcomeWord',
  'sleepWord',
  'frontLight',
  'autoFrontLight',
  'frontLightOnBelow',
  'frontLightOffAbove',
  'chassisLight',
  'patrolWarningLight',
  'autoShakeHead',
  'headVertical',
  'headHorizontal',
  'speechChinese',
  'speechEnglish',
  'speechCantonese',
  'speechArabic',
  'broadcastLanguage',
  'detectBody',
  'fallOver',
  'noiseAlarm',
  'highTemperature',
  'alarmMode',
  'timedRefresh',
  'photoInterval',
  'volume',
  'abnormalNotification',
] as const;
export type RobotSettingName = (typeof SETTING_NAMES)[number];

/** Longest text of a setting; the rules have the limit of each. */
const SETTING_TEXT_MAX = 500;
export const settingValue = v.union([v.boolean(), v.number(), v.pipe(v.string(), v.maxLength(SETTING_TEXT_MAX))]);
export type SettingValue = v.InferOutput<typeof settingValue>;
export type SettingValues = Partial<Record<RobotSettingName, SettingValue>>;

export const settingRow = v.object({
  name: v.picklist(SETTING_NAMES),
  /** What was set last; null if nobody set it. */
  wanted: v.nullable(v.object({ value: settingValue, version: v.number(), by: id, byName: v.string(), at: time })),
  /** What the robot reports; null before its first report. */
  reported: v.nullable(v.object({ value: settingValue, since: time })),
  refused: v.nullable(v.object({ reason: v.string(), version: v.number(), at: time })),
  state: v.picklist(['reported', 'pending', 'waiting', 'refused', 'differs', 'silent']),
});
export type SettingRow = v.InferOutput<typeof settingRow>;

export const robotSettings = v.object({
  serialNumber,
  robotNickName: v.string(),
  /** Whether the caller may change settings. */
  canChange: v.boolean(),
  /** Increases with every save; a save names the version that it is based on. */
  version: v.number(),
  online: v.boolean(),
  /** When the settings were sent to the robot last. */
  sentAt: v.nullable(time),
  reportedVersion: v.number(),
  reportedAt: v.nullable(time),
  /** Who accepted the privacy policy for still pictures, which version of it, and when. */
  policy: v.nullable(v.object({ version: v.string(), by: id, byName: v.string(), at: time })),
  /** Only what the robot's factsheet announces. */
  settings: v.array(settingRow),
  serverTime: time,
});
export type RobotSettings = v.InferOutput<typeof robotSettings>;
