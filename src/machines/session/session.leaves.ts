/** What may leave of `session` in a capsule (machines/capsule/leaves.ts). */
import { USER } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { SessionEvent } from '../app/messages.ts';
import type { SessionContext } from './session.machine.ts';

export const sessionLeaves = leavesOf<SessionContext, SessionEvent>()({
  context: { userId: true, user: USER, routes: true, robotCount: true, failure: 'failure' },
  events: {
    'session.signIn': { credential: { keep: true } },
    'session.enter': { userId: true, keep: true },
    'session.over': { code: true },
  },
  // Never the token.
  outputs: {
    restore: { userId: true },
    enter: { userId: true, keep: true },
    loadUser: { user: USER, routes: true, robotCount: true },
    confirm: { confirmed: true },
  },
});
