/** Redaction rules of `app` (machines/recording/redaction.ts). */
import { ACCESS, PAGE_EVENTS, SHOWN, USER } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { AppContext, AppInput } from './app.machine.ts';
import type { AppEvent } from './events.ts';

const INPUT = {
  navigation: { path: 'path', search: 'query', knownPages: true },
  preferences: true,
  serialNumber: true,
  view: true,
} as const;

export const appRedaction = defineRedaction<AppContext, AppEvent, AppInput>()({
  context: {
    input: INPUT,
    access: ACCESS,
    user: USER,
    language: true,
    serialNumber: true,
    view: true,
    wanted: SHOWN,
    page: SHOWN,
    failure: 'failure',
  },
  input: INPUT,
  events: {
    'app.accessChanged': { access: ACCESS, user: USER },
    'app.pageWanted': { shown: SHOWN },
    'app.languageChanged': { language: true },
    'app.robotChanged': { serialNumber: true },
    'app.viewChanged': { view: true },
    'app.signInRefused': { failure: 'failure' },
    // The robots of the update are recorded in fleet's own events.
    'app.feedBeaten': { beat: { time: true, beat: true, broker: true } },
    'app.noticed': PAGE_EVENTS['page.noticed'],
  },
  telemetry: ['app.feedBeaten'],
});
