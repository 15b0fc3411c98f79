/**
 * The sign-in form: by e-mail or phone and password (spec 2, 3, 5), and the form of the first start, which creates the administrator.
 * Who is signed in is session's business; this machine holds what is typed.
 *
 *   welcoming ──▶ signIn { editing ⇄ submitting ; resting (too many tries) ──seconds──▶ editing }
 *       └───────▶ setUp  { editing ⇄ submitting }        (an empty installation)
 */
import { setup } from 'xstate';
import type { PageEvent, PageInput } from '../app/messages.ts';
import type { Failure } from '../failure.ts';
import { promiseEffect } from '../notProvided.ts';

/** Locale keys under `signIn.fault`. */
export type FieldFault = 'accountEmpty' | 'accountShape' | 'passwordEmpty' | 'passwordRule' | 'passwordDiffers' | 'nicknameEmpty' | 'emailShape';
export interface SignInFields {
  /** E-mail or phone number. */
  account: string;
  password: string;
  /** Stay signed in after the browser closes. */
  keep: boolean;
  // first start
  nickname: string;
  email: string;
  repeated: string;
}
export type SignInField = keyof SignInFields;

export interface Welcome {
  needsSetUp: boolean;
  demo: boolean;
  siteName: string;
  serverTime: number;
}

export interface SignInContext {
  fields: SignInFields;
  /** Shown under a field once it was left or the form was sent. */
  faults: Partial<Record<SignInField, FieldFault>>;
  /** Why sign-in was refused: shown at the form. */
  failure: Failure | null;
  welcome: Welcome | null;
  /** Seconds until sign-in may be tried again; 0 when it may. */
  wait: number;
  isPasswordShown: boolean;
}

export type SignInEvent =
  | PageEvent
  | { type: 'field.change'; field: Exclude<SignInField, 'keep'>; value: string }
  | { type: 'keep.toggle' }
  | { type: 'field.leave'; field: SignInField }
  | { type: 'password.toggleShown' }
  | { type: 'form.submit' }
  /** Fills in a demo account. */
  | { type: 'demo.pick'; account: string; password: string };

export const signInMachine = setup({
  types: { context: {} as SignInContext, input: {} as PageInput, events: {} as SignInEvent, tags: {} as 'waiting' | 'signIn' | 'setUp' },
  actors: { welcome: promiseEffect<Welcome>('welcome') },
}).createMachine({
  id: 'signIn',
  context: {
    fields: { account: '', password: '', keep: true, nickname: '', email: '', repeated: '' },
    faults: {}, failure: null, welcome: null, wait: 0, isPasswordShown: false,
  },
  initial: 'welcoming',
  states: { welcoming: {}, signIn: { tags: 'signIn' }, setUp: { tags: 'setUp' } },
});
