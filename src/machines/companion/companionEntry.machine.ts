/**
 * Sign-in to the companion app by password.
 *
 *   editing ──form.submit, filled in──▶ submitting { prompt ──10 s──▶ patient } ──▶ (entered)
 *      ▲                                     │ refused, form.cancel
 *      └─────────────────────────────────────┘
 */
import { assign, sendParent, setup } from 'xstate';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface EntryContext {
  account: string;
  password: string;
  isPasswordShown: boolean;
  /** The form was submitted with a missing field: show which. */
  wasSent: boolean;
  failure: Failure | null;
}
export type EntryEvent =
  | { type: 'account.type'; value: string }
  | { type: 'password.type'; value: string }
  | { type: 'password.toggleShown' }
  | { type: 'form.submit' }
  | { type: 'form.cancel' };
export interface Entered {
  userId: string;
}

const entry = setup({
  types: { context: {} as EntryContext, events: {} as EntryEvent, tags: {} as 'waiting' | 'patient' },
  actors: {
    /** Also stores the credentials it receives. */
    signIn: promiseEffect<Entered, { account: string; password: string }>('signIn'),
  },
  guards: { isFilledIn: ({ context: { account, password } }) => account.trim() !== '' && password !== '' },
  delays: { patience: REQUEST_PATIENCE_MS },
});

export const companionEntryMachine = entry.createMachine({
  id: 'companionEntry',
  context: { account: '', password: '', isPasswordShown: false, wasSent: false, failure: null },
  initial: 'editing',
  on: { 'password.toggleShown': { actions: assign({ isPasswordShown: ({ context }) => !context.isPasswordShown }) } },
  states: {
    editing: {
      on: {
        'account.type': { actions: assign({ account: ({ event }) => event.value, failure: null }) },
        'password.type': { actions: assign({ password: ({ event }) => event.value, failure: null }) },
        'form.submit': [{ guard: 'isFilledIn', target: 'submitting' }, { actions: assign({ wasSent: true }) }],
      },
    },
    submitting: {
      tags: 'waiting',
      entry: assign({ wasSent: true, failure: null }),
      invoke: {
        src: 'signIn',
        input: ({ context: { account, password } }) => ({ account, password }),
        onDone: {
          target: 'editing',
          actions: [
            assign({ password: '' }),
            sendParent(({ event }) => ({ type: 'session.entered', userId: event.output.userId })),
          ],
        },
        onError: { target: 'editing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: { 'form.cancel': 'editing' },
      initial: 'prompt',
      states: { prompt: { after: { patience: 'patient' } }, patient: { tags: 'patient' } },
    },
  },
});
