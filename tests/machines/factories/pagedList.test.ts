/** Behaviour common to all paged lists, tested on a list of words with a filter and a search field. */
import { describe, expect, it } from 'vitest';
import { fromPromise, setup } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import type { PageInput, Query } from '../../../src/machines/app/events.ts';
import { foundRedaction, listRedaction } from '../../../src/machines/factories/pagedList.redaction.ts';
import { placeOf, selectIsReading } from '../../../src/machines/factories/pagedList.selectors.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  listOf,
  type ListTag,
  pagedList,
  TYPING_MS,
} from '../../../src/machines/factories/pagedList.ts';
import { parsePage } from '../../../src/machines/parsePage.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

interface Wish {
  words: string;
  kind: string;
  page: number;
}
const list = pagedList<ListResult<string>, Wish, ListEvent, ListContext<string>>({
  requestOf: ({ q = '', kind = '', page }) => ({ words: q, kind, page: parsePage(page) }),
  typed: ['q'],
});
const searchMachine = setup({
  types: { context: {} as ListContext<string>, input: {} as PageInput, events: {} as ListEvent, tags: {} as ListTag },
  actors: list.actors,
  guards: list.guards,
  actions: list.actions,
  delays: list.delays,
}).createMachine({ id: 'words', context: ({ input }) => listOf(input.query), ...list.region });

async function start(query: Query = {}, found: ListResult<string> = { total: 45, rows: ['one', 'two'] }) {
  const cloud = { found, wishes: [] as Wish[], refusal: null as Error | null };
  const started = startUnderApp(
    searchMachine.provide({
      actors: {
        loadList: fromPromise<ListResult<string>, Wish>(async ({ input }) => {
          cloud.wishes.push(input);
          if (cloud.refusal) throw cloud.refusal;
          return cloud.found;
        }),
      },
    }),
    { as: 'screen', input: { page: 'words', params: {}, query, user: null, serialNumber: '', language: 'enUS' } },
  );
  const at = () => started.actor.getSnapshot();
  expect(at().value).toBe('loading');
  await settle();
  return {
    ...started,
    cloud,
    at,
    asked: () => started.toldTo('navigation'),
    send: (event: ListEvent) => started.actor.send(event),
  };
}

describe('a list read a page at a time', () => {
  it('is what the address says', async () => {
    const { cloud, at } = await start({ q: 'o', kind: 'number', page: '3' });
    expect(cloud.wishes).toEqual([{ words: 'o', kind: 'number', page: 3 }]);
    expect(at().value).toBe('shown');
    expect(at().context).toMatchObject({ total: 45, rows: ['one', 'two'], failure: null });
    expect(placeOf(at().context)).toEqual({ page: 3, pages: 3, from: 41, to: 42 });
  });

  it.each(['0', '-1', 'x', '1.5', '9999999'])(
    'takes page %s for the first, and has one page at least',
    async (page) => {
      const { at } = await start({ page }, { total: 0, rows: [] });
      expect(placeOf(at().context)).toEqual({ page: 1, pages: 1, from: 1, to: 0 });
    },
  );

  it('puts filters and pages into the address and waits for it; a page is a step that Back undoes', async () => {
    const { cloud, asked, send } = await start();
    send({ type: 'list.show', query: { kind: 'number', page: '' } });
    send({ type: 'list.turn', page: 2 });
    send({ type: 'list.turn', page: 1 });
    expect(asked()).toEqual([
      { type: 'navigation.query', query: { kind: 'number', page: '' } },
      { type: 'navigation.query', query: { page: '2' }, push: true },
      { type: 'navigation.query', query: { page: '' }, push: true },
    ]);
    expect(cloud.wishes).toHaveLength(1);
  });

  it('keeps its rows while others are read, and says that they are', async () => {
    const { send, at, cloud } = await start();
    cloud.found = { total: 1, rows: ['three'] };
    send({ type: 'page.queryChanged', query: { kind: 'number' } });
    expect([at().value, at().context.rows, selectIsReading(at())]).toEqual(['refreshing', ['one', 'two'], true]);
    await settle();
    expect([at().value, at().context.rows, selectIsReading(at())]).toEqual(['shown', ['three'], false]);
  });

  it('waits until one has typed, and for nothing else', async () => {
    const { send, at, cloud, clock } = await start();
    for (const q of ['t', 'tw', 'two']) {
      send({ type: 'page.queryChanged', query: { q } });
      clock.increment(TYPING_MS - 1);
    }
    await settle();
    expect([at().value, selectIsReading(at()), cloud.wishes.length]).toEqual(['typing', true, 1]);
    clock.increment(1);
    await settle();
    expect(cloud.wishes.slice(1)).toMatchObject([{ words: 'two' }]);
    send({ type: 'page.queryChanged', query: { q: 'two', kind: 'number' } });
    await settle();
    expect(cloud.wishes.at(-1)).toMatchObject({ words: 'two', kind: 'number' });
  });

  it('counts only the answer to the last wish', async () => {
    const { send, at, cloud } = await start();
    cloud.found = { total: 1, rows: ['late'] };
    send({ type: 'page.queryChanged', query: { kind: 'a' } });
    cloud.found = { total: 1, rows: ['last'] };
    send({ type: 'page.queryChanged', query: { kind: 'b' } });
    await settle();
    expect([cloud.wishes.map(({ kind }) => kind), at().context.rows]).toEqual([['', 'a', 'b'], ['last']]);
  });

  it('tells a failure until it was read again: when asked, in another language, after a gap', async () => {
    const { send, at, cloud } = await start();
    for (const event of [
      { type: 'list.reload' },
      { type: 'page.languageChanged', language: 'zhCN' },
      { type: 'page.resumed' },
    ] as const) {
      cloud.refusal = new ApiError('networkFailed');
      send({ type: 'list.reload' });
      await settle();
      expect([at().value, at().context.failure?.code]).toEqual(['failed', ERRORS.networkFailed]);
      cloud.refusal = null;
      send(event);
      expect(at().context.failure).not.toBeNull();
      await settle();
      expect([at().value, at().context.failure]).toEqual(['shown', null]);
    }
  });

  it('goes to the first page when the one shown is no more, and stays where there is nothing at all', async () => {
    const { asked } = await start({ page: '3' }, { total: 40, rows: [] });
    expect(asked()).toEqual([{ type: 'navigation.query', query: { page: '' } }]);
    const none = await start({ page: '3' }, { total: 0, rows: [] });
    expect(none.asked()).toEqual([]);
  });

  it('lets of a row what the page says leave, and no typed word', () => {
    expect(foundRedaction({ id: true })).toEqual({ total: true, rows: { '*': { id: true } } });
    expect(listRedaction({ id: true })).toMatchObject({ query: 'query', failure: 'failure' });
  });
});
