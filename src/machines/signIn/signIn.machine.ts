/**
 * The sign-in page: by e-mail or phone number and password (spec 2, 3, 5), or the form of the first start, which
 * creates the administrator. The signed-in user belongs to `session`; this machine holds the form and the result of
 * submitting it.
 *
 *   cloud: asking ──▶ reached ;  asking ──▶ unreachable ──3 s──▶ asking
 *   form:  signIn | setUp { editing ──form.submit──▶ submitting { prompt ──10 s──▶ patient } ──refused──▶ editing | resting }
 *          resting (too many tries) counts the seconds down, then editing
 */
import { assertEvent, assign, setup } from 'xstate';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { BASE_ERRORS } from '../../../contract/wire/baseApiError.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { type Failure, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import {
  emptyFields,
  type Faults,
  isNationalNumber,
  setUpFaults,
  type SignInField,
  type SignInFields,
  signInFaults,
} from './signInRules.ts';

/** Retry interval while the server is unreachable. */
export const WELCOME_RETRY_MS = 3_000;
/** Default wait when the server's response has none. */
const REST_S = 60;

export interface Welcome {
  needsSetUp: boolean;
  demo: boolean;
  siteName: string;
  /** Response time, ms. */
  reachedIn: number;
}

export type PasswordFieldName = 'password' | 'repeated';

export interface SignInContext {
  fields: SignInFields;
  /** Shown under a field after it was left with an invalid value, or after the form was submitted. */
  faults: Faults;
  /** Why sign-in was refused; shown at the form. */
  failure: Failure | null;
  welcome: Welcome | null;
  /** Seconds until the next sign-in attempt is allowed; 0 when it is allowed now. */
  wait: number;
  isPasswordShown: boolean;
  /** The field in which caps lock was last detected; null: it is off, or the field was left. */
  capsLock: PasswordFieldName | null;
}

export type SignInEvent =
  | PageEvent
  | { type: 'field.change'; field: Exclude<SignInField, 'keep'>; value: string }
  | { type: 'field.leave'; field: SignInField }
  | { type: 'keep.toggle' }
  | { type: 'password.toggleShown' }
  | { type: 'capsLock.seen'; field: PasswordFieldName; on: boolean }
  | { type: 'form.submit' }
  /** Stops waiting for a response. */
  | { type: 'form.cancel' }
  /** Fills in a demo account. */
  | { type: 'demo.pick'; account: string; password: string };

const signIn = setup({
  types: {
    context: {} as SignInContext,
    input: {} as PageInput,
    events: {} as SignInEvent,
    tags: {} as 'submitting' | 'patient' | 'resting' | 'setUp' | 'reached' | 'unreachable',
  },
  actors: { welcome: promiseEffect<Welcome>('welcome') },
  guards: {
    isFirstStart: (_, { welcome }: { welcome: Welcome }) => welcome.needsSetUp,
    canSignIn: ({ context }) => Object.keys(signInFaults(context.fields)).length === 0,
    canSetUp: ({ context }) => Object.keys(setUpFaults(context.fields)).length === 0,
    isTooOften: (_, { failure }: { failure: Failure }) =>
      isFailure(failure, BASE_ERRORS.tooManyTries, BASE_ERRORS.tooManyRequests),
    isLastSecond: ({ context }) => context.wait <= 1,
  },
  delays: { retry: WELCOME_RETRY_MS, patience: REQUEST_PATIENCE_MS, second: 1_000 },
});

/** A change clears an error as soon as it is fixed; it never adds one. */
const change = signIn.assign(({ context, event, self }) => {
  assertEvent(event, 'field.change');
  const fields = { ...context.fields, [event.field]: event.value };
  const still = self.getSnapshot().hasTag('setUp') ? setUpFaults(fields) : signInFaults(fields);
  const faults = Object.fromEntries(
    Object.entries(context.faults).filter(([field]) => still[field as SignInField]),
  ) as Faults;
  return { fields, faults, failure: null };
});
/** Leaving a field empty is not an error yet: it can be filled in later. */
const leave = (faultsOf: (fields: SignInFields) => Faults) =>
  signIn.assign(({ context, event }) => {
    assertEvent(event, 'field.leave');
    const fault = context.fields[event.field] === '' ? undefined : faultsOf(context.fields)[event.field];
    return fault ? { faults: { ...context.faults, [event.field]: fault } } : {};
  });
