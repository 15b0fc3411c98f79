/** Redaction rules of a robot's settings: which are set and their states; no texts, names, or what the robot learned. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { RobotSettingsContext, RobotSettingsEvent } from './robotSettings.setup.ts';
import type { CopyInput, SettingsCopyContext, SettingsCopyEvent } from './settingsCopy.machine.ts';

const SETTINGS = {
  serialNumber: true,
  version: true,
  online: true,
  canChange: true,
  sentAt: true,
  reportedVersion: true,
  reportedAt: true,
  serverTime: true,
  policy: { version: true, at: true },
  // Values that are texts stay out.
  settings: {
    '*': {
      name: true,
      state: true,
      wanted: { value: 'numbers', version: true, at: true },
      reported: { value: 'numbers', since: true },
    },
  },
} as const;
const DATA = {
  settings: SETTINGS,
  // An address would show the picture to anyone who has the recording.
  stills: { '*': { fileId: true, at: true } },
  learning: {
    '*': { learningId: true, kind: true, state: true, inUse: true, byStranger: true, teacher: { kind: true } },
  },
} as const;

export const robotSettingsRedaction = defineRedaction<RobotSettingsContext, RobotSettingsEvent, PageInput>()({
  context: {
    serialNumber: true,
    data: DATA,
    failure: 'failure',
    saveFailure: 'failure',
    version: true,
    acceptsPolicy: true,
    taughtBy: true,
    claim: { serialNumber: true },
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'setting.set': { name: true, value: 'numbers' },
    'text.type': { name: true },
    'learning.keep': { learningId: true },
    'learning.forget': { learningId: true },
    'learning.filter': { taughtBy: true },
  },
  defaults: { taughtBy: null },
  outputs: {
    loadSettings: DATA,
    saveSettings: { version: true },
    unbindRobot: { serialNumber: true },
    recallDialog: { serialNumber: true },
  },
});

const TARGETS = { '*': SETTINGS } as const;
const FAILED = { '*': { serialNumber: true, failure: 'failure' } } as const;

export const settingsCopyRedaction = defineRedaction<SettingsCopyContext, SettingsCopyEvent, CopyInput>()({
  context: {
    serialNumber: true,
    values: { '*': 'numbers' },
    chosen: true,
    filter: { siteId: true, robotModel: true },
    targets: TARGETS,
    failed: FAILED,
    picked: true,
    acceptsPolicy: true,
    queue: true,
    results: { '*': 'failure' },
    failure: 'failure',
  },
  defaults: { filter: { siteId: '', robotModel: '' } },
  input: { serialNumber: true, values: { '*': 'numbers' } },
  events: {
    'copy.choose': { serialNumber: true },
    'copy.filter': { filter: true },
    'copy.pick': { serialNumber: true, name: true },
    'copy.pickAll': { serialNumber: true, isPicked: true },
    'copy.acceptPolicy': { isAccepted: true },
  },
  outputs: { loadTargets: { targets: TARGETS, failed: FAILED }, saveTarget: { version: true } },
});
