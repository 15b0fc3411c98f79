/** Retained messages of the embedded broker: the same results as its own store, but an exact topic needs no search. */
import { Aedes } from 'aedes';
import { afterEach, beforeEach, expect, it, vi, type Mock } from 'vitest';
import { keepRetained, type Retained, type RetainedStore } from '../../../server/broker/retained.ts';

let broker: Aedes;
const MOST_BYTES = 20_000;
let store: RetainedStore;
let retained: Retained;
let time: number;
let search: Mock<RetainedStore['createRetainedStreamCombi']>;
beforeEach(async () => {
  broker = await Aedes.createBroker();
  store = (broker as unknown as { persistence: RetainedStore }).persistence;
  search = vi.fn(store.createRetainedStreamCombi.bind(store));
  store.createRetainedStreamCombi = search;
  time = 0;
  retained = keepRetained(store, () => time, MOST_BYTES);
});
afterEach(() => new Promise<void>((resolve) => broker.close(() => resolve())));

const keep = (topic: string, text: string): Promise<void> => store.storeRetained({ topic, payload: Buffer.from(text) });
const found = async (...patterns: string[]): Promise<string[]> =>
  ((await store.createRetainedStreamCombi(patterns).toArray()) as { topic: string; payload: Buffer }[]).map(
    ({ topic, payload }) => `${topic}=${payload.toString()}`,
  );

it('a topic finds what was kept last on it, and nothing once that was taken back', async () => {
  await keep('uagv/v2/Acme/a/connection', 'ONLINE');
  await keep('uagv/v2/Acme/a/connection', 'OFFLINE');
  await keep('uagv/v2/Acme/b/connection', 'ONLINE');
  expect(await found('uagv/v2/Acme/a/connection', 'uagv/v2/Acme/a/state', 'uagv/v2/Acme/b/connection')).toEqual([
    'uagv/v2/Acme/a/connection=OFFLINE',
    'uagv/v2/Acme/b/connection=ONLINE',
  ]);
  await keep('uagv/v2/Acme/a/connection', '');
  expect(await found('uagv/v2/Acme/a/connection')).toEqual([]);
  expect(search).not.toHaveBeenCalled();
});

it('a pattern finds all that fit', async () => {
  await keep('uagv/v2/Acme/a/connection', 'ONLINE');
  await keep('uagv/v2/Acme/a/factsheet', '{}');
  await keep('uagv/v2/Acme/b/connection', 'ONLINE');
  await keep('uagv/v2/Acme/b/connection', '');
  expect((await found('uagv/v2/Acme/+/connection')).sort()).toEqual(['uagv/v2/Acme/a/connection=ONLINE']);
  expect((await found('uagv/v2/Acme/a/#', 'uagv/v2/Acme/b/connection')).sort()).toEqual([
    'uagv/v2/Acme/a/connection=ONLINE',
    'uagv/v2/Acme/a/factsheet={}',
  ]);
  await keep('uagv/v2/Acme/b/connection', 'OFFLINE');
  expect((await found('uagv/v2/Acme/a/connection/#', 'uagv/v2/Acme/b/connection')).sort()).toEqual([
    'uagv/v2/Acme/a/connection=ONLINE',
    'uagv/v2/Acme/b/connection=OFFLINE',
  ]);
  expect(search.mock.calls).toEqual([
    [['uagv/v2/Acme/+/connection']],
    [['uagv/v2/Acme/a/#']],
    [['uagv/v2/Acme/a/connection/#']],
  ]);
});

it('all of one robot, as its watchers ask for it, is found without a search', async () => {
  await keep('uagv/v2/Acme/a/connection', 'ONLINE');
  await keep('uagv/v2/Acme/a/state', '{}');
  await keep('uagv/v2/Acme/b/state', '{}');
  expect((await found('uagv/v2/Acme/a/+', 'uagv/v2/Acme/a/state')).sort()).toEqual([
    'uagv/v2/Acme/a/connection=ONLINE',
    'uagv/v2/Acme/a/state={}',
  ]);
  expect(search).not.toHaveBeenCalled();
});

it('a pattern under which nothing is kept is not searched for', async () => {
  await keep('uagv/v2/Acme/a/connection', 'ONLINE');
  expect(await found('rtc/a/+/up', 'uagv/v2/Acme/a/connection')).toEqual(['uagv/v2/Acme/a/connection=ONLINE']);
  expect(search).not.toHaveBeenCalled();
});

it('nothing is kept on a topic where nothing is to come back', async () => {
  for (const topic of ['rtc/a/lin~a~tab-t/up', 'uagv/v2/Acme/a/teleop/1', 'uagv/v2/Acme/a/events', 'users/lin/notices'])
    await keep(topic, 'x'.repeat(5_000));
  expect(await found('rtc/+/+/up', 'rtc/a/lin~a~tab-t/up', '#')).toEqual([]);
});

it('it is bounded: the longest unchanged goes first', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await keep(`uagv/v2/Acme/${name}/state`, 'x'.repeat(4_000));
  await keep('uagv/v2/Acme/a/state', 'y'.repeat(4_000));
  await keep('uagv/v2/Acme/e/state', 'x'.repeat(4_000));
  const topics = (await found('uagv/v2/Acme/+/state')).map((one) => one.split('=')[0]);
  expect(topics.sort()).toEqual(['a', 'c', 'd', 'e'].map((name) => `uagv/v2/Acme/${name}/state`));
  expect(await found('uagv/v2/Acme/b/state')).toEqual([]);
});

it('what is old goes, but for robots that are here', async () => {
  await keep('uagv/v2/Acme/a/connection', 'ONLINE');
  await keep('uagv/v2/Acme/b/connection', 'ONLINE');
  time = 25 * 3_600_000;
  await keep('uagv/v2/Acme/c/connection', 'ONLINE');
  retained.forgetOld((serialNumber) => serialNumber === 'a');
  const all = ['a', 'b', 'c'].map((name) => `uagv/v2/Acme/${name}/connection`);
  expect(await found(...all)).toEqual([`${all[0]}=ONLINE`, `${all[2]}=ONLINE`]);
  expect((await found('uagv/v2/Acme/+/connection')).sort()).toEqual([`${all[0]}=ONLINE`, `${all[2]}=ONLINE`]);
});
