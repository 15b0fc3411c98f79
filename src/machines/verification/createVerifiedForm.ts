/**
 * Creates the forms that require a verification code. They share one flow and differ in their fields and in their
 * result.
 *
 *   form:   editing ──form.submit──▶ submitting { prompt ──10 s──▶ patient } ──refused──▶ editing | resting
 *                                        └──taken──▶ entering (session takes over) | changed
 *           resting (too many tries) counts the seconds down, then editing
 *   number: unknown ⇄ typing ──quiet──▶ asking ──▶ known        (registering: whether the number has an account already)
 *   child 'code': the request for the code
 */
import { assertEvent, assign, sendTo, setup } from 'xstate';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { BASE_ERRORS } from '../../../contract/wire/baseApiError.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type CodePurpose, codeRequestMachine } from './codeRequest.machine.ts';
import {
  type CodeTarget,
  emptyFields,
  type FaultyField,
  type Faults,
  formFaults,
  type FormWants,
  type TextField,
  targetFaults,
  targetOf,
  type VerificationFields,
} from './verificationRules.ts';

/** Debounce for the phone number. */
export const TYPING_MS = 500;
/** `session` takes over at once; if it fails, its message gives the reason, and the form can be submitted again. */
export const ENTERING_MS = 10_000;
const REST_S = 60;

export interface VerifiedContext {
  fields: VerificationFields;
  /** Shown under a field after it was left with an invalid value, or after the form was submitted. */
  faults: Faults;
  /** Why it was refused; shown at the form. */
  failure: Failure | null;
  /** Seconds until the next attempt is allowed; 0 when it is allowed now. */
  wait: number;
  isPasswordShown: boolean;
  /** Registration: the typed number already has an account. */
  isRegistered: boolean;
}
export type VerifiedEvent =
  | PageEvent
  | { type: 'by.choose'; by: VerificationFields['by'] }
  | { type: 'field.change'; field: TextField; value: string }
  | { type: 'field.leave'; field: TextField }
  | { type: 'keep.toggle' }
  | { type: 'accept.toggle' }
  | { type: 'password.toggleShown' }
  /** Requests a code for the typed target. */
  | { type: 'code.ask' }
  | { type: 'form.submit' }
  | { type: 'form.cancel' };

/** The result of a submitted form: a session to enter, or nothing. */
export interface VerifiedSession {
  accessToken: string;
  userId: string;
  keep: boolean;
}

export interface VerifiedKind {
  id: string;
  purpose: CodePurpose;
  wants: FormWants;
}

