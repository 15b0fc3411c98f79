import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { LinkTerms } from '../../../contract/entities/account.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  type PasswordField,
  setPasswordMachine,
  type UsedLink,
} from '../../../src/machines/setPassword/setPassword.machine.ts';
import {
  selectIsSetting,
  selectLinkState,
  selectSetPassword,
} from '../../../src/machines/setPassword/setPassword.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const TERMS: LinkTerms = {
  kind: 'password',
  nickname: 'Ada',
  target: 'ada@hotel.example',
  roles: ['operator'],
  expiresAt: 9,
};

async function start({ code = 'c', kind = 'password' as LinkTerms['kind'], refusal = null as Error | null } = {}) {
  const cloud = { asked: 0, used: [] as UsedLink[], refusal };
  const started = startUnderApp(
    setPasswordMachine.provide({
      actors: {
        askLink: fromPromise<LinkTerms, { code: string }>(async () => {
          cloud.asked += 1;
          if (cloud.refusal) throw cloud.refusal;
          return { ...TERMS, kind };
        }),
        useLink: fromPromise<unknown, UsedLink>(async ({ input }) => {
          cloud.used.push(input);
          if (cloud.refusal) throw cloud.refusal;
          return null;
        }),
      },
    }),
    {
      as: 'screen',
      input: {
        page: 'setPassword',
        params: {},
        query: code ? { code } : {},
        user: null,
        serialNumber: '',
        language: 'enUS',
      },
    },
  );
  await settle();
  const type = (fields: Partial<Record<PasswordField, string>>): void => {
    for (const [field, value] of Object.entries(fields))
      started.actor.send({ type: 'field.change', field: field as PasswordField, value });
  };
  return {
    ...started,
    cloud,
    type,
    see: () => selectSetPassword(started.actor.getSnapshot()),
    state: () => selectLinkState(started.actor.getSnapshot()),
  };
}
const GOOD = { password: 'Password1', repeated: 'Password1' };

describe('a link', () => {
  it('says whose password it sets; without a code, or over, it is over', async () => {
    expect((await start()).see().terms).toMatchObject({ nickname: 'Ada' });
    expect((await start({ code: '' })).state()).toBe('over');
    expect((await start({ refusal: new ApiError('linkOver') })).state()).toBe('over');
  });

  it('that could not be looked at is tried again when asked', async () => {
    const page = await start({ refusal: new ApiError('networkFailed') });
    expect([page.state(), page.see().failure?.code]).toEqual(['failed', ERRORS.networkFailed]);
    page.cloud.refusal = null;
    page.actor.send({ type: 'oneTimeLink.retry' });
    await settle();
    expect(page.state()).toBe('good');
  });
});

describe('the form', () => {
  it('demands a good password, twice, and of who is invited a name', async () => {
    const page = await start({ kind: 'invitation' });
    page.type({ password: 'weak', repeated: 'other' });
    page.actor.send({ type: 'form.submit' });
    expect(page.see().faults).toEqual({
      nickname: 'nicknameEmpty',
      password: 'passwordRule',
      repeated: 'passwordDiffers',
    });
    page.type(GOOD);
    expect(page.see().faults).toEqual({ nickname: 'nicknameEmpty' });
    expect(page.cloud.used).toEqual([]);
  });

  it('shows a password while asked to, each by itself', async () => {
    const { actor } = await start();
    for (const field of ['password', 'repeated', 'password'] as const)
      actor.send({ type: 'password.toggleShown', field });
    expect(selectSetPassword(actor.getSnapshot()).revealed).toEqual(['repeated']);
  });
  it('sends it once, forgets what was typed, and leads to sign-in', async () => {
    const page = await start();
    page.type(GOOD);
    page.actor.send({ type: 'form.submit' });
    expect(selectIsSetting(page.actor.getSnapshot())).toBe(true);
    page.actor.send({ type: 'form.submit' });
    await settle();
    expect(page.cloud.used).toEqual([{ code: 'c', nickname: '', ...GOOD }]);
    expect([page.state(), JSON.stringify(page.see()).includes('Password1')]).toEqual(['done', false]);
    page.actor.send({ type: 'signIn.open' });
    expect(page.toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/login' }]);
  });

  it('stays with what was typed when it is refused; one that was used meanwhile is over', async () => {
    const page = await start();
    page.type(GOOD);
    page.cloud.refusal = new ApiError('emailUsed');
    page.actor.send({ type: 'form.submit' });
    await settle();
    expect(page.see()).toMatchObject({ failure: { code: ERRORS.emailUsed }, fields: GOOD });
    page.cloud.refusal = new ApiError('linkOver');
    page.actor.send({ type: 'form.submit' });
    await settle();
    expect(page.state()).toBe('over');
  });
});
