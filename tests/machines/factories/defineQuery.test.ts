import { describe, expect, it } from 'vitest';
import {
  choice,
  day,
  defineQuery,
  flag,
  order,
  page,
  pageSize,
  searchQuery,
  searchRequest,
  text,
  value,
  values,
} from '../../../src/machines/factories/defineQuery.ts';

const query = defineQuery({
  who: text('q'),
  act: value('act'),
  robots: values('robots'),
  state: choice('state', ['all', 'open'], 'all'),
  sort: order('sort', ['name', 'seen'], 'name'),
  down: flag('order', 'desc'),
  from: day('from'),
  page: page(),
  size: pageSize([20, 50]),
});
const usual = {
  who: '',
  act: '',
  robots: [],
  state: 'all',
  sort: 'name',
  down: false,
  from: '',
  page: 1,
  size: 20,
};

describe('the query of a list', () => {
  it('falls back to the usual values when they are absent or invalid', () => {
    expect(query.read({})).toEqual(usual);
    expect(
      query.read({ state: 'x', sort: 'q', order: 'up', from: '29.3.2026', page: '-1', size: '7', robots: ',,' }),
    ).toEqual(usual);
  });

  it('reads back what it wrote', () => {
    const chosen = {
      who: 'lin',
      act: 'robot',
      robots: ['A', 'B'],
      state: 'open',
      sort: 'seen',
      down: true,
      from: '2026-03-29',
      page: 3,
      size: 50,
    } as const;
    expect(query.read(query.patch(chosen))).toEqual(chosen);
  });

  it('leaves usual values out of the URL, and begins at the first page after every change', () => {
    expect(query.patch({ state: 'all' })).toEqual({ state: '', page: '' });
    expect(query.patch({ robots: ['A', 'B'] })).toEqual({ robots: 'A,B', page: '' });
    expect(query.patch({ page: 3 })).toEqual({ page: '3' });
  });

  it('counts filters only, and clears them all', () => {
    const filtered = (given: Record<string, string>) => query.isFiltered(given);
    expect(filtered({ page: '3', size: '50', sort: 'seen', order: 'desc', state: 'x', q: '  ' })).toBe(false);
    for (const one of [{ q: 'lin' }, { act: 'robot' }, { robots: 'A' }, { state: 'open' }, { from: '2026-03-29' }])
      expect(filtered(one)).toBe(true);
    expect(query.cleared).toEqual({ q: '', act: '', robots: '', state: '', from: '', page: '' });
  });

  it('says what is typed, and trims the text of a search', () => {
    expect(query.typed).toEqual(['q']);
    expect(searchQuery.typed).toEqual(['q']);
    expect(searchRequest({ q: ' lin ', page: '2' })).toMatchObject({ text: 'lin', page: 2 });
  });
});
