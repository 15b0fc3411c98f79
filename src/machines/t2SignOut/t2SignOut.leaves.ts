/** What may leave of `t2SignOut` in a capsule (machines/capsule/leaves.ts): nothing of the visitor, neither number, code nor name. */
import type { PageInput } from '../app/messages.ts';
import { PAGE_EVENTS } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { SignOutContext, SignOutEvent } from './t2SignOut.machine.ts';

const DONE = { signedInAt: true, signedOutAt: true, timeZone: true } as const;

export const t2SignOutLeaves = leavesOf<SignOutContext, SignOutEvent, PageInput>()({
  context: { language: true, country: true, fault: true, failure: 'failure', wait: true, left: true, done: DONE },
  input: { page: true, language: true },
  events: { ...PAGE_EVENTS, 'field.change': { field: true } },
  outputs: { sendCode: { pause: true }, signOut: DONE },
});
