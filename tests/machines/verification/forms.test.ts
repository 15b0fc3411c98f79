/**
 * The three forms with a verification code: required fields, requests and results; and all paths through their common
 * flow.
 */
import { describe, expect, it } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { ApiError, ERRORS, type ErrorName } from '../../../contract/wire/errors.ts';
import { isGoodPassword } from '../../../contract/rules/password.ts';
import { passwordParts } from '../../../contract/rules/passwordParts.ts';
import {
  type CodeAsked,
  codeRequestMachine,
  type KeptMessage,
} from '../../../src/machines/verification/codeRequest.machine.ts';
import {
  ENTERING_MS,
  TYPING_MS,
  type VerifiedMachine,
  type VerifiedSession,
} from '../../../src/machines/verification/createVerifiedForm.ts';
import { forgotPasswordMachine } from '../../../src/machines/verification/forgotPassword.machine.ts';
import { signInByCodeMachine } from '../../../src/machines/verification/signInByCode.machine.ts';
import { signUpMachine } from '../../../src/machines/verification/signUp.machine.ts';
import {
  selectForm,
  selectIsChanged,
  selectIsPatient,
  selectIsSubmitting,
} from '../../../src/machines/verification/verification.selectors.ts';
import type {
  CodeTarget,
  TextField,
  VerificationFields,
} from '../../../src/machines/verification/verificationRules.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { walk } from '../../fakes/walkModel.ts';

const SESSION: VerifiedSession = { accessToken: 'token', userId: 'u1', keep: true };

function start(machine: VerifiedMachine, language: 'enUS' | 'zhCN' = 'enUS') {
  const cloud = {
    answer: SESSION as VerifiedSession | null | ApiError,
    submitted: [] as VerificationFields[],
    numbers: [] as string[],
    registered: false,
    codes: [] as CodeAsked[],
    hold: [] as (() => void)[],
    holding: false,
  };
  const started = startUnderApp(
    machine.provide({
      actors: {
        codeRequest: codeRequestMachine.provide({
          actors: {
            drawCaptcha: fromPromise(async () => ({ token: 't', image: 'data:,' })),
            sendCode: fromPromise<{ pause: number }, CodeAsked>(
              async ({ input }) => (cloud.codes.push(input), { pause: 60 }),
            ),
            readKept: fromPromise<readonly KeptMessage[], { target: string }>(async () => []),
          },
        }),
        submit: fromPromise<VerifiedSession | null, VerificationFields>(async ({ input }) => {
          cloud.submitted.push(input);
          if (cloud.holding) await new Promise<void>((resolve) => cloud.hold.push(resolve));
          if (cloud.answer instanceof ApiError) throw cloud.answer;
          return cloud.answer;
        }),
        askRegistered: fromPromise<boolean, CodeTarget>(
          async ({ input }) => (cloud.numbers.push(input.country + input.phoneNumber), cloud.registered),
        ),
      },
    }),
    { as: 'screen', input: { page: 'x', params: {}, query: {}, user: null, serialNumber: '', language } },
  );
  const { actor } = started;
  const form = {
    ...started,
    cloud,
    see: () => selectForm(actor.getSnapshot()),
    type: (typed: Partial<Record<TextField, string>>) => {
      for (const [field, value] of Object.entries(typed))
        actor.send({ type: 'field.change', field: field as TextField, value });
      return form;
    },
    submit: async () => {
      actor.send({ type: 'form.submit' });
      await settle();
    },
    entered: () => started.toldTo('session'),
  };
  return form;
}
const GOOD = {
  phoneNumber: '13800000001',
  code: '123456',
  nickname: 'Ada',
  password: 'NewPass1',
  repeated: 'NewPass1',
};