export function createVerifiedForm({ id, purpose, wants }: VerifiedKind) {
  const form = setup({
    types: {
      context: {} as VerifiedContext,
      input: {} as PageInput,
      events: {} as VerifiedEvent,
      tags: {} as 'submitting' | 'patient' | 'resting' | 'changed',
      children: {} as { code: 'codeRequest' },
    },
    actors: {
      codeRequest: codeRequestMachine,
      submit: promiseEffect<VerifiedSession | null, VerificationFields>('submit'),
      askRegistered: promiseEffect<boolean, CodeTarget>('askRegistered'),
    },
    guards: {
      canSubmit: ({ context }) => Object.keys(formFaults(context.fields, wants)).length === 0,
      hasTarget: ({ context }) => Object.keys(targetFaults(context.fields)).length === 0,
      isTooOften: (_, { error }: { error: unknown }) =>
        isFailure(failureOf(error), BASE_ERRORS.tooManyTries, BASE_ERRORS.tooManyRequests),
      isLastSecond: ({ context }) => context.wait <= 1,
      isSession: (_, { output }: { output: VerifiedSession | null }) => output !== null,
      /** Only a complete number is looked up, and only for registration. */
      isNumber: ({ context: { fields } }) =>
        purpose === 'register' && fields.by === 'phone' && Object.keys(targetFaults(fields)).length === 0,
      isAboutNumber: (_, { field }: { field: TextField }) => field === 'phoneNumber' || field === 'country',
    },
    delays: { patience: REQUEST_PATIENCE_MS, second: 1_000, typingDelay: TYPING_MS, enteringDelay: ENTERING_MS },
  });

  /** A change clears an error as soon as it is fixed; it never adds one. */
  const stillFaulty = (fields: VerificationFields, faults: Faults): Faults => {
    const still = formFaults(fields, wants);
    return Object.fromEntries(Object.entries(faults).filter(([field]) => still[field as FaultyField])) as Faults;
  };
  const changed = (context: VerifiedContext, change: Partial<VerificationFields>): Partial<VerifiedContext> => {
    const fields = { ...context.fields, ...change };
    return { fields, faults: stillFaulty(fields, context.faults), failure: null };
  };
  const change = form.assign(({ context, event }) => {
    assertEvent(event, 'field.change');
    return changed(context, { [event.field]: event.value });
  });
  /** Leaving a field empty is not an error yet: it can be filled in later. */
  const leave = form.assign(({ context, event }) => {
    assertEvent(event, 'field.leave');
    if (event.field === 'country' || context.fields[event.field] === '') return {};
    const fault = formFaults(context.fields, wants)[event.field];
    return fault ? { faults: { ...context.faults, [event.field]: fault } } : {};
  });
  const editing = {
    'field.change': { actions: change },
    'field.leave': { actions: leave },
    'by.choose': {
      actions: form.assign(
        ({ context, event }) => (assertEvent(event, 'by.choose'), changed(context, { by: event.by })),
      ),
    },
    'keep.toggle': { actions: form.assign(({ context }) => changed(context, { keep: !context.fields.keep })) },
    'accept.toggle': {
      actions: form.assign(({ context }) => changed(context, { accepted: !context.fields.accepted })),
    },
    'code.ask': [
      {
        guard: 'hasTarget' as const,
        actions: form.sendTo('code', ({ context }) => ({ type: 'code.send' as const, to: targetOf(context.fields) })),
      },
      { actions: form.assign(({ context }) => ({ faults: { ...context.faults, ...targetFaults(context.fields) } })) },
    ],
  };

  return form.createMachine({
    id,
    context: ({ input }) => ({
      fields: emptyFields(input.language),
      faults: {},
      failure: null,
      wait: 0,
      isPasswordShown: false,
      isRegistered: false,
    }),
    type: 'parallel',
    invoke: { src: 'codeRequest', id: 'code', input: { purpose } },
    on: { 'password.toggleShown': { actions: assign({ isPasswordShown: ({ context }) => !context.isPasswordShown }) } },
    states: {
      form: {
        initial: 'editing',
        states: {
          editing: {
            on: {
              ...editing,
              'form.submit': [
                { guard: 'canSubmit', target: 'submitting' },
                { actions: assign({ faults: ({ context }) => formFaults(context.fields, wants), failure: null }) },
              ],
            },
          },
          submitting: {
            tags: 'submitting',
            entry: assign({ faults: {}, failure: null }),
            on: { 'form.cancel': 'editing' },
            invoke: {
              src: 'submit',
              input: ({ context }) => context.fields,
              onDone: [
                {
                  guard: { type: 'isSession', params: ({ event }) => event },
                  target: 'entering',
                  // The guard has checked that the result is a session.
                  actions: sendTo(
                    ({ system }) => systemActor(system, 'session'),
                    ({ event: { output } }) => ({ type: 'session.enter' as const, ...(output as VerifiedSession) }),
                  ),
                },
                'changed',
              ],
              onError: [
                {
                  guard: { type: 'isTooOften', params: ({ event }) => event },
                  target: 'resting',
                  actions: assign(({ event }) => ({
                    failure: failureOf(event.error),
                    wait: Number(failureOf(event.error).words?.['seconds'] ?? REST_S),
                  })),
                },
                { target: 'editing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
              ],
            },
            initial: 'prompt',
            states: { prompt: { after: { patience: 'patient' } }, patient: { tags: 'patient' } },
          },
          entering: { tags: 'submitting', after: { enteringDelay: 'editing' } },
          // Discards the typed data.
          changed: {
            tags: 'changed',
            entry: assign({ fields: ({ context }) => ({ ...context.fields, code: '', password: '', repeated: '' }) }),
          },
          resting: {
            tags: 'resting',
            on: editing,
            after: {
              second: [
                { guard: 'isLastSecond', target: 'editing', actions: assign({ wait: 0, failure: null }) },
                { target: 'resting', reenter: true, actions: assign({ wait: ({ context }) => context.wait - 1 }) },
              ],
            },
          },
        },
      },
      number: {
        initial: 'unknown',
        on: {
          'field.change': {
            guard: { type: 'isAboutNumber', params: ({ event }) => event },
            target: '.typing',
            actions: assign({ isRegistered: false }),
          },
          'by.choose': { target: '.typing', actions: assign({ isRegistered: false }) },
        },
        states: {
          unknown: {},
          typing: { after: { typingDelay: [{ guard: 'isNumber', target: 'asking' }, { target: 'unknown' }] } },
          asking: {
            invoke: {
              src: 'askRegistered',
              input: ({ context }) => targetOf(context.fields),
              onDone: { target: 'known', actions: assign({ isRegistered: ({ event }) => event.output }) },
              // Rate-limited, or the server is unreachable: registration itself reports a taken number.
              onError: 'unknown',
            },
          },
          known: {},
        },
      },
    },
  });
}

export type VerifiedMachine = ReturnType<typeof createVerifiedForm>;
