/** What may leave of `qrSignIn` in a capsule (machines/recording/redaction.ts): never the code, its address, the key or the number. */
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { QrSignInContext, QrSignInEvent } from './qrSignIn.machine.ts';

export const qrSignInRedaction = defineRedaction<QrSignInContext, QrSignInEvent, PageInput>()({
  context: { code: { lasts: true }, before: { lasts: true }, failure: 'failure' },
  input: PAGE_INPUT,
  events: PAGE_EVENTS,
  // How long it lasts, and how it went on: a test from the start needs it.
  outputs: { askCode: { lasts: true }, pickUp: { state: true } },
});
