import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { Account } from '../../../contract/entities/account.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  accountsMachine,
  type AccountsResult,
  type ShownLink,
} from '../../../src/machines/accounts/accounts.machine.ts';
import type { AccountAction } from '../../../src/machines/accounts/actions.ts';
import { accountsQuery, type AccountsRequest } from '../../../src/machines/accounts/accountsQuery.ts';
import { type Draft, draftFaults, emptyDraft, withRole } from '../../../src/machines/accounts/draft.ts';
import {
  selectAccounts,
  selectIsBusy,
  selectIsDraftOpen,
  selectQuestion,
} from '../../../src/machines/accounts/accounts.selectors.ts';
import { selectIsReading } from '../../../src/machines/factories/pagedList.selectors.ts';
import { TYPING_MS } from '../../../src/machines/factories/pagedList.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const ADA: Account = {
  id: 'ada',
  nickname: 'Ada',
  email: 'ada@hotel.example',
  phoneNumber: '',
  roles: ['operator'],
  demo: false,
  lockedAt: null,
  createdAt: 1,
  lastSeenAt: 2,
  sessions: 1,
  isHere: false,
  robots: 3,
  hasPassword: true,
  appId: '',
};
const LINK: ShownLink = { url: 'https://x/set-password?code=c', expiresAt: 9 };

