import { expect, it } from 'vitest';
import type { VisitedView } from '../../../src/machines/app/events.ts';
import { affixed, neighbour, none, only, scrolled, visited, without } from '../../../src/machines/preferences/tabs.ts';

const tab = (path: string, change: Partial<VisitedView> = {}): VisitedView => ({
  path,
  search: '',
  titleKey: '',
  name: path,
  affix: false,
  ...change,
});
const paths = (tabs: readonly VisitedView[]) => tabs.map(({ path }) => path);
const three = [tab('/a', { affix: true }), tab('/b'), tab('/c')];

it('a view visited again keeps its place, takes its new query, and stays pinned', () => {
  const again = visited(three, tab('/a', { search: '?q=1' }));
  expect(paths(again)).toEqual(['/a', '/b', '/c']);
  expect(again[0]).toMatchObject({ search: '?q=1', affix: true });
});
it('a view keeps how far its list was scrolled at the same query, until its tab is closed', () => {
  const left = scrolled(three, { path: '/b', search: '', scroll: [120, 0] });
  expect(visited(left, tab('/b')).map(({ scroll }) => scroll)).toEqual([undefined, [120, 0], undefined]);
  expect(visited(left, tab('/b', { search: '?page=2' }))[1]).not.toHaveProperty('scroll');
  expect(scrolled(three, { path: '/b', search: '?page=2', scroll: [120, 0] })).toEqual(three);
  const closed = without(left, '/b');
  expect(scrolled(closed, { path: '/b', search: '', scroll: [120, 0] })).toEqual(closed);
  expect(visited(closed, tab('/b')).at(-1)).not.toHaveProperty('scroll');
});
it('a new view comes last', () => expect(paths(visited(three, tab('/d')))).toEqual(['/a', '/b', '/c', '/d']));
it('pinned views stand first, once', () =>
  expect(paths(affixed([tab('/b'), tab('/a')], [tab('/a', { affix: true })]))).toEqual(['/a', '/b']));
it('a pinned view cannot be closed', () => {
  expect(paths(without(three, '/a'))).toEqual(['/a', '/b', '/c']);
  expect(paths(without(three, '/b'))).toEqual(['/a', '/c']);
  expect(paths(only(three, '/c'))).toEqual(['/a', '/c']);
  expect(paths(none(three))).toEqual(['/a']);
});
it('the tab at the right takes over, else the one at the left', () => {
  expect(neighbour(three, '/b')?.path).toBe('/c');
  expect(neighbour(three, '/c')?.path).toBe('/b');
  expect(neighbour([tab('/x')], '/x')).toBeNull();
});
