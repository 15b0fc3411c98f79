import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { SHARED_SCREEN_CODE_IDLE_MS, SHARED_SCREEN_IDLE_MS } from '../../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { type SignedOut, t2SignOutMachine, type Visitor } from '../../../src/machines/t2SignOut/t2SignOut.machine.ts';
import {
  selectIsSigningOut,
  selectSignOut,
  selectSignOutStep,
} from '../../../src/machines/t2SignOut/t2SignOut.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const DONE: SignedOut = { name: 'Ada', signedInAt: 1, signedOutAt: 2, timeZone: 'Europe/Berlin' };

async function start() {
  const cloud = { asked: [] as Visitor[], out: [] as object[], refusal: null as Error | null };
  const started = startUnderApp(
    t2SignOutMachine.provide({
      actors: {
        sendCode: fromPromise<{ pause: number }, Visitor>(async ({ input }) => {
          cloud.asked.push(input);
          if (cloud.refusal) throw cloud.refusal;
          return { pause: 60 };
        }),
        signOut: fromPromise<SignedOut, Visitor & { code: string }>(async ({ input }) => {
          cloud.out.push(input);
          if (cloud.refusal) throw cloud.refusal;
          return DONE;
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 't2SignOut', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  const { actor } = started;
  const type = (field: 'phoneNumber' | 'code', value: string): void =>
    actor.send({ type: 'field.change', field, value });
  const submit = async (): Promise<void> => {
    actor.send({ type: 'form.submit' });
    await settle();
  };
  const asked = async (): Promise<void> => {
    type('phoneNumber', '2025550123');
    await submit();
  };
  const seconds = (count: number): void => {
    for (let i = 0; i < count; i++) started.clock.increment(1_000);
  };
  return {
    ...started,
    cloud,
    type,
    submit,
    asked,
    seconds,
    see: () => selectSignOut(actor.getSnapshot()),
    step: () => selectSignOutStep(actor.getSnapshot()),
  };
}

describe('a visitor', () => {
  it('signs out by number and code, and the screen forgets them after half a minute', async () => {
    const page = await start();
    await page.asked();
    expect([page.step(), page.cloud.asked]).toEqual(['code', [{ country: '1', phoneNumber: '2025550123' }]]);
    page.type('code', '123456');
    page.actor.send({ type: 'form.submit' });
    expect(selectIsSigningOut(page.actor.getSnapshot())).toBe(true);
    await settle();
    expect(page.cloud.out).toEqual([{ country: '1', phoneNumber: '2025550123', code: '123456' }]);
    expect([page.step(), page.see()]).toEqual([
      'done',
      expect.objectContaining({ done: DONE, phoneNumber: '', code: '', left: SHARED_SCREEN_IDLE_MS / 1_000 }),
    ]);
    page.seconds(SHARED_SCREEN_IDLE_MS / 1_000);
    expect([page.step(), page.see().done]).toEqual(['phone', null]);
  });

  it('is told what is missing before anything is sent', async () => {
    const page = await start();
    page.type('phoneNumber', '1');
    await page.submit();
    expect([page.see().fault, page.cloud.asked]).toEqual(['phoneNumber', []]);
    await page.asked();
    page.type('code', '12');
    await page.submit();
    expect([page.see().fault, page.cloud.out]).toEqual(['code', []]);
  });

  it('with a wrong code may try again, with another one after its pause', async () => {
    const page = await start();
    await page.asked();
    page.cloud.refusal = new ApiError('wrongVerificationCode');
    page.type('code', '000000');
    await page.submit();
    expect([page.step(), page.see().failure?.code, page.see().code]).toEqual([
      'code',
      ERRORS.wrongVerificationCode,
      '000000',
    ]);
    page.cloud.refusal = null;
    page.actor.send({ type: 'code.again' });
    expect(page.cloud.asked).toHaveLength(1);
    page.seconds(60);
    page.actor.send({ type: 'code.again' });
    await settle();
    expect([page.cloud.asked.length, page.see().code, page.step()]).toEqual([2, '', 'code']);
  });

  it('to whom a code went lately may type that one; any other trouble stays at the number', async () => {
    const page = await start();
    page.cloud.refusal = new ApiError('codeTooOften', { words: { seconds: 9 } });
    await page.asked();
    expect([page.step(), page.see().wait, page.see().failure?.code]).toEqual(['code', 9, ERRORS.codeTooOften]);
    page.actor.send({ type: 'over.start' });
    page.cloud.refusal = new ApiError('networkFailed');
    await page.asked();
    expect([page.step(), page.see().failure?.code, page.see().phoneNumber]).toEqual([
      'phone',
      ERRORS.networkFailed,
      '2025550123',
    ]);
  });
});

describe('a shared screen', () => {
  it('forgets a number that nobody sends, from the last touch on', async () => {
    const page = await start();
    page.type('phoneNumber', '20');
    page.clock.increment(SHARED_SCREEN_IDLE_MS - 1);
    page.type('phoneNumber', '2025');
    page.clock.increment(SHARED_SCREEN_IDLE_MS - 1);
    expect(page.see().phoneNumber).toBe('2025');
    page.clock.increment(1);
    expect(page.see().phoneNumber).toBe('');
  });

  it('waits longer for a code, which has to come first', async () => {
    const page = await start();
    await page.asked();
    page.seconds(SHARED_SCREEN_IDLE_MS / 1_000);
    page.type('code', '1');
    page.seconds(SHARED_SCREEN_CODE_IDLE_MS / 1_000 - 1);
    expect(page.step()).toBe('code');
    page.seconds(1);
    expect([page.step(), page.see().phoneNumber, page.see().code]).toEqual(['phone', '', '']);
  });

  it('follows the language, also in the country it begins with', async () => {
    const page = await start();
    page.actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    page.actor.send({ type: 'over.start' });
    expect(page.see().country).toBe('86');
  });
});
