/** Wiring of the event records: the event before the open one is found, also after others have happened. */
import { expect, it } from 'vitest';
import type { EventRecord } from '../../contract/entities/eventRecord.ts';
import { previousEvent } from '../../src/app/wiring/eventRecords.ts';
import { withOpenFirst } from '../../src/machines/eventRecords/eventsShown.ts';

const SIZE = 3;
/** The open event was the first one of the second page, after a, b and c. */
const previous = (newer: readonly string[], others = ['a', 'b', 'c', 'open', 'd']) => {
  const all = [...newer, ...others].map((id) => ({ id }));
  return previousEvent('open', 1, async (page) => all.slice((page - 1) * SIZE, page * SIZE));
};

it('is the last one of the page before', async () => {
  expect(await previous([])).toEqual({ id: 'c', page: 1 });
});

it.each([
  [['n1'], 2],
  [['n1', 'n2'], 2],
  [['n1', 'n2', 'n3'], 2],
  [['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7'], 4],
])('after %j have happened it is the same one, on page %i', async (newer, page) => {
  expect(await previous(newer)).toEqual({ id: 'c', page });
});

it('is none if the open one is gone, or is the first by now', async () => {
  expect((await previous([], ['a', 'b', 'c', 'd'])).id).toBe('');
  expect((await previous([], ['open', 'd'])).id).toBe('');
});

it('open events are the first of a page, each once, and the others keep their order', () => {
  const events = (...ids: string[]) => ids.map((id) => ({ id }) as EventRecord);
  const shown = withOpenFirst(events('c', 'old'), events('a', 'b', 'c', 'd')).map(({ id }) => id);
  expect(shown).toEqual(['c', 'old', 'a', 'b', 'd']);
});
