/** Settings of robots, and what robots learned (design 18, 31). */
import * as v from 'valibot';
import { endpoint, onRobot, publicAccess } from '../endpoint.ts';
import { idOf, nothing } from '../entities/idOf.ts';
import { learningRecord } from '../entities/learningRecord.ts';
import { readingToken } from '../entities/readingToken.ts';
import { robotSettings as settings, SETTING_NAMES, SETTING_TYPES, settingValue } from '../entities/robotSettings.ts';
import { fileId } from '../entities/file.ts';
import { FILE_RULES, STILLS_KEPT } from '../rules/files.ts';
import { READING_TOKEN_MS } from '../rules/limits.ts';
import { STILLS_SHOWN } from '../rules/robotSettings.ts';
import { callerId, id, mqttClientId, serialNumber, time } from '../entities/values.ts';

const one = v.object({ serialNumber });
const values = v.pipe(
  v.record(v.picklist(SETTING_NAMES), settingValue),
  v.check((given) => Object.keys(given).length > 0, 'empty'),
);
/** The version that the values are based on; without it, a change by another person is not noticed. */
const version = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_000_000_000)));
const privacyPolicyVersion = v.optional(v.pipe(v.string(), v.maxLength(20)), '');
const changes = v.object({ serialNumber, values, version });
const saved = v.object({ version: v.number() });
const stale =
  'Refused if `version` is not the current one. The values are sent to the robot now, or when it is connected again; what it reports is in the settings.';
const learningId = idOf('learningRecord', id);
const learning = v.object({ serialNumber, learningId });

/** The first that applies. */
export const ROBOT_BUSY_REASONS = [
  'offline',
  'emergencyStop',
  'stop',
  'manual',
  'call',
  'routeRun',
  'order',
  'charging',
  'task',
] as const;
export type RobotBusyReason = (typeof ROBOT_BUSY_REASONS)[number];

