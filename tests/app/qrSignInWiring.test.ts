/** The wiring of QR sign-in: the URL shown, the signing key, and which of two codes is accepted. */
import { createActor, type AnyActorLogic, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { Services } from '../../src/app/services.ts';
import { wireQrSignIn } from '../../src/app/wiring/qrSignIn.ts';
import type { LoginQr, QrAnswer } from '../../src/machines/qrSignIn/qrSignIn.machine.ts';
import { childLogicOf } from '../../src/machines/xstateInternals.ts';
import { createClock } from '../../src/services/clock.ts';
import type { SendOptions } from '../../src/services/transport.ts';

const one = { qrcode: 'one-code-of-twenty-two-signs', url: 'x', pickUpKey: 'key one', lasts: 1 };
const two = { qrcode: 'two-code-of-twenty-two-signs', url: 'x', pickUpKey: 'key two', lasts: 1 };
const page = new EventTarget();
const browser = {
  window: page,
  document: Object.assign(new EventTarget(), { hasFocus: () => true, visibilityState: 'visible' as const }),
};

function start(answers: Record<string, object | Error>, url = '/mini-program?sign-in=one') {
  const sent: { path: string; data: unknown; options: SendOptions | undefined }[] = [];
  const transport = async (path: string, data: unknown, options?: SendOptions) => {
    sent.push({ path, data, options });
    const answer = answers[(data as { qrcode?: string }).qrcode ?? 'ask'];
    if (answer instanceof Error) throw answer;
    return path.endsWith('get-login-qrcode')
      ? { qrcode: one.qrcode, url, pickUpKey: one.pickUpKey, expiresAt: 121_000, serverTime: 1_000 }
      : { state: 'shown', number: '', expiresAt: 1, serverTime: 1, accessToken: '', userId: '', ...answer };
  };
  // No other service is used.
  const machine = wireQrSignIn(
    { transport, world: { origin: 'https://10.0.0.5:8443', clock: createClock() } } as unknown as Services,
    browser as never,
  );
  const run = async <Output>(name: 'askCode' | 'pickUp', input: unknown): Promise<Output> => {
    const actor = createActor(childLogicOf(machine, name) as AnyActorLogic, { input } as never);
    actor.subscribe({ error: () => undefined });
    actor.start();
    const { output, error, status } = (await waitFor(
      actor,
      (snapshot) => (snapshot as { status: string }).status !== 'active',
    ).catch(() => actor.getSnapshot())) as { output: Output; error: unknown; status: string };
    if (status === 'error') throw error;
    return output;
  };
  return {
    sent,
    ask: () => run<LoginQr>('askCode', {}),
    pickUp: (...codes: LoginQr[]) => run<QrAnswer>('pickUp', { codes }),
  };
}

it('completes a bare path with the address of the page, and leaves a whole one alone', async () => {
  expect(await start({}).ask()).toEqual({
    qrcode: one.qrcode,
    url: 'https://10.0.0.5:8443/mini-program?sign-in=one',
    pickUpKey: 'key one',
    lasts: 120_000,
  });
  expect((await start({}, 'https://robots.example/mini-program?sign-in=one').ask()).url).toBe(
    'https://robots.example/mini-program?sign-in=one',
  );
});

it('signs with the key of each code, sends the code alone, and once', async () => {
  const { pickUp, sent } = start({});
  expect(await pickUp(one, two)).toMatchObject({ qrcode: one.qrcode, state: 'shown' });
  expect(sent.map(({ data, options }) => [data, options?.key, options?.once])).toEqual([
    [{ qrcode: one.qrcode }, 'key one', true],
    [{ qrcode: two.qrcode }, 'key two', true],
  ]);
});

it.each([
  ['was scanned', { state: 'scanned', number: '12' }, two.qrcode],
  ['brought a session', { state: 'done', userId: 'lin', accessToken: 'token' }, two.qrcode],
  ['was turned away', { state: 'refused' }, one.qrcode],
  ['is over', new ApiError('qrCodeExpired'), one.qrcode],
])('goes by the picture before only where it leads on: it %s', async (_, before, counts) => {
  expect((await start({ [two.qrcode]: before }).pickUp(one, two)).qrcode).toBe(counts);
});

it('goes by the one now shown once that was scanned, and says when it is over', async () => {
  expect(
    await start({
      [one.qrcode]: { state: 'scanned', number: '33' },
      [two.qrcode]: { state: 'scanned', number: '12' },
    }).pickUp(one, two),
  ).toMatchObject({ qrcode: one.qrcode, number: '33' });
  await expect(start({ [one.qrcode]: new ApiError('qrCodeExpired') }).pickUp(one, two)).rejects.toMatchObject({
    code: ERRORS.qrCodeExpired,
  });
});
