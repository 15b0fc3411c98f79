/** The list of alarm cases in jsdom: its filters in the URL, rows with state and result, sound, empty and refused, both languages. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import type { Language } from '../../../../contract/entities/constants.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  alarmCasesMachine,
  type AlarmCasesResult,
  type NotificationPermission,
} from '../../../../src/machines/alarmCases/alarmCases.machine.ts';
import type { AlarmCasesQuery } from '../../../../src/machines/alarmCases/alarmCasesQuery.ts';
import { AlarmCasesPage } from '../../../../src/ui/pages/alarmCases/AlarmCasesPage.tsx';
import { sampleCase, takenCase } from '../../../fakes/alarmSample.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { robotOf } from '../../robotOf.ts';
import { renderPage } from '../../renderPage.tsx';

const ROWS = [
  sampleCase({ count: 3 }),
  takenCase('Lin Wei', { id: 'case-2', number: 6, event: 'doorOpen' }),
  sampleCase({
    id: 'case-3',
    number: 5,
    event: 'carton',
    state: 'resolved',
    resolvedAt: 61_000,
    resolvedBy: 'Lin Wei',
    cause: 'removed',
  }),
];

async function show({
  query = {} as Record<string, string>,
  rows = ROWS as readonly AlarmCase[],
  language = 'enUS' as Language,
  refusal = null as Error | null,
} = {}) {
  const asked: AlarmCasesQuery[] = [];
  type Permission = { permission: NotificationPermission };
  const machine = alarmCasesMachine.provide({
    actors: {
      loadList: fromPromise<AlarmCasesResult, AlarmCasesQuery>(async ({ input }) => {
        asked.push(input);
        if (refusal) throw refusal;
        return { rows, total: rows.length, open: rows.length === 0 ? 0 : 1, taken: rows.length === 0 ? 0 : 1 };
      }),
      readPermission: fromPromise<Permission>(async () => ({ permission: 'default' })),
      askPermission: fromPromise<Permission>(async () => ({ permission: 'granted' })),
    },
  });
  const robots = {
    'S2-1': robotOf({ serialNumber: 'S2-1', robotNickName: 'West patrol' }),
    'S2-2': robotOf({ serialNumber: 'S2-2', robotNickName: 'East patrol' }),
  };
  const page = await renderPage(AlarmCasesPage, machine, {
    language,
    query,
    user: userOf(),
    now: () => 61_000,
    contexts: {
      fleet: { robots, order: Object.keys(robots), sites: [], view: 'all', failure: null, current: '' },
      alarms: { isSoundOn: true },
    },
  });
  return { ...page, asked, lastQuery: () => page.toldTo('navigation').at(-1) };
}
const valueOf = (name: string): string => screen.getByRole<HTMLSelectElement>('combobox', { name }).value;

it('shows the filters that the URL names, and asks for them', async () => {
  const { asked } = await show({
    query: { state: 'taken', owner: 'mine', event: 'smoke', robots: 'S2-1', days: '7', q: 'lobby' },
  });
  expect(asked).toEqual([
    { state: 'taken', owner: 'mine', event: 'smoke', robots: ['S2-1'], days: '7', text: 'lobby', page: 1 },
  ]);
  expect(['Status', 'Owner', 'Type'].map(valueOf)).toEqual(['taken', 'mine', 'smoke']);
  expect(screen.getByRole('radio', { name: '7 days' }).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Place, robot or number' }).value).toBe('lobby');
  expect(screen.getByRole('button', { name: /West patrol/u })).toBeTruthy();
});

it('puts each filter into the URL, back on the first page, and clears them all', async () => {
  const { after, press, lastQuery } = await show({ query: { page: '2', robots: 'S2-1' } });
  const choose = (name: string, value: string) =>
    after(() => fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } }));
  await choose('Status', 'unresolved');
  expect(lastQuery()).toMatchObject({ query: { state: 'unresolved', page: '' } });
  await choose('Owner', 'nobody');
  expect(lastQuery()).toMatchObject({ query: { owner: 'nobody', page: '' } });
  await choose('Type', 'noise');
  expect(lastQuery()).toMatchObject({ query: { event: 'noise', page: '' } });
  await choose('Robot', 'S2-2');
  expect(lastQuery()).toMatchObject({ query: { robots: 'S2-1,S2-2', page: '' } });
  await press(screen.getByRole('radio', { name: '14 days' }));
  expect(lastQuery()).toMatchObject({ query: { days: '14', page: '' } });
  const search = screen.getByRole('searchbox', { name: 'Place, robot or number' });
  await after(() => fireEvent.change(search, { target: { value: '42' } }));
  expect(lastQuery()).toMatchObject({ query: { q: '42', page: '' } });
  await press(screen.getByRole('button', { name: /Remove.*West patrol/u }));
  expect(lastQuery()).toMatchObject({ query: { robots: '', page: '' } });
  await press(screen.getByRole('button', { name: 'Clear filters' }));
  expect(lastQuery()).toMatchObject({ query: { state: '', owner: '', event: '', robots: '', days: '', q: '' } });
});

it('has each case with its state and result, and opens it', async () => {
  const { press, lastQuery } = await show();
  const open = screen.getByRole('row', { name: /Smoke/u });
  expect(within(open).getByText('3 times')).toBeTruthy();
  expect(within(open).getByText(/to level two/u)).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /Door open/u })).getByText(/Lin Wei/u)).toBeTruthy();
  const resolved = screen.getByRole('row', { name: /Object removed/u });
  expect(within(resolved).getByText(/^Resolved by Lin Wei/u)).toBeTruthy();
  expect(screen.getByText(/^1 without an owner, 1 being handled/u)).toBeTruthy();
  await press(open);
  expect(lastQuery()).toMatchObject({ type: 'navigation.go', to: '/alarms/case?id=case-1' });
});

it('switches the sound, and asks for alarms in a hidden tab', async () => {
  const { press, toldTo } = await show();
  await press(screen.getByRole('button', { name: 'Sound on' }));
  expect(toldTo('alarms')).toEqual([{ type: 'alarms.toggleSound' }]);
  await press(screen.getByRole('button', { name: 'Show alarms when this tab is hidden' }));
  expect(screen.queryByRole('button', { name: 'Show alarms when this tab is hidden' })).toBeNull();
});

it('without cases says whether the filters hide them', async () => {
  const none = await show({ rows: [] });
  expect(screen.getByText('No alarms yet')).toBeTruthy();
  expect(screen.getByText(/^No open alarms/u)).toBeTruthy();
  none.unmount();
  await show({ rows: [], query: { state: 'open' } });
  expect(screen.getByText('No alarms match these filters')).toBeTruthy();
});

it('says that a robot of a link is not theirs', async () => {
  await show({ query: { robots: 'far' }, refusal: new ApiError('robotForeign') });
  expect(screen.getByText("Some of these robots aren't yours")).toBeTruthy();
});

it('speaks Chinese', async () => {
  await show({ language: 'zhCN', query: { state: 'resolved' } });
  expect(screen.getByRole('heading', { level: 1, name: '报警' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /清除/u })).toBeTruthy();
});
