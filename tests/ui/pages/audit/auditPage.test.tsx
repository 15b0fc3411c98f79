/** The audit log in jsdom: readable rows, details field by field, filters in the URL. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { AuditEntry } from '../../../../contract/entities/auditEntry.ts';
import type { Language } from '../../../../contract/entities/constants.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { type AuditResult, auditMachine } from '../../../../src/machines/audit/audit.machine.ts';
import type { AuditRequest } from '../../../../src/machines/audit/auditQuery.ts';
import { AuditPage } from '../../../../src/ui/pages/audit/AuditPage.tsx';
import { settle } from '../../../fakes/settle.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { robotOf } from '../../robotOf.ts';
import { renderPage } from '../../renderPage.tsx';

const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: Date.UTC(2026, 10, 21),
  userId: 'robin',
  name: 'Robin',
  act: 'account.change',
  subject: 'ada',
  subjectName: 'Ada',
  before: { nickname: 'Ada' },
  after: { nickname: 'Eva' },
  ...more,
});
const ROWS = [
  entry({}),
  entry({ id: 2, act: 'session.signIn', subject: '0123abc', subjectName: '', before: null, after: null }),
  entry({ id: 4, act: 'account.create', before: null, after: { nickname: 'Eva' } }),
  entry({ id: 5, before: { nickname: 'Eva' }, after: {} }),
  entry({ id: 3, act: 'moon.land', name: '', subject: 'moon', subjectName: '' }),
];

async function show({
  language = 'enUS' as Language,
  width = 1440,
  found = { total: ROWS.length, isMore: false, names: {}, rows: ROWS } as AuditResult,
  query = {} as Record<string, string>,
  refusal = null as Error | null,
} = {}) {
  const exported: unknown[] = [];
  const machine = auditMachine.provide({
    actors: {
      loadList: fromPromise<AuditResult, AuditRequest>(async () => {
        if (refusal) throw refusal;
        return found;
      }),
      exportAudit: fromPromise<void, AuditRequest>(async ({ input }) => void exported.push(input)),
    },
  });
  const { told } = await renderPage(AuditPage, machine, {
    language,
    width,
    query,
    user: userOf(),
    now: () => Date.UTC(2026, 10, 21),
    contexts: {
      fleet: { robots: { W1: robotOf({ serialNumber: 'W1' }) }, order: ['W1'], sites: [], view: 'all', failure: null },
    },
  });
  return { told, exported };
}
const press = async (element: Element): Promise<void> => {
  fireEvent.click(element);
  await act(settle);
};

it('tells each entry in words; what has none is shown as it was written down', async () => {
  await show();
  const cells = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    );
  expect(cells).toEqual([
    ['Robin', 'Account edited', 'Ada', 'Name: Ada → Eva'],
    ['Robin', 'Signed in', '—', '—'],
    ['Robin', 'Account created', 'Ada', 'Name: Eva'],
    ['Robin', 'Account edited', 'Ada', 'Name: Eva → —'],
    ['robin', 'moon.land', 'moon', 'Name: Ada → Eva'],
  ]);
  expect(screen.getByText(/Times are in/u)).toBeTruthy();
});

it('opens an entry field by field, on a desk and on a phone', async () => {
  await show();
  await press(screen.getAllByRole('row')[1]!);
  const table = within(screen.getByRole('dialog', { name: 'Account edited' })).getByRole('table', { name: 'Changes' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['FieldBeforeAfter', 'NameAdaEva']);
  cleanup();
  await show({ width: 390, language: 'zhCN' });
  await press(within(screen.getByRole('list', { name: '审计日志' })).getAllByRole('button')[1]!);
  expect(screen.getByRole('dialog', { name: '登录' }).textContent).toContain('无字段变更');
});

it('leads from a command to its moment', async () => {
  const command = entry({ act: 'command.goTo', subject: 'W1', subjectName: 'Porter', before: null, after: null });
  const { told } = await show({ found: { total: 1, isMore: false, names: {}, rows: [command] } });
  await press(screen.getAllByRole('row')[1]!);
  await press(screen.getByRole('button', { name: 'Replay' }));
  expect(told().at(-1)).toMatchObject({ to: `/monitoring?at=${command.at - 5_000}&robot=W1` });
});

it('puts the filter into the address', async () => {
  const { told } = await show();
  fireEvent.change(screen.getByRole('searchbox', { name: 'User' }), { target: { value: 'rob' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Action' }), { target: { value: 'account.lock' } });
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-11-01' } });
  expect(
    told()
      .filter(({ type }) => type === 'navigation.query')
      .map(({ query }) => query as unknown),
  ).toEqual([
    { who: 'rob', page: '' },
    { act: 'account.lock', page: '' },
    { from: '2026-11-01', until: '', page: '' },
  ]);
});

it('exports what is filtered, saying how much it is', async () => {
  const { exported } = await show({ query: { act: 'account' } });
  await press(screen.getByRole('button', { name: 'Export 5 entries' }));
  expect(exported).toMatchObject([{ act: 'account' }]);
  cleanup();
  await show({ found: { total: 10_000, isMore: true, names: {}, rows: ROWS } });
  expect(screen.getByRole('button', { name: 'Export all' })).toBeTruthy();
  expect(screen.getByText('1–5 of more than 10000')).toBeTruthy();
});

it.each([
  ['empty', { found: { total: 0, isMore: false, names: {}, rows: [] } }, 'No entries yet'],
  [
    'none found',
    { found: { total: 0, isMore: false, names: {}, rows: [] }, query: { who: 'x' } },
    'No matching entries',
  ],
  ['failed', { refusal: new ApiError('databaseAway') }, "Couldn't load the audit log"],
  ['forbidden', { refusal: new ApiError('notAllowed') }, "You don't have access to this page"],
])('%s has a panel of its own', async (_, options, title) => {
  await show(options);
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
});