describe('what each form demands', () => {
  it.each([
    ['signInByCode', signInByCodeMachine, ['code', 'phoneNumber']],
    ['signUp', signUpMachine, ['accepted', 'code', 'nickname', 'password', 'phoneNumber']],
    ['forgotPassword', forgotPasswordMachine, ['code', 'password', 'phoneNumber']],
  ])('%s says of each field what is missing, and sends nothing', async (_, machine, fields) => {
    const form = start(machine as VerifiedMachine);
    await form.submit();
    expect(Object.keys(form.see().faults).sort()).toEqual(fields);
    expect(form.cloud.submitted).toEqual([]);
  });

  it.each([
    [{ code: '12345' }, 'code', 'codeShape'],
    [{ code: '12345a' }, 'code', 'codeShape'],
    [{ phoneNumber: '12' }, 'phoneNumber', 'phoneShape'],
    [{ nickname: '  ' }, 'nickname', 'nicknameEmpty'],
    [{ password: 'alllower1', repeated: 'alllower1' }, 'password', 'passwordRule'],
    [{ password: 'Short1', repeated: 'Short2' }, 'repeated', 'passwordDiffers'],
  ] as const)('%o is wrong, until it is mended', async (wrong, field, fault) => {
    const form = start(signUpMachine).type({ ...GOOD, ...wrong });
    form.actor.send({ type: 'accept.toggle' });
    await form.submit();
    expect(form.see().faults).toEqual({ [field]: fault });
    form.type(GOOD);
    expect(form.see().faults).toEqual({});
  });

  it('an empty field that is left is no fault yet; a wrong one is', () => {
    const form = start(signInByCodeMachine);
    form.actor.send({ type: 'field.leave', field: 'code' });
    expect(form.see().faults).toEqual({});
    form.type({ code: '1' }).actor.send({ type: 'field.leave', field: 'code' });
    expect(form.see().faults).toEqual({ code: 'codeShape' });
  });

  it('begins with the country of the language, and takes e-mail instead', async () => {
    expect(start(signInByCodeMachine, 'zhCN').see().fields.country).toBe('86');
    const form = start(signInByCodeMachine);
    form.actor.send({ type: 'by.choose', by: 'email' });
    form.type({ email: ' ada@example.org ', code: '123456' });
    await form.submit();
    expect(form.cloud.submitted).toHaveLength(1);
  });

  it('the parts of the password rule are the rule', () => {
    for (const password of [
      '',
      'a',
      'Abc12',
      'Abc123',
      'abc123',
      'ABC123',
      'Abcdef',
      'Abcdefghijklmno1',
      'Abcdefghijklmnop1',
      'Ünïcode1',
    ])
      expect(Object.values(passwordParts(password)).every(Boolean), password).toBe(isGoodPassword(password));
  });
});

describe('where it leads', () => {
  it.each([
    ['signInByCode', signInByCodeMachine],
    ['signUp', signUpMachine],
  ])('%s hands the session over', async (_, machine) => {
    const form = start(machine as VerifiedMachine).type(GOOD);
    form.actor.send({ type: 'accept.toggle' });
    await form.submit();
    expect(form.entered()).toEqual([{ type: 'session.enter', ...SESSION }]);
    expect(selectIsSubmitting(form.actor.getSnapshot())).toBe(true);
    form.clock.increment(ENTERING_MS);
    expect(selectIsSubmitting(form.actor.getSnapshot())).toBe(false);
  });

  it('a new password leads nowhere by itself, and what was typed is forgotten', async () => {
    const form = start(forgotPasswordMachine).type(GOOD);
    form.cloud.answer = null;
    await form.submit();
    expect([form.entered(), selectIsChanged(form.actor.getSnapshot())]).toEqual([[], true]);
    expect(form.see().fields).toMatchObject({ password: '', repeated: '', code: '' });
  });

  it('asks for a code to what was typed, or says that it is none', async () => {
    const form = start(forgotPasswordMachine);
    await settle();
    form.actor.send({ type: 'code.ask' });
    expect(form.see().faults).toEqual({ phoneNumber: 'phoneShape' });
    form.type({ phoneNumber: '555 0100', country: '49' });
    form.actor.getSnapshot().children.code?.send({ type: 'captcha.change', content: 'abcde' });
    form.actor.send({ type: 'code.ask' });
    await settle();
    expect(form.cloud.codes).toEqual([
      {
        purpose: 'forgotPassword',
        to: { email: '', phoneNumber: '555 0100', country: '49' },
        captchaToken: 't',
        captchaContent: 'abcde',
      },
    ]);
  });

  it('registering asks whether the number is taken once one stops typing, and nobody else asks', async () => {
    const form = start(signUpMachine);
    form.cloud.registered = true;
    for (const phoneNumber of ['1', '138', '13800000001']) {
      form.type({ phoneNumber, country: '86' });
      form.clock.increment(TYPING_MS - 1);
    }
    expect(form.cloud.numbers).toEqual([]);
    form.clock.increment(1);
    await settle();
    expect([form.cloud.numbers, form.see().isRegistered]).toEqual([['8613800000001'], true]);
    form.type({ phoneNumber: '13800000002' });
    expect(form.see().isRegistered).toBe(false);
    const other = start(signInByCodeMachine).type(GOOD);
    other.clock.increment(TYPING_MS);
    await settle();
    expect(other.cloud.numbers).toEqual([]);
  });
});

