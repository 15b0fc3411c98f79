import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { Account } from '../../../contract/entities/account.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  accountFaults,
  type AccountFields,
  accountFormMachine,
  fieldsOf,
  newAccount,
  type ShownLink,
  withRole,
} from '../../../src/machines/accounts/accountForm.machine.ts';
import { accountsMachine, type AccountsResult } from '../../../src/machines/accounts/accounts.machine.ts';
import type { AccountAction, AccountTask } from '../../../src/machines/accounts/actions.ts';
import { accountsQuery, type AccountsRequest } from '../../../src/machines/accounts/accountsQuery.ts';
import { selectAccountForm, selectAccounts } from '../../../src/machines/accounts/accounts.selectors.ts';
import { selectIsReading } from '../../../src/machines/factories/pagedList.selectors.ts';
import { selectQuestion } from '../../../src/machines/factories/recordPage.selectors.ts';
import { TYPING_MS } from '../../../src/machines/factories/pagedList.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { editorInTab } from '../../fakes/keptDialog.ts';

const { tab, keepDialog, recallDialog, keepDraft } = editorInTab<AccountFields>();

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
  needsRole: false,
  hasPassword: true,
  appId: '',
};
const LINK: ShownLink = { url: 'https://x/set-password?code=c', expiresAt: 9 };

