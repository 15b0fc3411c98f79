import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  type Captcha,
  type CodeAsked,
  codeRequestMachine,
  type KeptMessage,
} from '../../../src/machines/verification/codeRequest.machine.ts';
import {
  selectIsDrawing,
  selectIsSending,
  selectRequest,
} from '../../../src/machines/verification/verification.selectors.ts';
import { settle } from '../../fakes/settle.ts';

const PHONE = { email: '', phoneNumber: '138 0000 0001', country: '86' };
const EMAIL = { email: 'Ada@Example.org', phoneNumber: '', country: '' };

async function start() {
  const asked: CodeAsked[] = [];
  const read: string[] = [];
  const cloud = {
    drawn: 0,
    refusal: null as ApiError | null,
    isDark: false,
    kept: [{ id: 'm', at: 1, subject: 'Code', body: '123456' }] as readonly KeptMessage[],
  };
  const clock = new SimulatedClock();
  const actor = createActor(
    codeRequestMachine.provide({
      actors: {
        drawCaptcha: fromPromise<Captcha>(async () => {
          if (cloud.isDark) throw new ApiError('networkFailed');
          cloud.drawn += 1;
          return { token: `token-${cloud.drawn}`, image: 'data:,' };
        }),
        sendCode: fromPromise<{ pause: number }, CodeAsked>(async ({ input }) => {
          asked.push(input);
          if (cloud.refusal) throw cloud.refusal;
          return { pause: 60 };
        }),
        readKept: fromPromise<readonly KeptMessage[], { target: string }>(
          async ({ input }) => (read.push(input.target), cloud.kept),
        ),
      },
    }),
    { input: { purpose: 'login' }, clock },
  ).start();
  await settle();
  return {
    actor,
    clock,
    asked,
    read,
    cloud,
    see: () => selectRequest(actor.getSnapshot()),
    send: async (to: typeof PHONE, content = 'abcde') => {
      actor.send({ type: 'captcha.change', content });
      actor.send({ type: 'code.send', to });
      const isSending = selectIsSending(actor.getSnapshot());
      await settle();
      return isSending;
    },
  };
}

describe('asking for a code', () => {
  it('draws a picture first, and another one when it cannot be read', async () => {
    const request = await start();
    expect(request.see().captcha).toEqual({ token: 'token-1', image: 'data:,' });
    request.actor.send({ type: 'captcha.change', content: 'abc' });
    request.actor.send({ type: 'captcha.renew' });
    expect([request.see().captcha, request.see().content, selectIsDrawing(request.actor.getSnapshot())]).toEqual([
      null,
      '',
      true,
    ]);
    await settle();
    expect(request.see().captcha?.token).toBe('token-2');
  });

  it('sends nothing while the letters are missing, and says so', async () => {
    const request = await start();
    expect(await request.send(PHONE, '  ')).toBe(false);
    expect(request.see().isContentMissing).toBe(true);
    request.actor.send({ type: 'captcha.change', content: 'a' });
    expect(request.see().isContentMissing).toBe(false);
    expect(request.asked).toEqual([]);
  });

  it('sends the letters with their picture, which then serves no more; counts the pause down; reads what the demo kept', async () => {
    const request = await start();
    expect(await request.send(PHONE, ' abcde ')).toBe(true);
    expect(request.asked).toEqual([{ purpose: 'login', to: PHONE, captchaToken: 'token-1', captchaContent: 'abcde' }]);
    expect(request.see()).toMatchObject({ wait: 60, failure: null, captcha: { token: 'token-2' }, content: '' });
    expect(request.read).toEqual(['+8613800000001']);
    expect(request.see().messages).toEqual(request.cloud.kept);
    request.clock.increment(1_000);
    expect(request.see().wait).toBe(59);
    expect(await request.send(PHONE)).toBe(false);
    for (let second = 0; second < 59; second++) request.clock.increment(1_000);
    expect(request.see().wait).toBe(0);
    expect(await request.send(PHONE)).toBe(true);
  });

  it('lets another target be sent to at once', async () => {
    const request = await start();
    await request.send(PHONE);
    expect(await request.send(EMAIL)).toBe(true);
    expect(request.read).toEqual(['+8613800000001', 'ada@example.org']);
  });

  it.each(['captchaWrong', 'codeNotSent', 'phoneNumberUsed'] as const)(
    'says why it was refused (%s), with a new picture, and may be asked again',
    async (error) => {
      const request = await start();
      request.cloud.refusal = new ApiError(error);
      await request.send(PHONE);
      expect(request.see()).toMatchObject({ failure: { code: ERRORS[error] }, wait: 0, captcha: { token: 'token-2' } });
      request.cloud.refusal = null;
      expect(await request.send(PHONE)).toBe(true);
      expect(request.see().failure).toBeNull();
    },
  );

  it('waits as long as the server says when it was asked too often', async () => {
    const request = await start();
    request.cloud.refusal = new ApiError('codeTooOften', { words: { seconds: 2 } });
    await request.send(PHONE);
    expect(request.see()).toMatchObject({ failure: { code: ERRORS.codeTooOften }, wait: 2 });
    request.clock.increment(1_000);
    request.clock.increment(1_000);
    expect(request.see()).toMatchObject({ failure: null, wait: 0 });
  });

  it('says that no picture comes while the cloud is away', async () => {
    const request = await start();
    request.cloud.isDark = true;
    request.actor.send({ type: 'captcha.renew' });
    await settle();
    expect(request.see()).toMatchObject({ captcha: null, failure: { code: ERRORS.networkFailed } });
    expect(await request.send(PHONE)).toBe(false);
    request.cloud.isDark = false;
    request.actor.send({ type: 'captcha.renew' });
    await settle();
    expect(request.see().captcha).not.toBeNull();
  });
});
