/** The page of call records in jsdom: rows, filters in the URL, empty and failed. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { momentPath } from '../../../../contract/rules/momentPath.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  callRecordsMachine,
  type CallRecordsResult,
} from '../../../../src/machines/callRecords/callRecords.machine.ts';
import type { CallRecordsQuery } from '../../../../src/machines/callRecords/callRecordsQuery.ts';
import { CallRecordsPage } from '../../../../src/ui/pages/callRecords/CallRecordsPage.tsx';
import type { CallRecord } from '../../../../src/machines/robotCall/robotCall.machine.ts';
import { endedCall, SAMPLE_AT, sampleCall, visitorCall } from '../../../fakes/callSample.ts';
import { sampleMedia } from '../../../fakes/mediaSample.ts';
import { robotOf } from '../../robotOf.ts';
import { renderPage, type RenderPageOptions } from '../../renderPage.tsx';

async function show(answer: (asked: CallRecordsQuery) => CallRecordsResult, options: RenderPageOptions = {}) {
  const asked: CallRecordsQuery[] = [];
  const shown = await renderPage(
    CallRecordsPage,
    callRecordsMachine.provide({
      actors: {
        loadList: fromPromise<CallRecordsResult, CallRecordsQuery>(async ({ input }) => {
          asked.push(input);
          return answer(input);
        }),
        loadDetail: fromPromise<CallRecord, { callId: string }>(async ({ input }) => {
          if (input.callId === 'gone') throw new ApiError('notFound');
          const { area: _, ...redacted } = endedCall();
          return {
            call:
              input.callId === 'redacted'
                ? (redacted as typeof redacted & { area: string })
                : endedCall({ topic: 'way', note: 'To Meeting 2', area: 'Ward desk' }),
            lines: [{ at: SAMPLE_AT + 40_000, kind: 'said', side: 'operator', text: 'Good afternoon', ms: null }],
            kept: [{ item: sampleMedia(1, { fileId: 'media-1', takenAt: SAMPLE_AT + 60_000 }), picture: '' }],
          };
        }),
      },
    }),
    {
      contexts: {
        fleet: {
          robots: { U1: robotOf({ serialNumber: 'U1', robotNickName: 'Lobby host' }) },
          sites: [],
          order: ['U1'],
          current: '',
        },
        session: { user: { id: 'me' } },
      },
      ...options,
    },
  );
  return { ...shown, asked };
}
const rows = [
  endedCall({ topic: 'way', note: 'To Meeting 2' }),
  visitorCall({ state: 'ended', end: 'notAnswered', endedBy: 'system', endedAt: 1 }),
];

it('lists who talked, how long, how it ended and what it was about', async () => {
  await show(() => ({ total: 2, rows }));
  const [, first, second] = screen.getAllByRole('row');
  expect(within(first as HTMLElement).getByText('4:12')).toBeTruthy();
  expect(first?.textContent).toContain('Lin Wei');
  expect(first?.textContent).toContain('Directions: To Meeting 2');
  expect(second?.textContent).toContain('Nobody');
  expect(second?.textContent).toContain('Not answered');
});

it('says where an operator called from, in the list and in the record', async () => {
  await show(() => ({ total: 2, rows: [endedCall({ area: 'Ward desk' }), endedCall({ id: 'other' })] }));
  const [, first, second] = screen.getAllByRole('row');
  expect(first?.textContent).toContain('Lin Wei, Ward desk');
  expect(second?.textContent).not.toContain('Lin Wei,');
});

it('asks the URL for a filter, and is loaded by the query that comes back', async () => {
  const { toldTo, asked } = await show(() => ({ total: 2, rows }), { query: { end: 'notAnswered' } });
  expect(asked.at(-1)).toMatchObject({ origin: 'all', end: 'notAnswered', page: 1 });
  fireEvent.click(screen.getByRole('radio', { name: 'From a visitor' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.query', query: { origin: 'visitor' } });
});

it.each([
  [{}, 'No calls yet'],
  [{ origin: 'visitor' }, 'No matching calls'],
])('says why there are none for %o', async (query, text) => {
  await show(() => ({ total: 0, rows: [] }), { query });
  expect(screen.getByText(text)).toBeTruthy();
});

it('after a search without result says what was searched, and still exports, which searches all calls', async () => {
  await show(() => ({ total: 0, rows: [] }), { query: { who: 'lin' } });
  expect(
    screen.getByText(/^The newest 10000 calls .* were searched\. To search older calls, choose a time range\.$/u),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Export matching calls' }).getAttribute('aria-disabled')).not.toBe('true');
});

it('says that there are more calls than were counted', async () => {
  await show(() => ({ total: 10_000, rows }));
  expect(screen.getByText('10000+ calls')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Export 10000+ calls' })).toBeTruthy();
});

it('offers another try after a failure', async () => {
  let fails = true;
  await show(() => {
    if (fails) throw new ApiError('networkFailed');
    return { total: 1, rows: [sampleCall()] };
  });
  fails = false;
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('In progress')).toBeTruthy();
});

it('asks for one robot, an operator and days', async () => {
  const { toldTo } = await show(() => ({ total: 2, rows }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Robot' }), { target: { value: 'U1' } });
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { robots: 'U1', page: '' } });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Operator' }), { target: { value: 'lin' } });
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { who: 'lin', page: '' } });
  fireEvent.click(screen.getByRole('radio', { name: '7 days' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { days: '7', page: '' } });
});

it('shows one call with what was kept from it, and leads to its moment', async () => {
  const { toldTo } = await show(() => ({ total: 2, rows }), { query: { call: 'call-1' } });
  const drawer = within(screen.getByRole('region', { name: 'Call with Lobby host' }));
  expect(drawer.getByText('Said "Good afternoon"')).toBeTruthy();
  expect(drawer.getByText('Directions: To Meeting 2')).toBeTruthy();
  expect(drawer.getByText('Called from').nextElementSibling?.textContent).toBe('Ward desk');
  fireEvent.click(drawer.getByRole('button', { name: /^Photo from \d\d:\d\d:\d\d$/ }));
  expect(toldTo('navigation').at(-1)).toEqual({ type: 'navigation.go', to: '/video/photos?item=media-1' });
  fireEvent.click(drawer.getByRole('button', { name: 'Replay' }));
  expect(toldTo('navigation').at(-1)).toEqual({
    type: 'navigation.go',
    to: momentPath({ serialNumber: 'U1', at: SAMPLE_AT }),
  });
  fireEvent.click(drawer.getByRole('button', { name: 'Close' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { call: '' } });
});

it('says that a call is gone', async () => {
  await show(() => ({ total: 2, rows }), { query: { call: 'gone' } });
  expect(screen.getByRole('heading', { name: 'Call not found' })).toBeTruthy();
});

it('has no line for where it came from in a replay, which leaves that out', async () => {
  await show(() => ({ total: 1, rows }), { query: { call: 'redacted' } });
  expect(within(screen.getByRole('region', { name: 'Call with Lobby host' })).queryByText('Called from')).toBeNull();
});
