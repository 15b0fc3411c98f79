/** Redaction rules of `session` (machines/recording/redaction.ts). */
import { USER } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { SessionEvent } from '../app/events.ts';
import type { SessionContext } from './session.machine.ts';

export const sessionRedaction = defineRedaction<SessionContext, SessionEvent>()({
  context: {
    userId: true,
    user: USER,
    routes: true,
    robotCount: true,
    choosesView: true,
    isSettingUp: true,
    failure: 'failure',
  },
  events: {
    'session.signIn': { credential: { keep: true } },
    'session.enter': { userId: true, keep: true },
    'session.over': { code: true },
  },
  // Never the token.
  outputs: {
    restore: { userId: true },
    enter: { userId: true, keep: true },
    loadUser: { user: USER, routes: true, robotCount: true, choosesView: true, isSettingUp: true },
    confirm: { confirmed: true },
  },
});
