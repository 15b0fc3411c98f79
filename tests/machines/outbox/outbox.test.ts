import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { CodedError } from '../../../contract/wire/errors.ts';
import type { OutboxMessage } from '../../../contract/entities/message.ts';
import type { Query } from '../../../src/machines/app/messages.ts';
import { outboxMachine, TYPING_MS, type OutboxFound, type OutboxWish } from '../../../src/machines/outbox/outbox.machine.ts';
import { selectIsReading, selectOutbox, selectPages } from '../../../src/machines/outbox/outbox.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/underApp.ts';

const message: OutboxMessage = { id: 'm', at: 1, channel: 'email', target: 'a@b.c', subject: 'Code', body: '123456', language: 'enUS', state: 'kept', error: '' };

async function start(query: Query = {}) {
  const asked: OutboxWish[] = [];
  const cloud = { away: false };
  const started = startUnderApp(outboxMachine.provide({
    actors: {
      loadMessages: fromPromise<OutboxFound, OutboxWish>(async ({ input }) => {
        asked.push(input);
        if (cloud.away) throw new CodedError('networkFailed');
        return { total: 45, rows: [message] };
      }),
    },
  }), { as: 'screen', input: { page: 'outbox', params: {}, query, user: null, serialNumber: '', language: 'enUS' } });
  await settle();
  return { ...started, asked, cloud, wished: () => started.toldTo('navigation'), see: <Seen>(select: (snapshot: ReturnType<typeof started.actor.getSnapshot>) => Seen) => select(started.actor.getSnapshot()) };
}

describe('the outbox', () => {
  it('reads what the address says', async () => {
    const box = await start({ q: '+49', page: '3' });
    expect(box.asked).toEqual([{ page: 3, limit: 20, text: '+49' }]);
    expect(box.see(selectOutbox)).toMatchObject({ page: 3, text: '+49', total: 45, rows: [message], failure: null });
    expect(box.see(selectPages)).toBe(3);
  });

  it.each(['0', '-1', 'x', '1.5', '9999999'])('takes page %s for the first', async (page) => {
    expect((await start({ page })).asked).toEqual([{ page: 1, limit: 20, text: '' }]);
  });

  it('writes what is typed into the address once one stops typing, from the first page on, and reads when it stands there', async () => {
    const box = await start({ page: '2' });
    for (const text of ['a', 'ad', ' ada ']) {
      box.actor.send({ type: 'outbox.search', text });
      box.clock.increment(TYPING_MS - 1);
    }
    expect(box.wished()).toEqual([]);
    box.clock.increment(1);
    expect(box.wished()).toEqual([{ type: 'navigation.query', query: { q: 'ada', page: '' } }]);
    expect(box.asked).toHaveLength(1);
    box.actor.send({ type: 'page.queryChanged', query: { q: 'ada' } });
    expect(box.see(selectIsReading)).toBe(true);
    await settle();
    expect(box.asked.at(-1)).toEqual({ page: 1, limit: 20, text: 'ada' });
    expect(box.see(selectIsReading)).toBe(false);
  });

  it('turns pages in the address, as steps that Back undoes', async () => {
    const box = await start();
    box.actor.send({ type: 'outbox.turn', page: 2 });
    box.actor.send({ type: 'outbox.turn', page: 1 });
    expect(box.wished()).toEqual([{ type: 'navigation.query', query: { page: '2' }, push: true }, { type: 'navigation.query', query: { page: '' }, push: true }]);
  });

  it('says why nothing can be read, and reads anew when asked or when the link is whole again', async () => {
    const box = await start();
    box.cloud.away = true;
    box.actor.send({ type: 'outbox.refresh' });
    await settle();
    expect(box.see(selectOutbox).failure).toMatchObject({ code: 40501 });
    box.cloud.away = false;
    box.actor.send({ type: 'page.resumed' });
    await settle();
    expect(box.see(selectOutbox)).toMatchObject({ failure: null, rows: [message] });
  });
});
