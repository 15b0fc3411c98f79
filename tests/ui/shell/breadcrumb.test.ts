import { describe, expect, it } from 'vitest';
import type { AsyncRoute } from '../../../contract/entities/user.ts';
import { breadcrumbOf } from '../../../src/ui/shell/breadcrumb.ts';

const route = (
  path: string,
  title: string | undefined,
  children: AsyncRoute[] = [],
  more: Partial<AsyncRoute['meta']> = {},
): AsyncRoute => ({
  path,
  name: path,
  hidden: false,
  alwaysShow: false,
  meta: { title, ...more } as AsyncRoute['meta'],
  children,
});

const TABLE = [
  route('/', undefined, [
    route('home', 'home'),
    { ...route('home/robot-data', 'robotData'), hidden: true },
    route('outbox', 'outbox'),
    route('administration', 'administration', [route('/accounts', 'accounts'), route('/accounts/audit', 'audit')]),
  ]),
  route('/setting', 'setting', [
    route('map-edit', 'mapEdit'),
    route('speech', 'speech'),
    route('quiet', 'quiet', [route('detail', 'detail')], { breadcrumb: false }),
  ]),
];
const titles = (path: string) => breadcrumbOf(TABLE, path).map(({ title }) => title);

describe('the breadcrumb', () => {
  it('shows the matched routes that have a title', () => {
    expect(titles('/setting/speech')).toEqual(['setting', 'speech']);
    expect(titles('/home/robot-data')).toEqual(['home', 'robotData']);
  });
  it('has the group, not another page of the menu, before a page of a group', () => {
    expect(titles('/accounts/audit')).toEqual(['administration', 'audit']);
  });
  it.each(['/home', '/map-edit', '/setting/map-edit', '/video-control', '/robot/video-control'])(
    'is hidden on %s',
    (path) => {
      expect(titles(path)).toEqual([]);
    },
  );
  it('leaves out what is marked breadcrumb false', () => {
    expect(titles('/setting/quiet/detail')).toEqual(['setting', 'detail']);
  });
  it('is hidden on a page without a parent, whose heading says the same', () => {
    expect(titles('/outbox')).toEqual([]);
  });
  it('skips the /redirect/ prefix', () => {
    expect(titles('/redirect/setting/speech')).toEqual(['setting', 'speech']);
  });
  it('gives the way of each, for the links before the last', () => {
    expect(breadcrumbOf(TABLE, '/home/robot-data').map(({ path }) => path)).toEqual(['/home', '/home/robot-data']);
  });
});
