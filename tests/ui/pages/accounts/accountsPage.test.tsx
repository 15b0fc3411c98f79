/** The accounts page in jsdom: the real component and machine over a fake server. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { Account, Invitation } from '../../../../contract/entities/account.ts';
import type { Language } from '../../../../contract/entities/constants.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  accountFormMachine,
  type AccountFields,
  type ShownLink,
} from '../../../../src/machines/accounts/accountForm.machine.ts';
import { accountsMachine, type AccountsResult } from '../../../../src/machines/accounts/accounts.machine.ts';
import type { AccountsRequest } from '../../../../src/machines/accounts/accountsQuery.ts';
import type { AccountTask } from '../../../../src/machines/accounts/actions.ts';
import { AccountsPage } from '../../../../src/ui/pages/accounts/AccountsPage.tsx';
import { settle } from '../../../fakes/settle.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';
import { editorInTab } from '../../../fakes/keptDialog.ts';

const { keepDialog, recallDialog, keepDraft } = editorInTab<AccountFields>();

const OWN = userOf().id;
const account = (more: Partial<Account>): Account => ({
  id: 'ada',
  nickname: 'Ada',
  email: 'ada@hotel.example',
  phoneNumber: '',
  roles: ['operator'],
  demo: false,
  lockedAt: null,
  createdAt: 1,
  lastSeenAt: null,
  sessions: 1,
  isHere: false,
  robots: 1,
  needsRole: false,
  hasPassword: true,
  appId: '',
  ...more,
});
const ROWS = [
  account({}),
  account({ id: OWN, nickname: 'Robin', roles: ['admin'], isHere: true, demo: true }),
  account({ id: 'eve', nickname: 'Eve', lockedAt: 5, sessions: 0 }),
  account({ id: 'new', nickname: 'Nils', hasPassword: false }),
];
const INVITATION: Invitation = {
  id: 'i',
  target: 'guest@hotel.example',
  roles: ['viewer'],
  invitedBy: 'Robin',
  createdAt: 1,
  expiresAt: 2,
};

async function show({
  language = 'enUS' as Language,
  width = 1440,
  rows = ROWS as readonly Account[],
  refusal = null as Error | null,
} = {}) {
  const done: unknown[] = [];
  const link: ShownLink = { url: 'https://here/set-password?code=c', expiresAt: Date.UTC(2026, 10, 22) };
  const machine = accountsMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      guardTab: fromCallback(() => undefined),
      loadList: fromPromise<AccountsResult, AccountsRequest>(async () => {
        if (refusal) throw refusal;
        return { total: rows.length, rows, invitations: [INVITATION] };
      }),
      form: accountFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<ShownLink | null, { fields: AccountFields }>(async ({ input }) => {
            done.push(input.fields);
            return link;
          }),
        },
      }),
      act: fromPromise<ShownLink | null, { task: AccountTask }>(async ({ input }) => {
        done.push(input.task);
        return null;
      }),
    },
  });
  const user = userOf({ roles: ['admin'] });
  await renderPage(AccountsPage, machine, { language, width, user, contexts: { session: { user } } });
  return { done };
}
const press = async (element: Element): Promise<void> => {
  fireEvent.click(element);
  await act(settle);
};
const openMenu = async (name: string): Promise<void> => {
  fireEvent.keyDown(await screen.findByRole('button', { name: `Actions for ${name}` }), { key: 'Enter' });
  await screen.findByRole('menu');
};

it('shows who may sign in: roles, state, robots, last seen; oneself and the demo are marked', async () => {
  await show();
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'Adaada@hotel.exampleOperatorActive1Never',
    'Robin (you, demo)ada@hotel.exampleAdministratorActive1Online now',
    'Eveada@hotel.exampleOperatorLocked1Never',
    'Nilsada@hotel.exampleOperatorPassword not set1Never',
  ]);
  expect(screen.getByRole('region', { name: 'Pending invitations' }).textContent).toContain('guest@hotel.example');
});

it('says who became the super administrator of a robot and can only view it', async () => {
  await show({ rows: [account({ roles: ['viewer'], needsRole: true })] });
  expect(screen.getByText('View-only super administrator')).toBeTruthy();
});

it('is rows of lines on a phone, in Chinese as well', async () => {
  await show({ width: 390, language: 'zhCN' });
  expect(screen.queryByRole('table')).toBeNull();
  expect(within(screen.getByRole('list', { name: '账号' })).getAllByRole('listitem')[2]?.textContent).toContain(
    '已锁定',
  );
});

it('asks before a lock and names the person; what cannot be done to oneself says why', async () => {
  const { done } = await show();
  await openMenu('Robin');
  const own = screen.getByRole('menuitem', { name: /^Lock/u });
  expect(own.getAttribute('aria-disabled')).toBe('true');
  expect(own.textContent).toContain("You can't do this to your own account");
  fireEvent.keyDown(own, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await openMenu('Ada');
  await press(screen.getByRole('menuitem', { name: 'Lock' }));
  const question = screen.getByRole('alertdialog', { name: 'Lock Ada?' });
  expect(done).toEqual([]);
  await press(within(question).getByRole('button', { name: 'Lock Ada' }));
  expect(done).toEqual([{ act: 'lock', id: 'ada', name: 'Ada' }]);
});

it('makes an account: faults stand under their fields, and its link is shown once', async () => {
  const { done } = await show();
  await press(screen.getByRole('button', { name: 'New account' }));
  await press(screen.getByRole('button', { name: 'Create account' }));
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Enter a name.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Grace' } });
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'grace@hotel.example' } });
  await press(screen.getByRole('checkbox', { name: 'Viewer' }));
  await press(screen.getByRole('button', { name: 'Create account' }));
  expect(done).toMatchObject([{ nickname: 'Grace', email: 'grace@hotel.example', roles: ['viewer', 'operator'] }]);
  expect(screen.getByRole('dialog', { name: 'Account created for Grace' })).toBeTruthy();
  expect((screen.getByLabelText('One-time link') as HTMLInputElement).value).toBe('https://here/set-password?code=c');
  await press(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(/set-password/u)).toBeNull();
});

it('nobody takes the role of an administrator from themselves', async () => {
  await show();
  await openMenu('Robin');
  await press(screen.getByRole('menuitem', { name: 'Edit' }));
  const box = screen.getByRole('checkbox', { name: 'Administrator' });
  expect(box.getAttribute('aria-disabled')).toBe('true');
  await press(box);
  expect((box as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText(/Demo account\. Changes are lost/u)).toBeTruthy();
});

it.each([
  ['none found', { rows: [] }, 'No matching accounts', 'status'],
  ['failed', { refusal: new ApiError('databaseAway') }, "Couldn't load accounts", 'alert'],
  ['forbidden', { refusal: new ApiError('notAllowed') }, "You don't have access to this page", 'status'],
] as const)('%s has a panel of its own', async (_, options, title, role) => {
  await show(options);
  expect(screen.getAllByRole(role).some((panel) => panel.textContent?.includes(title))).toBe(true);
});

it("tells an app's account from a person's: nothing of it is edited here", async () => {
  await show({
    rows: [account({ id: 'app', nickname: 'Lift gateway', email: '', hasPassword: false, appId: 'app-1' })],
  });
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('App1');
  await openMenu('Lift gateway');
  for (const name of [/^Edit/u, /^Reset password/u])
    expect(screen.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('menuitem', { name: 'Lock' }).getAttribute('aria-disabled')).not.toBe('true');
});
