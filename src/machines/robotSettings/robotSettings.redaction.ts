/** Redaction rules of a robot's settings: which are set and their states; no texts, names, or what the robot learned. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { RobotSettingsContext, RobotSettingsEvent } from './robotSettings.machine.ts';

const DATA = {
  settings: {
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
  },
  learning: { '*': { learningId: true, kind: true, state: true, inUse: true, byStranger: true } },
} as const;

export const robotSettingsRedaction = defineRedaction<RobotSettingsContext, RobotSettingsEvent, PageInput>()({
  context: {
    serialNumber: true,
    data: DATA,
    failure: 'failure',
    saveFailure: 'failure',
    version: true,
    acceptsPolicy: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'setting.set': { name: true, value: 'numbers' },
    'text.type': { name: true },
    'learning.keep': { learningId: true },
    'learning.forget': { learningId: true },
  },
  outputs: { loadSettings: DATA, saveSettings: { version: true } },
});
