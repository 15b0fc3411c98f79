/** Kept messages of the embedded broker: the same answers, without a search where a topic names one. */
import { Aedes } from 'aedes';
import { afterEach, beforeEach, expect, it, vi, type Mock } from 'vitest';
import { findByTopic, type RetainedStore } from '../../../server/broker/retained.ts';

let broker: Aedes;
let store: RetainedStore;
let search: Mock<RetainedStore['createRetainedStreamCombi']>;
beforeEach(async () => {
  broker = await Aedes.createBroker();
  store = (broker as unknown as { persistence: RetainedStore }).persistence;
  search = vi.fn(store.createRetainedStreamCombi.bind(store));
  store.createRetainedStreamCombi = search;
  findByTopic(store);
});
afterEach(() => new Promise<void>((resolve) => broker.close(() => resolve())));

const keep = (topic: string, text: string): Promise<void> => store.storeRetained({ topic, payload: Buffer.from(text) });
const found = async (...patterns: string[]): Promise<string[]> =>
  (await store.createRetainedStreamCombi(patterns).toArray() as { topic: string; payload: Buffer }[]).map(({ topic, payload }) => `${topic}=${payload.toString()}`);

it('a topic finds what was kept last on it, and nothing once that was taken back', async () => {
  await keep('a/connection', 'ONLINE');
  await keep('a/connection', 'OFFLINE');
  await keep('b/connection', 'ONLINE');
  expect(await found('a/connection', 'a/state', 'b/connection')).toEqual(['a/connection=OFFLINE', 'b/connection=ONLINE']);
  await keep('a/connection', '');
  expect(await found('a/connection')).toEqual([]);
  expect(search).not.toHaveBeenCalled();
});

it('a pattern finds all that fit', async () => {
  await keep('a/connection', 'ONLINE');
  await keep('a/factsheet', '{}');
  await keep('b/connection', 'ONLINE');
  await keep('b/connection', '');
  expect((await found('+/connection')).sort()).toEqual(['a/connection=ONLINE']);
  expect((await found('a/#', 'b/connection')).sort()).toEqual(['a/connection=ONLINE', 'a/factsheet={}']);
  await keep('b/connection', 'OFFLINE');
  expect((await found('a/connection/#', 'b/connection')).sort()).toEqual(['a/connection=ONLINE', 'b/connection=OFFLINE']);
  expect(search.mock.calls).toEqual([[['+/connection']], [['a/#']], [['a/connection/#']]]);
});

it('a pattern under which nothing is kept is not searched for', async () => {
  await keep('a/connection', 'ONLINE');
  expect(await found('rtc/a/+/up', 'a/connection')).toEqual(['a/connection=ONLINE']);
  expect(search).not.toHaveBeenCalled();
});
