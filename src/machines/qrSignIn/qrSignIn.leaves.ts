/** What may leave of `qrSignIn` in a capsule (machines/capsule/leaves.ts): never the code, its address, the key or the number. */
import { PAGE_EVENTS, PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { PageInput } from '../app/messages.ts';
import type { QrSignInContext, QrSignInEvent } from './qrSignIn.machine.ts';

export const qrSignInLeaves = leavesOf<QrSignInContext, QrSignInEvent, PageInput>()({
  context: { code: { lasts: true }, before: { lasts: true }, failure: 'failure' },
  input: PAGE_INPUT,
  events: PAGE_EVENTS,
  // How long it lasts, and how it went on: a test from the start needs it.
  outputs: { askCode: { lasts: true }, pickUp: { state: true } },
});