async function start({ query = {} as Record<string, string> } = {}) {
  const cloud = {
    found: { total: 1, rows: [ADA], invitations: [] } as AccountsResult,
    wishes: [] as AccountsRequest[],
    saved: [] as (Draft | null)[],
    acts: [] as { act: AccountAction; id: string }[],
    link: null as ShownLink | null,
    refusal: null as Error | null,
    listRefusal: null as Error | null,
  };
  const answer = <Value>(value: Value): Value => {
    if (cloud.refusal) throw cloud.refusal;
    return value;
  };
  const started = startUnderApp(
    accountsMachine.provide({
      actors: {
        loadList: fromPromise<AccountsResult, AccountsRequest>(async ({ input }) => {
          cloud.wishes.push(input);
          if (cloud.listRefusal) throw cloud.listRefusal;
          return cloud.found;
        }),
        save: fromPromise<ShownLink | null, { draft: Draft | null }>(async ({ input }) => {
          cloud.saved.push(input.draft);
          return answer(cloud.link);
        }),
        act: fromPromise<ShownLink | null, { act: AccountAction; id: string }>(async ({ input }) => {
          cloud.acts.push(input);
          return answer(cloud.link);
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'accounts', params: {}, query, user: userOf(), serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  return {
    ...started,
    cloud,
    see: () => selectAccounts(started.actor.getSnapshot()),
    is: (select: (snapshot: ReturnType<typeof started.actor.getSnapshot>) => boolean) =>
      select(started.actor.getSnapshot()),
  };
}
const ask = async (page: Awaited<ReturnType<typeof start>>, act: AccountAction, answer: 'accept' | 'cancel') => {
  page.actor.send({ type: 'account.act', task: { act, id: 'ada', name: 'Ada' } });
  selectQuestion(page.actor.getSnapshot())?.send({ type: `confirm.${answer}` });
  await settle();
};

describe('the list', () => {
  it('is what the address says', async () => {
    const { cloud, see } = await start({
      query: { q: 'ad', role: 'admin', filter: 'locked', sort: 'seen', order: 'desc', page: '3' },
    });
    expect(cloud.wishes).toEqual([
      { text: 'ad', role: 'admin', state: 'locked', sort: 'seen', descending: true, page: 3, limit: 20 },
    ]);
    expect(see()).toMatchObject({ total: 1, rows: [ADA], failure: null });
  });

  it('waits until one has typed, and not for anything else', async () => {
    const { actor, clock, cloud } = await start();
    actor.send({ type: 'page.queryChanged', query: { q: 'a' } });
    actor.send({ type: 'page.queryChanged', query: { q: 'ad' } });
    await settle();
    expect(cloud.wishes).toHaveLength(1);
    clock.increment(TYPING_MS);
    await settle();
    expect(cloud.wishes).toMatchObject([{}, { text: 'ad' }]);
    actor.send({ type: 'page.queryChanged', query: { q: 'ad', filter: 'open' } });
    await settle();
    expect(cloud.wishes.at(-1)).toMatchObject({ text: 'ad', state: 'open' });
  });

  it('is read anew in another language and after a gap; a failure is told and can be tried again', async () => {
    const { actor, cloud, see } = await start();
    cloud.listRefusal = new ApiError('databaseAway');
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    expect(see().failure?.code).toBe(ERRORS.databaseAway);
    cloud.listRefusal = null;
    actor.send({ type: 'list.reload' });
    expect(selectIsReading(actor.getSnapshot())).toBe(true);
    await settle();
    expect(see().failure).toBeNull();
    actor.send({ type: 'page.resumed' });
    await settle();
    expect(cloud.wishes).toHaveLength(4);
  });

  it('goes to the first page when the page is no more', async () => {
    const { actor, cloud, toldTo } = await start({ query: { page: '2' } });
    cloud.found = { total: 3, rows: [], invitations: [] };
    actor.send({ type: 'list.reload' });
    await settle();
    expect(toldTo('navigation')).toEqual([{ type: 'navigation.query', query: { page: '' } }]);
  });

  it('puts a filter into the address, from its first page', async () => {
    const { actor, toldTo } = await start();
    actor.send({ type: 'list.show', query: accountsQuery.patch({ role: 'admin' }) });
    expect(toldTo('navigation')).toEqual([{ type: 'navigation.query', query: { role: 'admin', page: '' } }]);
    expect(accountsQuery.read({ page: '0', role: 'king', sort: 'x' })).toMatchObject({
      page: 1,
      role: 'all',
      sort: 'name',
    });
    expect(
      accountsQuery.patch({ text: '', role: 'all', state: 'all', sort: 'name', descending: false, page: 4 }),
    ).toEqual({
      q: '',
      role: '',
      filter: '',
      sort: '',
      order: '',
      page: '4',
    });
  });
});

describe('the form', () => {
  it('says what is missing, takes it back once it is mended, and sends nothing before', async () => {
    const { actor, cloud, see, is } = await start();
    actor.send({ type: 'account.create' });
    actor.send({ type: 'draft.change', change: { roles: [] } });
    actor.send({ type: 'draft.submit' });
    expect(see().faults).toEqual({ nickname: 'nicknameEmpty', email: 'contactEmpty', roles: 'rolesEmpty' });
    actor.send({ type: 'draft.change', change: { nickname: 'Ada' } });
    expect(see().faults).toEqual({ email: 'contactEmpty', roles: 'rolesEmpty' });
    expect(cloud.saved).toEqual([]);
    expect(is(selectIsDraftOpen)).toBe(true);
    actor.send({ type: 'dialog.close' });
    expect(see().draft).toBeNull();
  });

  it.each([
    ['create', {}, { nickname: 'nicknameEmpty', email: 'contactEmpty' }],
    [
      'create',
      { nickname: 'x'.repeat(41), phoneNumber: '0170' },
      { nickname: 'nicknameLong', phoneNumber: 'phoneShape' },
    ],
    ['create', { nickname: 'Ada', email: 'here' }, { email: 'emailShape' }],
    ['create', { nickname: '艾达', phoneNumber: '+86 138-0000 0001' }, {}],
    ['invite', {}, { target: 'targetShape' }],
    ['invite', { target: 'guest@hotel.example' }, {}],
    ['invite', { target: '+8613800000001', roles: [] }, { roles: 'rolesEmpty' }],
  ] as const)('%s with %j: %j', (kind, change, faults) => {
    expect(draftFaults({ ...emptyDraft(kind), ...change })).toEqual(faults);
  });

  it('keeps roles in their order', () => {
    expect(withRole(['admin'], 'viewer', true)).toEqual(['viewer', 'admin']);
    expect(withRole(['viewer', 'admin'], 'viewer', false)).toEqual(['admin']);
  });

  it('of a new account ends with its link, shown until it is closed; the list is read anew', async () => {
    const { actor, cloud, see } = await start();
    cloud.link = LINK;
    actor.send({ type: 'account.create' });
    actor.send({ type: 'draft.change', change: { nickname: ' Grace ', email: 'grace@hotel.example' } });
    actor.send({ type: 'draft.submit' });
    expect(selectIsBusy(actor.getSnapshot())).toBe(true);
    await settle();
    expect(see().link).toEqual({ ...LINK, name: 'Grace', why: 'created' });
    expect(cloud.wishes).toHaveLength(2);
    actor.send({ type: 'dialog.close' });
    expect(see().link).toBeNull();
  });

  it('of an invitation ends with its link as well', async () => {
    const { actor, cloud, see } = await start();
    cloud.link = LINK;
    actor.send({ type: 'account.invite' });
    actor.send({ type: 'draft.change', change: { target: 'guest@hotel.example' } });
    actor.send({ type: 'draft.submit' });
    await settle();
    expect(see().link).toMatchObject({ name: 'guest@hotel.example', why: 'invited' });
    expect(cloud.saved).toMatchObject([{ kind: 'invite', target: 'guest@hotel.example', roles: ['operator'] }]);
  });

  it('of a known account ends with a word; refused it stays open with what was typed and why', async () => {
    const { actor, cloud, see, toldTo } = await start();
    actor.send({ type: 'account.edit', account: ADA });
    expect(see().draft).toMatchObject({ kind: 'edit', accountId: 'ada', nickname: 'Ada', roles: ['operator'] });
    cloud.refusal = new ApiError('emailUsed', { field: 'email' });
    actor.send({ type: 'draft.change', change: { email: 'taken@hotel.example' } });
    actor.send({ type: 'draft.submit' });
    await settle();
    expect(see()).toMatchObject({
      draft: { email: 'taken@hotel.example' },
      refusal: { code: ERRORS.emailUsed, field: 'email' },
    });
    actor.send({ type: 'draft.change', change: { email: 'free@hotel.example' } });
    expect(see().refusal).toBeNull();
    cloud.refusal = null;
    actor.send({ type: 'draft.submit' });
    await settle();
    expect(see().draft).toBeNull();
    expect(toldTo('notices')).toMatchObject([
      { notice: { tone: 'success', key: 'accounts.done.edit', words: { name: 'Ada' } } },
    ]);
  });
});

describe('an act', () => {
  it('is asked first, naming the person; a no does nothing', async () => {
    const page = await start();
    page.actor.send({ type: 'account.act', task: { act: 'lock', id: 'ada', name: 'Ada' } });
    expect(selectQuestion(page.actor.getSnapshot())?.getSnapshot().context).toMatchObject({
      titleKey: 'accounts.ask.lock.title',
      words: { name: 'Ada' },
      destructive: true,
    });
    selectQuestion(page.actor.getSnapshot())?.send({ type: 'confirm.cancel' });
    await settle();
    expect(page.cloud.acts).toEqual([]);
    expect(page.see().task).toBeNull();
  });

  it.each([
    ['lock', 'accounts.done.lock'],
    ['unlock', 'accounts.done.unlock'],
    ['endSessions', 'accounts.done.endSessions'],
    ['withdraw', 'accounts.done.withdraw'],
  ] as const)('%s is done, said, and the list is read anew', async (act, key) => {
    const page = await start();
    await ask(page, act, 'accept');
    expect(page.cloud.acts).toEqual([{ act, id: 'ada' }]);
    expect(page.toldTo('notices')).toMatchObject([{ notice: { key, words: { name: 'Ada' } } }]);
    expect(page.cloud.wishes).toHaveLength(2);
  });

  it('of a new password shows the link', async () => {
    const page = await start();
    page.cloud.link = LINK;
    await ask(page, 'resetPassword', 'accept');
    expect(page.see().link).toEqual({ ...LINK, name: 'Ada', why: 'reset' });
    expect(page.toldTo('notices')).toEqual([]);
  });

  it('that is refused says why, and the list shows what is so', async () => {
    const page = await start();
    page.cloud.refusal = new ApiError('notOnYourself');
    await ask(page, 'lock', 'accept');
    expect(page.toldTo('notices')).toMatchObject([
      { notice: { tone: 'error', failure: { code: ERRORS.notOnYourself } } },
    ]);
    expect(page.cloud.wishes).toHaveLength(2);
    expect(page.see().task).toBeNull();
  });
});
