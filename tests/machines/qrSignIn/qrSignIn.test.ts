import { describe, expect, it } from 'vitest';
import { LOGIN_QR_ASK_MS, LOGIN_QR_OVERLAP_MS, LOGIN_QR_TTL_MS } from '../../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { ENTERING_MS, QR_RETRY_MS } from '../../../src/machines/qrSignIn/qrSignIn.machine.ts';
import { qrOf, startQrSignIn } from '../../fakes/startQrSignIn.ts';

const RENEWED_MS = LOGIN_QR_TTL_MS - LOGIN_QR_OVERLAP_MS;
const shown = async (name = 'one') => {
  const page = startQrSignIn();
  await page.show(name);
  return page;
};
const scanned = async () => {
  const page = await shown();
  await page.say('one', { state: 'scanned', number: '47' });
  return page;
};

describe('signing in by a picture', () => {
  it('shows it, asks what became of it, shows the number, and goes on by itself', async () => {
    const page = startQrSignIn();
    expect([page.phase(), page.url()]).toEqual(['fetching', '']);
    await page.show('one');
    expect([page.phase(), page.url()]).toEqual(['shown', qrOf('one').url]);
    expect(page.questions.calls.map(({ input }) => input)).toEqual([{ codes: [qrOf('one')] }]);
    await page.say('one');
    await page.pass(LOGIN_QR_ASK_MS - 1);
    expect(page.questions.calls).toHaveLength(1);
    await page.pass(1);
    await page.say('one', { state: 'scanned', number: '07' });
    expect([page.phase(), page.number()]).toEqual(['scanned', '07']);
    await page.pass(LOGIN_QR_ASK_MS);
    await page.say('one', { state: 'done', accessToken: 'token', userId: 'lin' });
    expect(page.phase()).toBe('entering');
    expect(page.entered()).toEqual([{ type: 'session.enter', accessToken: 'token', userId: 'lin', keep: true }]);
    // Nothing of it remains in the context.
    expect(page.actor.getSnapshot().context).toEqual({ code: null, before: null, number: '', failure: null });
  });

  it('keeps no credentials of a reply without a userId', async () => {
    const page = await scanned();
    await page.pass(LOGIN_QR_ASK_MS);
    await page.say('one', { state: 'done', accessToken: 'token' });
    expect(page.entered()).toEqual([]);
  });

  it('renews it before it ends, the old one staying in sight meanwhile and asked about until its end', async () => {
    const page = await shown();
    await page.say('one');
    for (let spent = 0; spent < RENEWED_MS - LOGIN_QR_ASK_MS; spent += LOGIN_QR_ASK_MS) {
      await page.pass(LOGIN_QR_ASK_MS);
      await page.say('one');
    }
    expect(page.codes.calls).toHaveLength(1);
    await page.pass(LOGIN_QR_ASK_MS);
    expect([page.phase(), page.url()]).toEqual(['fetching', qrOf('one').url]);
    await page.show('two');
    expect(page.url()).toBe(qrOf('two').url);
    expect(page.questions.last()?.input).toEqual({ codes: [qrOf('two'), qrOf('one')] });
    await page.say('two');
    await page.pass(LOGIN_QR_OVERLAP_MS);
    await page.say('two');
    await page.pass(LOGIN_QR_ASK_MS);
    expect(page.questions.last()?.input).toEqual({ codes: [qrOf('two')] });
  });

  it('goes on with the one before when that was scanned', async () => {
    const page = await shown();
    await page.say('one');
    await page.pass(RENEWED_MS);
    await page.show('two');
    await page.say('one', { state: 'scanned', number: '12' });
    expect([page.phase(), page.number()]).toEqual(['scanned', '12']);
    await page.pass(LOGIN_QR_ASK_MS);
    expect(page.questions.last()?.input).toEqual({ codes: [qrOf('one')] });
    // A number that the user is entering on the phone is not replaced.
    await page.say('one', { state: 'scanned', number: '12' });
    await page.pass(LOGIN_QR_ASK_MS);
    await page.say('one', { state: 'scanned', number: '12' });
    await page.pass(RENEWED_MS);
    expect(page.phase()).toBe('scanned');
    expect(page.codes.calls).toHaveLength(2);
  });

  it('begins anew when nobody approved in time, and when a person wants to', async () => {
    const page = await scanned();
    await page.pass(LOGIN_QR_ASK_MS);
    await page.fail(new ApiError('qrCodeExpired'));
    expect([page.phase(), page.url(), page.number()]).toEqual(['fetching', '', '']);
    await page.show('two');
    await page.say('two', { state: 'scanned', number: '33' });
    page.actor.send({ type: 'code.renew' });
    expect([page.phase(), page.url(), page.number()]).toEqual(['fetching', '', '']);
    await page.show('three');
    expect(page.questions.last()?.input).toEqual({ codes: [qrOf('three')] });
  });

  it('says that the phone turned it away, and shows another one when asked', async () => {
    const page = await scanned();
    await page.pass(LOGIN_QR_ASK_MS);
    await page.say('one', { state: 'refused' });
    expect([page.phase(), page.url(), page.failure()]).toEqual(['refused', '', null]);
    await page.pass(LOGIN_QR_TTL_MS);
    expect(page.phase()).toBe('refused');
    page.actor.send({ type: 'code.renew' });
    expect(page.phase()).toBe('fetching');
  });

  it.each(['accountLocked', 'demoOff', 'noRole'] as const)(
    'says why an approved one was not let in: %s',
    async (error) => {
      const page = await scanned();
      await page.pass(LOGIN_QR_ASK_MS);
      await page.fail(new ApiError(error));
      expect([page.phase(), page.failure()?.code]).toEqual(['refused', ERRORS[error]]);
      expect(page.url()).toBe('');
    },
  );

  it('a cloud that is away takes nothing from the screen: it says so, asks on, and says it no more', async () => {
    const page = await scanned();
    await page.pass(LOGIN_QR_ASK_MS);
    await page.fail(new ApiError('networkFailed'));
    expect([page.phase(), page.number(), page.failure()?.code]).toEqual(['scanned', '47', ERRORS.networkFailed]);
    await page.pass(LOGIN_QR_ASK_MS);
    await page.say('one', { state: 'scanned', number: '47' });
    expect(page.failure()).toBeNull();
  });

  it('without a picture tries again, and waits as long as it is told to', async () => {
    const page = startQrSignIn();
    await page.refuseCode(new ApiError('networkFailed'));
    expect([page.phase(), page.failure()?.code]).toEqual(['unreachable', ERRORS.networkFailed]);
    await page.pass(QR_RETRY_MS);
    await page.refuseCode(new ApiError('tooManyRequests', { words: { seconds: 20 } }));
    await page.pass(20_000 - 1);
    expect(page.codes.calls).toHaveLength(2);
    await page.pass(1);
    expect(page.codes.calls).toHaveLength(3);
    await page.show('one');
    expect([page.phase(), page.failure()]).toEqual(['shown', null]);
  });

  it('asks nothing in a hidden tab, goes on at once when it is seen, and fetches no picture that nobody sees', async () => {
    const page = await shown();
    page.tab('tab.hidden');
    await page.say('one');
    await page.pass(10 * LOGIN_QR_ASK_MS);
    expect(page.questions.calls).toHaveLength(1);
    page.tab('tab.seen');
    expect(page.questions.calls).toHaveLength(2);
    await page.say('one');
    page.tab('tab.hidden');
    await page.pass(RENEWED_MS);
    expect([page.codes.calls.length, page.questions.calls.length, page.url()]).toEqual([1, 2, '']);
    page.tab('tab.seen');
    expect(page.codes.calls).toHaveLength(2);
  });

  it('one scanned meanwhile shows its number when the tab is seen again', async () => {
    const page = await scanned();
    page.tab('tab.hidden');
    await page.pass(LOGIN_QR_TTL_MS);
    expect([page.phase(), page.questions.calls.length]).toEqual(['scanned', 1]);
    page.tab('tab.seen');
    await page.say('one', { state: 'done', accessToken: 'token', userId: 'lin' });
    expect(page.entered()).toHaveLength(1);
  });

  it('shows another one when session could do nothing with it', async () => {
    const page = await scanned();
    await page.pass(LOGIN_QR_ASK_MS);
    await page.say('one', { state: 'done', accessToken: 'token', userId: 'lin' });
    await page.pass(ENTERING_MS - 1);
    expect(page.phase()).toBe('entering');
    await page.pass(1);
    expect(page.phase()).toBe('fetching');
  });
});
