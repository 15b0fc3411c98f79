import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { type ErrorName, ERRORS } from '../../../contract/wire/errors.ts';
import { failure } from '../../../src/machines/failure.ts';
import { signInMachine, type Welcome, WELCOME_RETRY_MS } from '../../../src/machines/signIn/signIn.machine.ts';
import {
  selectCloud,
  selectFault,
  selectFields,
  selectFormFailure,
  selectIsCapsLockOn,
  selectIsPasswordShown,
  selectIsPatient,
  selectIsSetUp,
  selectIsSubmitting,
  selectWait,
  selectWelcome,
} from '../../../src/machines/signIn/signIn.selectors.ts';
import type { SignInField } from '../../../src/machines/signIn/signInRules.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const WELCOME: Welcome = { needsSetUp: false, demo: true, siteName: 'Harbour Hotel', reachedIn: 18 };

async function start(welcome: Welcome | Error = WELCOME) {
  const cloud = { welcome };
  const started = startUnderApp(
    signInMachine.provide({
      actors: {
        welcome: fromPromise<Welcome>(async () => {
          if (cloud.welcome instanceof Error) throw cloud.welcome;
          return cloud.welcome;
        }),
      },
    }),
    { as: 'screen', input: { page: 'signIn', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' } },
  );
  await settle();
  const { actor } = started;
  const form = {
    ...started,
    cloud,
    see: <Answer>(select: (snapshot: ReturnType<typeof actor.getSnapshot>) => Answer) => select(actor.getSnapshot()),
    fault: (field: SignInField) => selectFault(field)(actor.getSnapshot()),
    type: (field: Exclude<SignInField, 'keep'>, value: string) => (
      actor.send({ type: 'field.change', field, value }),
      form
    ),
    leave: (field: SignInField) => (actor.send({ type: 'field.leave', field }), form),
    submit: () => (actor.send({ type: 'form.submit' }), form),
    refuse: (name: ErrorName, words?: Record<string, number>) => (
      actor.send({ type: 'page.signInRefused', failure: failure(ERRORS[name], words) }),
      form
    ),
    asked: () => started.toldTo('session'),
  };
  return form;
}

describe('the form', () => {
  it('sends what was typed, trimmed, the password as it is', async () => {
    const form = await start();
    form.type('account', '  lin@hotel.example ').type('password', ' Round house1 ').submit();
    expect(form.asked()).toEqual([
      {
        type: 'session.signIn',
        credential: { account: 'lin@hotel.example', countryAreaCode: '', password: ' Round house1 ', keep: true },
      },
    ]);
    expect(form.see(selectIsSubmitting)).toBe(true);
  });

  it('sends nothing that is empty, and says what', async () => {
    const form = await start();
    form.type('account', '   ').submit();
    expect(form.fault('account')).toBe('accountEmpty');
    expect(form.fault('password')).toBe('passwordEmpty');
    expect(form.asked()).toEqual([]);
    form.type('password', 'x');
    expect(form.fault('password')).toBeNull();
    expect(form.fault('account')).toBe('accountEmpty');
  });

  it('does not scold for a field left empty', async () => {
    const form = await start();
    form.leave('account').leave('password');
    expect(form.fault('account')).toBeNull();
  });

  it('keeps one signed in unless told not to', async () => {
    const form = await start();
    form.actor.send({ type: 'keep.toggle' });
    form.type('account', 'a').type('password', 'b').submit();
    expect(form.asked()).toMatchObject([{ credential: { keep: false } }]);
  });

  it('takes a demo account at a click', async () => {
    const form = await start();
    form.submit();
    form.actor.send({ type: 'demo.pick', account: 'viewer@demo', password: 'p' });
    expect(form.see(selectFields)).toMatchObject({ account: 'viewer@demo', password: 'p' });
    expect(form.fault('account')).toBeNull();
  });

  it('knows in which field the keyboard said that caps lock is on', async () => {
    const { actor } = await start();
    const seen = () =>
      (['password', 'repeated'] as const).map((field) => selectIsCapsLockOn(field)(actor.getSnapshot()));
    actor.send({ type: 'capsLock.seen', field: 'password', on: true });
    expect(seen()).toEqual([true, false]);
    actor.send({ type: 'capsLock.seen', field: 'password', on: false });
    expect(seen()).toEqual([false, false]);
  });
  it('shows and hides the password, whatever else goes on', async () => {
    const form = await start();
    form.actor.send({ type: 'password.toggleShown' });
    expect(form.see(selectIsPasswordShown)).toBe(true);
    form.type('account', 'a').type('password', 'b').submit();
    form.actor.send({ type: 'password.toggleShown' });
    expect(form.see(selectIsPasswordShown)).toBe(false);
    expect(form.see(selectIsSubmitting)).toBe(true);
  });
});

describe('a refusal', () => {
  it('stands at the form until something is changed, and keeps what was typed', async () => {
    const form = await start();
    form.type('account', 'a').type('password', 'b').submit().refuse('wrongPassword');
    expect(form.see(selectFormFailure)).toEqual(failure(ERRORS.wrongPassword));
    expect(form.see(selectFields).password).toBe('b');
    form.type('password', 'c');
    expect(form.see(selectFormFailure)).toBeNull();
    form.submit();
    expect(form.asked()).toHaveLength(2);
  });

  it('for too many tries counts the seconds down before one may try again', async () => {
    const form = await start();
    form.type('account', 'a').type('password', 'b').submit().refuse('tooManyTries', { seconds: 3 });
    for (const left of [3, 2, 1]) {
      expect(form.see(selectWait)).toBe(left);
      form.submit();
      form.clock.increment(1_000);
    }
    expect(form.see(selectWait)).toBe(0);
    expect(form.see(selectFormFailure)).toBeNull();
    expect(form.asked()).toHaveLength(1);
    form.submit();
    expect(form.asked()).toHaveLength(2);
  });

  it('for too many tries without seconds waits a minute', async () => {
    const form = await start();
    form.type('account', 'a').type('password', 'b').submit().refuse('tooManyRequests');
    expect(form.see(selectWait)).toBe(60);
  });
});

describe('an answer that does not come', () => {
  it('is said to be late from 10 s on, and may be given up', async () => {
    const form = await start();
    form.type('account', 'a').type('password', 'b').submit();
    form.clock.increment(9_999);
    expect(form.see(selectIsPatient)).toBe(false);
    form.clock.increment(1);
    expect(form.see(selectIsPatient)).toBe(true);
    form.actor.send({ type: 'form.cancel' });
    expect(form.asked().at(-1)).toEqual({ type: 'session.cancelSignIn' });
    expect(form.see(selectIsSubmitting)).toBe(false);
    form.refuse('wrongPassword');
    expect(form.see(selectFormFailure)).toBeNull();
  });
});

describe('the first start', () => {
  it('asks for an administrator, and is held to the rules', async () => {
    const form = await start({ ...WELCOME, needsSetUp: true });
    expect(form.see(selectIsSetUp)).toBe(true);
    form.type('email', 'ann').type('password', 'short').type('repeated', 'other').submit();
    expect(form.actor.getSnapshot().context.faults).toEqual({
      code: 'codeEmpty',
      nickname: 'nicknameEmpty',
      email: 'emailShape',
      password: 'passwordRule',
      repeated: 'passwordDiffers',
    });
    expect(form.asked()).toEqual([]);
    form
      .type('code', ' 0123-ABCD ')
      .type('nickname', ' Ann ')
      .type('email', ' ann@x.example ')
      .type('password', 'Abcdef1')
      .type('repeated', 'Abcdef1')
      .submit();
    expect(form.asked()).toEqual([
      {
        type: 'session.setUp',
        administrator: { code: '0123-ABCD', nickname: 'Ann', email: 'ann@x.example', password: 'Abcdef1' },
      },
    ]);
  });

  it('says at once what is wrong with a field that one leaves', async () => {
    const form = await start({ ...WELCOME, needsSetUp: true });
    form.type('email', 'ann').leave('email').leave('nickname');
    expect(form.fault('email')).toBe('emailShape');
    expect(form.fault('nickname')).toBeNull();
    form.type('email', 'ann@x.example');
    expect(form.fault('email')).toBeNull();
  });
});

describe('the cloud', () => {
  it('is greeted, and tried again every 3 s while it is away', async () => {
    const form = await start(new Error('away'));
    expect(form.see(selectCloud)).toBe('unreachable');
    expect(form.see(selectWelcome)).toBeNull();
    form.cloud.welcome = WELCOME;
    form.clock.increment(WELCOME_RETRY_MS);
    expect(form.see(selectCloud)).toBe('reaching');
    await settle();
    expect(form.see(selectCloud)).toBe('reached');
    expect(form.see(selectWelcome)).toEqual(WELCOME);
  });

  it('is asked again in another language, without losing what was typed', async () => {
    const form = await start();
    form.type('account', 'a');
    form.cloud.welcome = { ...WELCOME, siteName: '海港酒店' };
    form.actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    expect(form.see(selectWelcome)?.siteName).toBe('海港酒店');
    expect(form.see(selectFields).account).toBe('a');
  });
});

describe('a phone number', () => {
  it.each([
    ['138 0013 8000', '1'],
    ['(020) 7946-0000', '1'],
    ['+44 20 7946 0000', ''],
    ['lin@hotel.example', ''],
    ['138', ''],
  ])('%s is sent with the country code "%s"', async (account, countryAreaCode) => {
    const form = await start();
    form.type('account', account).type('password', 'Roundhouse1').submit();
    expect(form.toldTo('session').at(-1)).toMatchObject({ credential: { account, countryAreaCode } });
  });
  it('is sent with the country that was chosen', async () => {
    const form = await start();
    form.type('account', '13800138000').type('country', '86').type('password', 'Roundhouse1').submit();
    expect(form.toldTo('session').at(-1)).toMatchObject({ credential: { countryAreaCode: '86' } });
  });
});
