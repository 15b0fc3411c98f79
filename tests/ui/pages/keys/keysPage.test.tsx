/** Keys and apps in jsdom: the real component and machine over a fake server. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { Language } from '../../../../contract/entities/constants.ts';
import type { IntegratorApp } from '../../../../contract/entities/integratorApp.ts';
import type { WallKey } from '../../../../contract/entities/wallKey.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { type KeyFields, keyFormMachine, type RevealedSecret } from '../../../../src/machines/keys/keyForm.machine.ts';
import { type KeysResult, keysMachine, type KeyTask } from '../../../../src/machines/keys/keys.machine.ts';
import { KeysPage } from '../../../../src/ui/pages/keys/KeysPage.tsx';
import { settle } from '../../../fakes/settle.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';
import { editorInTab } from '../../../fakes/keptDialog.ts';

const { keepDialog, recallDialog, keepDraft } = editorInTab<KeyFields>();

const KEY: WallKey = {
  id: 'k',
  name: 'Lobby wall',
  kind: 'board',
  serialNumber: null,
  robotNickName: '',
  createdBy: 'Robin',
  createdAt: 1,
  lastUsedAt: null,
  revokedAt: null,
};
const APP: IntegratorApp = {
  appId: 'app-1',
  name: 'Lift gateway',
  userId: 'u',
  role: 'operator',
  robots: 1,
  createdBy: 'Robin',
  createdAt: 1,
  lastUsedAt: null,
  lockedAt: null,
  revokedAt: null,
};
const FOUND: KeysResult = {
  total: 2,
  rows: [KEY, { ...KEY, id: 'old', name: 'Old', kind: 'screen', serialNumber: 'T2-1', revokedAt: 2 }],
  apps: [APP],
};

async function show({ found = FOUND, language = 'enUS' as Language, refusal = null as Error | null } = {}) {
  const done: unknown[] = [];
  const machine = keysMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      guardTab: fromCallback(() => undefined),
      loadList: fromPromise<KeysResult, object>(async () => {
        if (refusal) throw refusal;
        return found;
      }),
      form: keyFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<RevealedSecret | null, { fields: KeyFields }>(async ({ input }) => {
            done.push(input.fields);
            return {
              what: 'key',
              links: [
                { page: '/plg/offline-robot-list', url: 'https://here/plg/offline-robot-list#abc', qr: 'data:,' },
              ],
            };
          }),
        },
      }),
      act: fromPromise<RevealedSecret | null, { task: KeyTask }>(async ({ input }) => {
        done.push(input.task);
        return null;
      }),
    },
  });
  await renderPage(KeysPage, machine, { language, user: userOf({ roles: ['admin'] }) });
  return { done };
}
const press = async (element: Element): Promise<void> => {
  fireEvent.click(element);
  await act(settle);
};

it('shows what there is; what is revoked says so, and can only be read', async () => {
  await show();
  const keys = within(screen.getByRole('region', { name: 'API keys' })).getAllByRole('listitem');
  expect(keys.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Lobby wallWall boardCreated by Robin'),
    expect.stringMatching(/^OldScreen of T2-1/u),
  ]);
  expect(keys.map((row) => within(row).queryAllByRole('button').length)).toEqual([1, 0]);
  expect(within(screen.getByRole('region', { name: 'Apps' })).getByRole('listitem').textContent).toContain(
    'app-1 · Operator · 1 robot',
  );
});

it('has what was typed after a forced sign-out, and not once it is cancelled', async () => {
  await show();
  await press(screen.getByRole('button', { name: 'New key' }));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Hall' } });
  cleanup();
  await show();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Hall');
  await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  cleanup();
  await show();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('makes a key of a name, and tells its link once', async () => {
  const { done } = await show();
  await press(screen.getByRole('button', { name: 'New key' }));
  await press(screen.getByRole('button', { name: 'Create key' }));
  expect(screen.getByText('Enter a name.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Hall' } });
  await press(screen.getByRole('button', { name: 'Create key' }));
  expect(done).toMatchObject([{ what: 'key', name: 'Hall', kind: 'board' }]);
  expect(screen.getByLabelText<HTMLInputElement>('Offline robots').value).toContain('#abc');
  expect(screen.getByRole('img', { name: 'QR code: Offline robots' })).toBeDefined();
  await press(screen.getByRole('button', { name: 'Done' }));
  expect(document.body.innerHTML).not.toContain('#abc');
});

it('asks for the robot of a screen', async () => {
  const { done } = await show();
  await press(screen.getByRole('button', { name: 'New key' }));
  await press(screen.getByRole('radio', { name: 'Robot screen' }));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Hall' } });
  await press(screen.getByRole('button', { name: 'Create key' }));
  expect([done, screen.getByText("Enter the robot's serial number.")]).toEqual([[], expect.anything()]);
});

it('asks before an app is revoked, and names it', async () => {
  const { done } = await show();
  await press(screen.getByRole('button', { name: 'Revoke Lift gateway' }));
  await press(
    within(screen.getByRole('alertdialog', { name: 'Revoke app Lift gateway?' })).getByRole('button', {
      name: 'Revoke app',
    }),
  );
  expect(done).toEqual([{ act: 'revokeApp', id: 'app-1', name: 'Lift gateway' }]);
});

it('says what each is for while there is none, in Chinese as well; and why nothing can be read', async () => {
  await show({ found: { rows: [], total: 0, apps: [] }, language: 'zhCN' });
  expect([
    screen.getByRole('heading', { name: '暂无 API 密钥' }),
    screen.getByRole('heading', { name: '暂无应用' }),
  ]).toHaveLength(2);
  cleanup();
  await show({ refusal: new ApiError('notAllowed') });
  expect(screen.getByRole('heading', { name: "You don't have access to this page" })).toBeDefined();
});
