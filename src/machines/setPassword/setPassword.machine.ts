/**
 * The public page of an administrator's one-time link: its holder sets a password, or accepts an invitation with a name
 * and a password, and continues to sign-in.
 *
 *   asking ──▶ editing ──form.submit──▶ submitting ──▶ done ;  asking, submitting ──the link is used or too old──▶ over
 *   asking ──any other trouble──▶ failed ──oneTimeLink.retry──▶ asking
 */
import { assertEvent, assign, setup } from 'xstate';
import type { LinkTerms } from '../../../contract/entities/account.ts';
import { type NicknameFault, nicknameFault } from '../../../contract/rules/nickname.ts';
import { isGoodPassword } from '../../../contract/rules/password.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface PasswordFields {
  nickname: string;
  password: string;
  repeated: string;
}
export type PasswordField = keyof PasswordFields;
export type PasswordFault = NicknameFault | 'passwordRule' | 'passwordDiffers';
export interface UsedLink extends PasswordFields {
  code: string;
}

export interface SetPasswordContext {
  /** The link's secret. */
  code: string;
  terms: LinkTerms | null;
  fields: PasswordFields;
  faults: Partial<Record<PasswordField, PasswordFault>>;
  failure: Failure | null;
  /** Password fields shown as plain text. */
  revealed: readonly PasswordField[];
}
export type SetPasswordEvent =
  | PageEvent
  | { type: 'field.change'; field: PasswordField; value: string }
  | { type: 'password.toggleShown'; field: PasswordField }
  | { type: 'form.submit' }
  | { type: 'oneTimeLink.retry' }
  | { type: 'signIn.open' };

const setPassword = setup({
  types: {
    context: {} as SetPasswordContext,
    input: {} as PageInput,
    events: {} as SetPasswordEvent,
    tags: {} as 'asking' | 'busy' | 'over' | 'failed' | 'done',
  },
  actors: {
    askLink: promiseEffect<LinkTerms, { code: string }>('askLink'),
    useLink: promiseEffect<unknown, UsedLink>('useLink'),
  },
  guards: {
    hasNoCode: ({ context }) => context.code === '',
    isGood: ({ context: { terms, fields } }) => Object.keys(faultsOf(terms, fields)).length === 0,
    isOver: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.linkOver),
  },
});

function faultsOf(
  terms: LinkTerms | null,
  { nickname, password, repeated }: PasswordFields,
): SetPasswordContext['faults'] {
  const nameFault = terms?.kind === 'invitation' ? nicknameFault(nickname) : null;
  return {
    ...(nameFault ? { nickname: nameFault } : {}),
    ...(isGoodPassword(password) ? {} : { password: 'passwordRule' as const }),
    ...(repeated === password ? {} : { repeated: 'passwordDiffers' as const }),
  };
}
/** A change clears an error as soon as it is fixed; it never adds one. */
const change = setPassword.assign(({ context, event }) => {
  assertEvent(event, 'field.change');
  const fields = { ...context.fields, [event.field]: event.value };
  const still = faultsOf(context.terms, fields);
  return {
    fields,
    failure: null,
    faults: Object.fromEntries(Object.entries(context.faults).filter(([field]) => field in still)),
  };
});
const toggleShown = setPassword.assign(({ context: { revealed }, event }) => {
  assertEvent(event, 'password.toggleShown');
  const { field } = event;
  return { revealed: revealed.includes(field) ? revealed.filter((one) => one !== field) : [...revealed, field] };
});
const openSignIn = setPassword.sendTo(({ system }) => systemActor(system, 'navigation'), {
  type: 'navigation.go',
  to: '/login',
});
const NO_FIELDS: PasswordFields = { nickname: '', password: '', repeated: '' };

export const setPasswordMachine = setPassword.createMachine({
  id: 'setPassword',
  context: ({ input }) => ({
    code: input.query['code'] ?? '',
    terms: null,
    fields: NO_FIELDS,
    faults: {},
    failure: null,
    revealed: [],
  }),
  initial: 'arriving',
  on: { 'signIn.open': { actions: openSignIn }, 'password.toggleShown': { actions: toggleShown } },
  states: {
    arriving: { always: [{ guard: 'hasNoCode', target: 'over' }, 'asking'] },
    asking: {
      tags: 'asking',
      invoke: {
        src: 'askLink',
        input: ({ context: { code } }) => ({ code }),
        onDone: { target: 'editing', actions: assign({ terms: ({ event }) => event.output, failure: null }) },
        onError: [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'over' },
          { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
    },
    editing: {
      on: {
        'field.change': { actions: change },
        'form.submit': [
          { guard: 'isGood', target: 'submitting', actions: assign({ faults: {}, failure: null }) },
          { actions: assign({ faults: ({ context: { terms, fields } }) => faultsOf(terms, fields), failure: null }) },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        src: 'useLink',
        input: ({ context: { code, fields } }) => ({ code, ...fields }),
        onDone: 'done',
        onError: [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'over' },
          { target: 'editing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
    },
    failed: { tags: 'failed', on: { 'oneTimeLink.retry': 'asking' } },
    over: { tags: 'over' },
    // Discards the typed passwords.
    done: { tags: 'done', entry: assign({ fields: NO_FIELDS, code: '' }) },
  },
});
