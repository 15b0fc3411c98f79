import { expect, it } from 'vitest';
import { ACT_KEYS, actKey } from '../../../../src/ui/pages/audit/actWords.ts';
import { changeRows } from '../../../../src/ui/pages/audit/changeRows.ts';

it.each([
  ['nothing', null, null, []],
  [
    'a new thing',
    null,
    { roles: ['viewer', 'admin'] },
    [{ field: 'roles', before: null, after: 'viewer, admin', changed: true }],
  ],
  [
    'a change, and what stayed',
    { name: 'Old', model: 'W1' },
    { name: 'New', model: 'W1' },
    [
      { field: 'name', before: 'Old', after: 'New', changed: true },
      { field: 'model', before: 'W1', after: 'W1', changed: false },
    ],
  ],
  [
    'a name in two languages',
    { nickname: { enUS: 'Ada', zhCN: '艾达' } },
    { nickname: 'Eva' },
    [{ field: 'nickname', before: 'enUS: Ada, zhCN: 艾达', after: 'Eva', changed: true }],
  ],
  [
    'false and 0 are values, an empty text is none',
    { on: false, count: 0, word: '' },
    null,
    [
      { field: 'on', before: 'false', after: null, changed: true },
      { field: 'count', before: '0', after: null, changed: true },
      { field: 'word', before: null, after: null, changed: false },
    ],
  ],
  ['what is no record', 'one', ['two'], [{ field: '', before: 'one', after: 'two', changed: true }]],
])('%s', (_, before, after, rows) => {
  expect(changeRows(before, after)).toEqual(rows);
});

it('acts and areas have words; another act is shown as it is', () => {
  expect([actKey('account.lock'), actKey('account'), actKey('moon.land'), actKey('toString')]).toEqual([
    'audit.act.lock',
    'audit.area.account',
    null,
    null,
  ]);
  expect(new Set(Object.values(ACT_KEYS)).size).toBe(Object.keys(ACT_KEYS).length);
});
