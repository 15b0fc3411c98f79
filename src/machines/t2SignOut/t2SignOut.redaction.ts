/** Redaction rules of `t2SignOut` (machines/recording/redaction.ts): no visitor data, neither number, code nor name. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { SignOutContext, SignOutEvent } from './t2SignOut.machine.ts';

const DONE = { signedInAt: true, signedOutAt: true, timeZone: true } as const;

export const t2SignOutRedaction = defineRedaction<SignOutContext, SignOutEvent, PageInput>()({
  context: { language: true, country: true, fault: true, failure: 'failure', wait: true, left: true, done: DONE },
  input: { page: true, language: true },
  events: { ...PAGE_EVENTS, 'field.change': { field: true } },
  outputs: { sendCode: { pause: true }, signOut: DONE },
});
