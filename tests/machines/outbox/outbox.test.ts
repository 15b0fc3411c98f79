import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { OutboxMessage } from '../../../contract/entities/message.ts';
import { TYPING_MS } from '../../../src/machines/factories/pagedList.ts';
import { outboxMachine, type OutboxResult } from '../../../src/machines/outbox/outbox.machine.ts';
import type { OutboxRequest } from '../../../src/machines/outbox/outboxQuery.ts';
import { selectOutbox } from '../../../src/machines/outbox/outbox.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const message: OutboxMessage = {
  id: 'm',
  at: 1,
  channel: 'email',
  topic: 'account',
  link: '',
  target: 'a@b.c',
  subject: 'Code',
  body: '123456',
  language: 'enUS',
  state: 'kept',
  error: '',
};

it('the outbox is found by target, once one stops typing, without the spaces around it', async () => {
  const asked: OutboxRequest[] = [];
  const { actor, clock } = startUnderApp(
    outboxMachine.provide({
      actors: {
        loadList: fromPromise<OutboxResult, OutboxRequest>(async ({ input }) => {
          asked.push(input);
          return { total: 45, rows: [message] };
        }),
      },
    }),
    {
      as: 'screen',
      input: {
        page: 'outbox',
        params: {},
        query: { q: '+49', topic: 'account', page: '3' },
        user: null,
        serialNumber: '',
        language: 'enUS',
      },
    },
  );
  await settle();
  expect(selectOutbox(actor.getSnapshot())).toMatchObject({
    query: { q: '+49' },
    total: 45,
    rows: [message],
    failure: null,
  });
  for (const q of ['a', ' ada ']) actor.send({ type: 'page.queryChanged', query: { q } });
  clock.increment(TYPING_MS);
  await settle();
  expect(asked).toEqual([
    { page: 3, limit: 20, text: '+49', topic: 'account' },
    { page: 1, limit: 20, text: 'ada', topic: '' },
  ]);
});
