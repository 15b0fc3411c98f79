/** Redaction rules of `qrSignIn` (machines/recording/redaction.ts): never the code, its URL, the key or the number. */
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { QrSignInContext, QrSignInEvent } from './qrSignIn.machine.ts';

export const qrSignInRedaction = defineRedaction<QrSignInContext, QrSignInEvent, PageInput>()({
  context: { code: { lasts: true }, before: { lasts: true }, failure: 'failure' },
  input: PAGE_INPUT,
  events: PAGE_EVENTS,
  // The lifetime and the state, because a test generated from the start needs them.
  outputs: { askCode: { lasts: true }, pickUp: { state: true } },
});
