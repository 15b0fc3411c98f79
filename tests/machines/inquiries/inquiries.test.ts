import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { Inquiry } from '../../../contract/entities/inquiry.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import type { Query } from '../../../src/machines/app/events.ts';
import {
  inquiriesMachine,
  type InquiriesResult,
  type InquiriesRequest,
  type InquiryTask,
} from '../../../src/machines/inquiries/inquiries.machine.ts';
import { selectInquiries } from '../../../src/machines/inquiries/inquiries.selectors.ts';
import { selectIsActing, selectQuestion } from '../../../src/machines/factories/recordPage.selectors.ts';
import { TYPING_MS } from '../../../src/machines/factories/pagedList.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const inquiry: Inquiry = { id: 'i', at: 1, name: 'Ada', company: '', phone: '+442079460000', question: 'How many?' };

async function start(query: Query = {}, found: InquiriesResult = { total: 45, rows: [inquiry] }) {
  const asked: InquiriesRequest[] = [];
  const removed: string[] = [];
  const cloud = { away: false, refuses: false };
  const started = startUnderApp(
    inquiriesMachine.provide({
      actors: {
        loadList: fromPromise<InquiriesResult, InquiriesRequest>(async ({ input }) => {
          asked.push(input);
          if (cloud.away) throw new ApiError('networkFailed');
          return found;
        }),
        act: fromPromise<null, { task: InquiryTask }>(async ({ input }) => {
          removed.push(input.task.id);
          if (cloud.refuses) throw new ApiError('notFound');
          return null;
        }),
      },
    }),
    { as: 'screen', input: { page: 'inquiries', params: {}, query, user: null, serialNumber: '', language: 'enUS' } },
  );
  await settle();
  return {
    ...started,
    asked,
    removed,
    cloud,
    see: <Seen>(select: (snapshot: ReturnType<typeof started.actor.getSnapshot>) => Seen) =>
      select(started.actor.getSnapshot()),
  };
}

describe('the inquiries', () => {
  it('are read as the address says', async () => {
    const list = await start({ q: 'ada', page: '3' });
    expect(list.asked).toEqual([{ page: 3, limit: 20, text: 'ada' }]);
    expect(list.see(selectInquiries)).toMatchObject({ query: { q: 'ada', page: '3' }, total: 45, rows: [inquiry] });
  });

  it('are searched once one stops typing, without the spaces around', async () => {
    const list = await start({ page: '2' });
    list.actor.send({ type: 'page.queryChanged', query: { q: ' ada ' } });
    list.clock.increment(TYPING_MS);
    await settle();
    expect(list.asked.at(-1)).toEqual({ page: 1, limit: 20, text: 'ada' });
  });

  it('go to the first page when the one shown is no more', async () => {
    const list = await start({ page: '3' }, { total: 40, rows: [] });
    expect(list.toldTo('navigation')).toEqual([{ type: 'navigation.query', query: { page: '' } }]);
  });

  it('are deleted after a question, and loaded again', async () => {
    const list = await start();
    list.actor.send({ type: 'record.act', task: { id: 'i', name: 'Ada' } });
    list.see(selectQuestion)?.send({ type: 'confirm.cancel' });
    expect(list.removed).toEqual([]);
    list.actor.send({ type: 'record.act', task: { id: 'i', name: 'Ada' } });
    list.see(selectQuestion)?.send({ type: 'confirm.accept' });
    expect(list.see(selectIsActing)).toBe(true);
    await settle();
    expect([list.removed, list.see(selectIsActing), list.see(selectInquiries).task]).toEqual([['i'], false, null]);
    expect(list.asked).toHaveLength(2);
  });

  it('tell why one was not deleted, and why they cannot be read', async () => {
    const list = await start();
    list.cloud.refuses = true;
    list.actor.send({ type: 'record.act', task: { id: 'i', name: 'Ada' } });
    list.see(selectQuestion)?.send({ type: 'confirm.accept' });
    await settle();
    expect(list.toldTo('notices')).toMatchObject([
      { type: 'notice.show', notice: { tone: 'error', failure: { code: 40001 } } },
    ]);
    list.cloud.away = true;
    list.actor.send({ type: 'list.reload' });
    await settle();
    expect(list.see(selectInquiries).failure).toMatchObject({ code: 40501 });
  });
});
