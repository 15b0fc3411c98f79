import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ApiError } from '../../../../contract/wire/errors.ts';
import type { OutboxMessage } from '../../../../contract/entities/message.ts';
import { outboxMachine, type OutboxResult } from '../../../../src/machines/outbox/outbox.machine.ts';
import type { OutboxRequest } from '../../../../src/machines/outbox/outboxQuery.ts';
import { OutboxPage } from '../../../../src/ui/pages/outbox/OutboxPage.tsx';
import { renderAlone } from '../../alone.tsx';

afterEach(cleanup);
const message: OutboxMessage = {
  id: 'm',
  at: 1_700_000_000_000,
  channel: 'sms',
  topic: 'account',
  link: '',
  target: '+495550100',
  subject: 'Your sign-in code',
  body: '123456 is your code.',
  language: 'enUS',
  state: 'kept',
  error: '',
};

async function show(answer: OutboxResult | Error, { query = {}, mobile = false } = {}) {
  const asked: OutboxRequest[] = [];
  const actor = createActor(
    outboxMachine.provide({
      actors: {
        loadList: fromPromise<OutboxResult, OutboxRequest>(async ({ input }) => {
          asked.push(input);
          if (answer instanceof Error) throw answer;
          return answer;
        }),
      },
    }),
    { input: { page: 'outbox', params: {}, query, user: null, serialNumber: '', language: 'enUS' } },
  ).start();
  await renderAlone(<OutboxPage screen={actor} />, ...(mobile ? ['mobile'] : []));
  return { asked };
}

describe('the page of the outbox', () => {
  it('offers the link of a message, and the topics', async () => {
    await show({ total: 1, rows: [{ ...message, body: 'Open https://here/x.', link: 'https://here/x' }] });
    expect((await screen.findByRole('link', { name: 'Open link' })).getAttribute('href')).toBe('https://here/x');
    expect(screen.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Codes and accounts',
      'Visits',
      'Deliveries',
      'Inquiries',
      'Alarms',
    ]);
  });

  it('shows to whom what was written, and what became of it', async () => {
    await show({
      total: 41,
      rows: [
        message,
        { ...message, id: 'n', channel: 'email', target: 'a@b.c', state: 'failed', error: 'the gateway answered 400' },
      ],
    });
    const [, first, second] = within(await screen.findByRole('table', { name: 'Messages, newest first' })).getAllByRole(
      'row',
    );
    expect(first?.textContent).toMatch(
      /2023-11-1[45] .*\+495550100SMSYour sign-in code123456 is your code\.Kept here/u,
    );
    expect(second?.textContent).toMatch(/a@b\.cEmail.*Failedthe gateway answered 400/u);
    expect(screen.getByText('1–2 of 41')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Page 3' })).toBeTruthy();
  });

  it('is blocks of lines on a phone, each with all that is known of the message', async () => {
    await show(
      { total: 1, rows: [{ ...message, state: 'failed', error: 'the gateway answered 400' }] },
      { mobile: true },
    );
    const [item] = within(await screen.findByRole('list', { name: 'Messages, newest first' })).getAllByRole('listitem');
    expect(screen.queryByRole('table')).toBeNull();
    expect(item?.textContent).toMatch(
      /^\+495550100SMS · Failed · the gateway answered 400Your sign-in code123456 is your code\.2023-11-1[45] /u,
    );
  });

  it('says what it is for while there is nothing, and that nothing was found', async () => {
    await show({ total: 0, rows: [] });
    expect(await screen.findByText('No messages yet')).toBeTruthy();
    cleanup();
    await show({ total: 0, rows: [] }, { query: { q: 'x' } });
    expect(await screen.findByText('No matching messages')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Email or phone number' }).value).toBe('x');
  });

  it('says why it failed, and tries again', async () => {
    const { asked } = await show(new ApiError('networkFailed'));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(asked).toHaveLength(2);
  });
});