export const robotSettings = {
  all: endpoint('/setting/get-robot-settings', {
    summary: 'Returns all settings that a robot announces: what was set last, and what the robot reports.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: settings,
  }),
  saveAll: endpoint('/setting/save-robot-settings', {
    summary: `Changes settings of any types, all or none of them. Still pictures require \`privacyPolicyVersion\`, as in save-setting-by-type. ${stale}`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ ...changes.entries, privacyPolicyVersion }),
    response: saved,
  }),
  basic: endpoint('/setting/get-basic-information', {
    summary: 'Returns the names of a robot, and its basic settings.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({
      robotSerialNumber: serialNumber,
      /** Whom one calls when calling the robot. '' from a server that does not send it. */
      robotUserId: v.optional(v.string(), ''),
      robotModel: v.string(),
      userName: v.string(),
      nickname: v.string(),
      welcomeWord: v.string(),
      sleepWord: v.string(),
      robotConfigVO: settings,
    }),
  }),
  saveBasic: endpoint('/setting/save-basic-information', {
    summary: `Changes basic settings of a robot. ${stale}`,
    access: onRobot('administer'),
    kind: 'write',
    request: changes,
    response: saved,
  }),
  speech: endpoint('/setting/get-speech-setting', {
    summary: 'Returns the announcement texts of a robot in each language, and its language.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: settings,
  }),
  saveSpeech: endpoint('/setting/save-speech-setting', {
    summary: `Changes announcement texts or the language of a robot. ${stale}`,
    access: onRobot('administer'),
    kind: 'write',
    request: changes,
    response: saved,
  }),
  recognition: endpoint('/setting/get-ai-recognize-setting', {
    summary: 'Returns the recognition settings of a robot.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: settings,
  }),
  saveRecognition: endpoint('/setting/save-ai-recognize-setting', {
    summary: `Changes recognition settings of a robot. ${stale}`,
    access: onRobot('administer'),
    kind: 'write',
    request: changes,
    response: saved,
  }),
  ofType: endpoint('/setting/get-setting-by-type', {
    summary: 'Returns the settings of one type.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, settingType: v.picklist(SETTING_TYPES) }),
    response: settings,
  }),
  saveOfType: endpoint('/setting/save-setting-by-type', {
    summary: `Changes settings of one type. Still pictures require \`privacyPolicyVersion\`, the version of the privacy policy that the caller accepts, unless the current one was accepted before. ${stale}`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      ...changes.entries,
      settingType: v.picklist(SETTING_TYPES),
      privacyPolicyVersion,
    }),
    response: saved,
  }),
  stills: endpoint('/robot/get-still-pictures', {
    summary: `Lists the newest still pictures of the timed refresh, newest first; at most ${STILLS_SHOWN}. They are read like every file, and deleted after ${(FILE_RULES.still.keepMs ?? 0) / 86_400_000} days or when there are more than ${STILLS_KEPT}.`,
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ serverTime: time, pictures: v.array(v.object({ fileId, at: time })) }),
  }),
  multiFloor: endpoint('/setting/get-is-suppoort-multi-floor', {
    summary: 'Tells whether a robot can use lifts, and knows maps of more than one floor.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ supported: v.boolean(), maps: v.number() }),
  }),
  info: endpoint('/setting/get-robot-info-by-type', {
    summary: 'Returns what a robot reports about its battery, software, lights, head, network or settings.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({
      serialNumber,
      infoType: v.picklist(['battery', 'software', 'lights', 'head', 'network', 'settings']),
    }),
    response: v.object({
      reportedAt: v.nullable(time),
      info: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
    }),
  }),
  learning: endpoint('/robot/get-learning-records', {
    summary: 'Lists what a robot learned, newest first.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ serverTime: time, records: v.array(learningRecord) }),
  }),
  keepLearning: endpoint('/robot/keep-learning-record', {
    summary: 'Lets a robot use what it learned, and withdraws a deletion that is not due yet.',
    access: onRobot('administer'),
    kind: 'write',
    request: learning,
    response: nothing,
  }),
  forgetLearning: endpoint('/robot/forget-learning-record', {
    summary:
      'Deletes what a robot learned, 24 hours later; until then it can be kept. The deletion is complete when the robot reports it.',
    access: onRobot('administer'),
    kind: 'write',
    request: learning,
    response: v.object({ forgetAt: time }),
  }),
  wheelLock: endpoint('/srobot/get-wheel-lock-status', {
    summary:
      'Tells whether the wheels of a robot are locked, by its emergency stop, a Stop or the brake that it reports.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({
      locked: v.boolean(),
      why: v.nullable(v.picklist(['emergencyStop', 'stop', 'brake'])),
      reportedAt: v.nullable(time),
    }),
  }),
  battery: endpoint('/srobot/get-battery-detail', {
    summary:
      'Returns charge, cycles and temperature of a battery, and when it will be empty; null for what the robot does not report.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({
      level: v.nullable(v.number()),
      charging: v.boolean(),
      cycles: v.nullable(v.number()),
      /** °C */
      temperature: v.nullable(v.number()),
      voltage: v.nullable(v.number()),
      health: v.nullable(v.number()),
      /** By the charge and the reach that the robot reports; null while it charges. */
      emptyAt: v.nullable(time),
      reportedAt: v.nullable(time),
    }),
  }),
  accessToken: endpoint('/robot/get-access-token', {
    summary: `Returns a token for reading one robot's live topics and video for ${READING_TOKEN_MS / 60_000} minutes. It ends with the caller's session or access to the robot, and never allows driving or speaking.`,
    access: onRobot('read'),
    kind: 'secret',
    request: one,
    response: readingToken,
  }),
  accessTokenOfView: endpoint('/srobot/get-access-token', {
    summary: 'Like /robot/get-access-token.',
    access: onRobot('read'),
    kind: 'secret',
    request: one,
    response: readingToken,
  }),
  viewByToken: endpoint('/robot/view-by-access-token', {
    summary:
      'Starts or renews a viewing, like /robot/view-robot, by an access token alone: picture and sound only. Repeat it every 10 s; the viewing ends with the token.',
    access: publicAccess,
    // A `read`, like `/robot/view-robot`.
    kind: 'read',
    request: v.object({
      clientId: mqttClientId,
      username: v.pipe(v.string(), v.maxLength(200)),
      token: v.pipe(v.string(), v.maxLength(2_000)),
      what: v.pipe(v.array(v.picklist(['picture', 'sound'])), v.nonEmpty(), v.maxLength(2)),
    }),
    response: v.object({ until: time }),
  }),
  busy: endpoint('/xprobot/is-robot-busy', {
    summary: 'Tells whether a robot is busy, with what, until when if it knows, and whether that task can wait.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({
      busy: v.boolean(),
      why: v.nullable(v.picklist(ROBOT_BUSY_REASONS)),
      until: v.nullable(time),
      canWait: v.boolean(),
    }),
  }),
  user: endpoint('/xprobot/get-robot-user', {
    summary: 'Returns whom one calls when calling a robot.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({ robotUserId: v.string(), name: v.string(), avatar: v.string() }),
  }),
  navigationRobots: endpoint('/xprobot/get-navigation-robot', {
    summary: "Lists the caller's robots that can navigate.",
    access: { who: 'signedIn' },
    kind: 'read',
    request: v.object({ userId: callerId }),
    response: v.array(v.object({ serialNumber, name: v.string(), onLine: v.boolean() })),
  }),
  status: endpoint('/xprobot/get-xprobot-status', {
    summary: 'Returns the status of a robot, its task, and whether it is in a call (also one that rings) and speaking.',
    access: onRobot('read'),
    kind: 'read',
    request: one,
    response: v.object({
      onLine: v.boolean(),
      status: v.string(),
      task: v.nullable(v.string()),
      inCall: v.boolean(),
      speaking: v.boolean(),
    }),
  }),
};

type Reply<Name extends keyof typeof robotSettings> = v.InferOutput<(typeof robotSettings)[Name]['response']>;
/** The short calls about one robot, together. */
export type RobotInfo = { [Name in 'battery' | 'wheelLock' | 'busy' | 'user' | 'multiFloor']: Reply<Name> };
