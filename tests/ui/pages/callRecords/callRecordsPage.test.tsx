/** The page of call records in jsdom: rows, filters in the URL, empty and failed. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { LIST_COUNTED } from '../../../../contract/rules/limits.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  callRecordsMachine,
  type CallRecordsResult,
} from '../../../../src/machines/callRecords/callRecords.machine.ts';
import type { CallRecordsRequest } from '../../../../src/machines/callRecords/callRecordsQuery.ts';
import { CallRecordsPage } from '../../../../src/ui/pages/callRecords/CallRecordsPage.tsx';
import { endedCall, sampleCall, visitorCall } from '../../../fakes/callSample.ts';
import { renderPage, type RenderPageOptions } from '../../renderPage.tsx';

async function show(answer: (asked: CallRecordsRequest) => CallRecordsResult, options: RenderPageOptions = {}) {
  const asked: CallRecordsRequest[] = [];
  const shown = await renderPage(
    CallRecordsPage,
    callRecordsMachine.provide({
      actors: {
        loadList: fromPromise<CallRecordsResult, CallRecordsRequest>(async ({ input }) => {
          asked.push(input);
          return answer(input);
        }),
      },
    }),
    options,
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
  expect(first?.textContent).toContain('Way: To Meeting 2');
  expect(second?.textContent).toContain('Nobody');
  expect(second?.textContent).toContain('Not answered');
});

it('asks the URL for a filter, and is loaded by the query that comes back', async () => {
  const { toldTo, asked } = await show(() => ({ total: 2, rows }), { query: { end: 'notAnswered' } });
  expect(asked.at(-1)).toMatchObject({ origin: '', end: 'notAnswered', page: 1 });
  fireEvent.click(screen.getByRole('radio', { name: 'From a visitor' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.query', query: { origin: 'visitor' } });
});

it('says that there are more than were counted', async () => {
  await show(() => ({ total: LIST_COUNTED, rows }));
  expect(screen.getByText(`More than ${LIST_COUNTED} calls`)).toBeTruthy();
  expect(screen.getByText(/of more than 10000/u)).toBeTruthy();
});

it.each([
  [{}, 'No calls yet'],
  [{ origin: 'visitor' }, 'No matching calls'],
])('says why there are none for %o', async (query, text) => {
  await show(() => ({ total: 0, rows: [] }), { query });
  expect(screen.getByText(text)).toBeTruthy();
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