async function start({ query = {} as Record<string, string> } = {}) {
  const cloud = {
    found: { total: 1, rows: [ADA], invitations: [] } as AccountsResult,
    wishes: [] as AccountsRequest[],
    saved: [] as AccountFields[],
    acts: [] as AccountTask[],
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
      actions: { keepDialog },
      actors: {
        recallDialog,
        guardTab: fromCallback(() => undefined),
        loadList: fromPromise<AccountsResult, AccountsRequest>(async ({ input }) => {
          cloud.wishes.push(input);
          if (cloud.listRefusal) throw cloud.listRefusal;
          return cloud.found;
        }),
        form: accountFormMachine.provide({
          actions: { keepDraft },
          actors: {
            save: fromPromise<ShownLink | null, { fields: AccountFields }>(async ({ input }) => {
              cloud.saved.push(input.fields);
              return answer(cloud.link);
            }),
          },
        }),
        act: fromPromise<ShownLink | null, { task: AccountTask }>(async ({ input }) => {
          cloud.acts.push(input.task);
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
    /** The open editor. */
    form() {
      const form = selectAccountForm(started.actor.getSnapshot());
      if (!form) throw new Error('no editor is open');
      return form;
    },
  };
}
const ask = async (page: Awaited<ReturnType<typeof start>>, act: AccountAction, answer: 'accept' | 'cancel') => {
  page.actor.send({ type: 'record.act', task: { act, id: 'ada', name: 'Ada' } });
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
  it('says what is missing, takes it back once it is corrected, and sends nothing before', async () => {
    const { actor, cloud, form } = await start();
    actor.send({ type: 'record.edit', fields: newAccount('create') });
    form().send({ type: 'field.change', field: 'roles', value: [] });
    form().send({ type: 'form.submit' });
    expect(form().getSnapshot().context.faults).toEqual({
      nickname: 'accounts.fault.nicknameEmpty',
      email: 'accounts.fault.contactEmpty',
      roles: 'accounts.fault.rolesEmpty',
    });
    form().send({ type: 'field.change', field: 'nickname', value: 'Ada' });
    expect(Object.keys(form().getSnapshot().context.faults)).toEqual(['roles', 'email']);
    expect(cloud.saved).toEqual([]);
    actor.send({ type: 'dialog.close' });
    expect(selectAccountForm(actor.getSnapshot())).toBeNull();
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
    const found = accountFaults({ ...newAccount(kind), ...change });
    expect(found).toEqual(
      Object.fromEntries(
        Object.entries(faults).map(([field, fault]) => [
          field,
          fault === 'nicknameLong' ? 'shared.atMost40Characters' : `accounts.fault.${fault}`,
        ]),
      ),
    );
  });

  it('keeps roles in their order', () => {
    expect(withRole(['admin'], 'viewer', true)).toEqual(['viewer', 'admin']);
    expect(withRole(['viewer', 'admin'], 'viewer', false)).toEqual(['admin']);
  });

  it('of a new account ends with its link, shown until it is closed; the list is loaded again', async () => {
    const { actor, cloud, form, see } = await start();
    cloud.link = LINK;
    actor.send({ type: 'record.edit', fields: newAccount('create') });
    form().send({ type: 'field.change', field: 'nickname', value: ' Grace ' });
    form().send({ type: 'field.change', field: 'email', value: 'grace@hotel.example' });
    form().send({ type: 'form.submit' });
    expect(form().getSnapshot().hasTag('saving')).toBe(true);
    await settle();
    expect(see()).toMatchObject({ shown: LINK, fields: { kind: 'create', nickname: ' Grace ' }, task: null });
    expect(cloud.wishes).toHaveLength(2);
    actor.send({ type: 'dialog.close' });
    expect(see()).toMatchObject({ shown: null, fields: null });
  });

  it('of an invitation ends with its link as well', async () => {
    const { actor, cloud, form, see } = await start();
    cloud.link = LINK;
    actor.send({ type: 'record.edit', fields: newAccount('invite') });
    form().send({ type: 'field.change', field: 'target', value: 'guest@hotel.example' });
    form().send({ type: 'form.submit' });
    await settle();
    expect(see()).toMatchObject({ shown: LINK, fields: { kind: 'invite', target: 'guest@hotel.example' } });
    expect(cloud.saved).toMatchObject([{ kind: 'invite', target: 'guest@hotel.example', roles: ['operator'] }]);
  });

  it('of a known account ends with a notice; refused it stays open with what was typed and why', async () => {
    const { actor, cloud, form, see, toldTo } = await start();
    actor.send({ type: 'record.edit', fields: fieldsOf(ADA) });
    expect(form().getSnapshot().context.draft).toMatchObject({ kind: 'edit', accountId: 'ada', roles: ['operator'] });
    cloud.refusal = new ApiError('emailUsed', { field: 'email' });
    form().send({ type: 'field.change', field: 'email', value: 'taken@hotel.example' });
    form().send({ type: 'form.submit' });
    await settle();
    expect(form().getSnapshot().context).toMatchObject({
      draft: { email: 'taken@hotel.example' },
      failure: { code: ERRORS.emailUsed, field: 'email' },
    });
    form().send({ type: 'field.change', field: 'email', value: 'free@hotel.example' });
    expect(form().getSnapshot().context.failure).toBeNull();
    cloud.refusal = null;
    form().send({ type: 'form.submit' });
    await settle();
    expect(see().fields).toBeNull();
    expect(toldTo('notices')).toMatchObject([
      { notice: { tone: 'success', key: 'accounts.done.edit', params: { name: 'Ada' } } },
    ]);
  });
});

describe('an act', () => {
  it('is asked first, naming the person; a no does nothing', async () => {
    const page = await start();
    page.actor.send({ type: 'record.act', task: { act: 'lock', id: 'ada', name: 'Ada' } });
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
    expect(page.cloud.acts).toEqual([{ act, id: 'ada', name: 'Ada' }]);
    expect(page.toldTo('notices')).toMatchObject([{ notice: { key, params: { name: 'Ada' } } }]);
    expect(page.cloud.wishes).toHaveLength(2);
  });

  it('of a new password shows the link', async () => {
    const page = await start();
    page.cloud.link = LINK;
    await ask(page, 'resetPassword', 'accept');
    expect(page.see()).toMatchObject({ shown: LINK, task: { act: 'resetPassword', name: 'Ada' } });
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

describe('what was typed before the session ended', () => {
  it('is in the dialog that opens when the account is back, and is not kept after Save or Cancel', async () => {
    const before = await start();
    before.actor.send({ type: 'record.edit', fields: newAccount('invite') });
    before.form().send({ type: 'field.change', field: 'target', value: 'grace@hotel' });

    const after = await start();
    expect(after.form().getSnapshot().context).toMatchObject({
      saved: newAccount('invite'),
      draft: { ...newAccount('invite'), target: 'grace@hotel' },
    });
    after.form().send({ type: 'field.change', field: 'target', value: 'grace@hotel.example' });
    after.form().send({ type: 'form.submit' });
    await settle();
    expect([tab.kept, selectAccountForm(after.actor.getSnapshot())]).toEqual([null, null]);

    after.actor.send({ type: 'record.edit', fields: fieldsOf(ADA) });
    after.form().send({ type: 'field.change', field: 'nickname', value: 'Augusta' });
    expect(tab.kept).toEqual({ saved: fieldsOf(ADA), draft: { ...fieldsOf(ADA), nickname: 'Augusta' } });
    after.actor.send({ type: 'dialog.close' });
    expect(tab.kept).toBeNull();
  });

  it('does not come back after it was typed away', async () => {
    const before = await start();
    before.actor.send({ type: 'record.edit', fields: fieldsOf(ADA) });
    before.form().send({ type: 'field.change', field: 'nickname', value: 'Augusta' });
    before.form().send({ type: 'field.change', field: 'nickname', value: 'Ada' });
    expect(tab.kept).toBeNull();
    const after = await start();
    expect(selectAccountForm(after.actor.getSnapshot())).toBeNull();
  });
});