const askSession = signIn.sendTo(
  ({ system }) => systemActor(system, 'session'),
  ({ context: { fields } }) => ({
    type: 'session.signIn',
    credential: {
      account: fields.account.trim(),
      countryAreaCode: isNationalNumber(fields.account.trim()) ? fields.country : '',
      password: fields.password,
      keep: fields.keep,
    },
  }),
);
const askForSetUp = signIn.sendTo(
  ({ system }) => systemActor(system, 'session'),
  ({ context: { fields } }) => ({
    type: 'session.setUp',
    administrator: {
      code: fields.code.trim(),
      nickname: fields.nickname.trim(),
      email: fields.email.trim(),
      password: fields.password,
    },
  }),
);
const tellCancelled = signIn.sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.cancelSignIn' });
const assignRefusal = signIn.assign(({ event }) => {
  assertEvent(event, 'page.signInRefused');
  return { failure: event.failure };
});
const assignRest = signIn.assign(({ event }) => {
  assertEvent(event, 'page.signInRefused');
  return { failure: event.failure, wait: Number(event.failure.words?.['seconds'] ?? REST_S) };
});

/** The two forms differ in their rules and in the called actor, not in their flow. */
const form = (ask: typeof askSession, guard: 'canSignIn' | 'canSetUp', faultsOf: (fields: SignInFields) => Faults) =>
  signIn.createStateConfig({
    initial: 'editing',
    states: {
      editing: {
        on: {
          'field.change': { actions: change },
          'field.leave': { actions: leave(faultsOf) },
          'keep.toggle': {
            actions: assign({ fields: ({ context: { fields } }) => ({ ...fields, keep: !fields.keep }) }),
          },
          'demo.pick': {
            actions: assign({
              fields: ({ context, event: { account, password } }) => ({ ...context.fields, account, password }),
              faults: {},
              failure: null,
            }),
          },
          'form.submit': [
            { guard, target: 'submitting' },
            { actions: assign({ faults: ({ context }) => faultsOf(context.fields), failure: null }) },
          ],
        },
      },
      submitting: {
        tags: 'submitting',
        entry: [assign({ faults: {}, failure: null }), ask],
        on: {
          'page.signInRefused': [
            { guard: { type: 'isTooOften', params: ({ event }) => event }, target: 'resting', actions: assignRest },
            { target: 'editing', actions: assignRefusal },
          ],
          'form.cancel': { target: 'editing', actions: tellCancelled },
        },
        initial: 'prompt',
        states: { prompt: { after: { patience: 'patient' } }, patient: { tags: 'patient' } },
      },
      resting: {
        tags: 'resting',
        after: {
          second: [
            { guard: 'isLastSecond', target: 'editing', actions: assign({ wait: 0, failure: null }) },
            { target: 'resting', reenter: true, actions: assign({ wait: ({ context }) => context.wait - 1 }) },
          ],
        },
        on: { 'field.change': { actions: change } },
      },
    },
  });

export const signInMachine = signIn.createMachine({
  id: 'signIn',
  context: ({ input }) => ({
    fields: emptyFields(input.language),
    faults: {},
    failure: null,
    welcome: null,
    wait: 0,
    isPasswordShown: false,
    capsLock: null,
  }),
  type: 'parallel',
  on: {
    'password.toggleShown': { actions: assign({ isPasswordShown: ({ context }) => !context.isPasswordShown }) },
    'capsLock.seen': { actions: assign({ capsLock: ({ event }) => (event.on ? event.field : null) }) },
  },
  states: {
    cloud: {
      initial: 'asking',
      // The site's name is in the user's language.
      on: { 'page.languageChanged': '.asking' },
      states: {
        asking: {
          invoke: {
            src: 'welcome',
            onDone: [
              {
                guard: { type: 'isFirstStart', params: ({ event }) => ({ welcome: event.output }) },
                target: ['reached', '#signIn.form.setUp'],
                actions: assign({ welcome: ({ event }) => event.output }),
              },
              { target: 'reached', actions: assign({ welcome: ({ event }) => event.output }) },
            ],
            onError: 'unreachable',
          },
        },
        reached: { tags: 'reached' },
        unreachable: { tags: 'unreachable', after: { retry: 'asking' } },
      },
    },
    form: {
      initial: 'signIn',
      states: {
        signIn: form(askSession, 'canSignIn', signInFaults),
        setUp: { ...form(askForSetUp, 'canSetUp', setUpFaults), tags: 'setUp' },
      },
    },
  },
});