/** Model of a filled-in form from the user's view. */
const told = setup({
  types: {
    events: {} as { type: 'submit' | 'answer' | 'refuse' | 'throttle' | 'cancel' | 'waitLong' | 'rest' | 'change' },
  },
}).createMachine({
  initial: 'editing',
  states: {
    editing: { on: { submit: 'asking', change: 'editing' } },
    asking: {
      on: { answer: 'entering', refuse: 'editing', throttle: 'resting', cancel: 'editing', waitLong: 'patient' },
    },
    patient: { on: { answer: 'entering', refuse: 'editing', cancel: 'editing' } },
    resting: { on: { rest: 'editing' } },
    entering: {},
  },
});

describe('all ways through the form', () => {
  const refused = (name: ErrorName) => new ApiError(name, { words: { seconds: 2 } });
  it.each(
    createTestModel(told)
      .getSimplePaths()
      .map((path) => [path.description, path] as const),
  )('%s', async (_, path) => {
    const form = start(signInByCodeMachine).type(GOOD);
    form.cloud.holding = true;
    const settleWith = async (answer: VerifiedSession | ApiError): Promise<void> => {
      form.cloud.answer = answer;
      form.cloud.hold.splice(0).forEach((letGo) => letGo());
      await settle();
    };
    const see = () => {
      const snapshot = form.actor.getSnapshot();
      return {
        submitting: selectIsSubmitting(snapshot),
        patient: selectIsPatient(snapshot),
        resting: snapshot.hasTag('resting'),
        entered: form.entered().length,
      };
    };
    const idle = { submitting: false, patient: false, resting: false, entered: 0 };
    await walk(
      path,
      { model: 'a form by code', actor: form.actor },
      {
        states: {
          editing: () => expect(see()).toEqual(idle),
          asking: () => expect(see()).toEqual({ ...idle, submitting: true }),
          patient: () => expect(see()).toEqual({ ...idle, submitting: true, patient: true }),
          resting: () => {
            expect(see()).toEqual({ ...idle, resting: true });
            expect(form.see()).toMatchObject({ wait: 2, failure: { code: ERRORS.tooManyTries } });
          },
          entering: () => expect(see()).toEqual({ ...idle, submitting: true, entered: 1 }),
        },
        events: {
          submit: () => form.submit(),
          answer: () => settleWith(SESSION),
          refuse: () => settleWith(refused('wrongVerificationCode')),
          throttle: () => settleWith(refused('tooManyTries')),
          cancel: () => form.actor.send({ type: 'form.cancel' }),
          waitLong: () => void form.clock.increment(10_000),
          rest: () => {
            form.clock.increment(1_000);
            form.clock.increment(1_000);
          },
          change: () => void form.type({ code: '654321' }),
        },
      },
    );
  });
});
