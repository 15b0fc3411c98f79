/** Redaction rules of `signIn` (machines/recording/redaction.ts). */
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { SignInContext, SignInEvent } from './signIn.machine.ts';

const WELCOME = { needsSetUp: true, demo: true, siteName: true, reachedIn: true } as const;

export const signInRedaction = defineRedaction<SignInContext, SignInEvent, PageInput>()({
  // Of the form, only the country and the choice to stay signed in.
  context: {
    fields: { country: true, keep: true },
    faults: true,
    failure: 'failure',
    welcome: WELCOME,
    wait: true,
    isPasswordShown: true,
    capsLock: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'field.change': { field: true },
    'field.leave': { field: true },
    'capsLock.seen': { field: true, on: true },
  },
  outputs: { welcome: WELCOME },
  defaults: { capsLock: null },
});
