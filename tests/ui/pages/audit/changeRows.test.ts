import { expect, it } from 'vitest';
import { ACT_KEYS, actKey } from '../../../../src/ui/pages/audit/actWords.ts';
import { changeRows, type ChangeTexts } from '../../../../src/ui/pages/audit/changeRows.ts';

const TEXTS: ChangeTexts = {
  names: { 'id-1': 'Ada' },
  yes: 'yes',
  no: 'no',
  label: (field) => (field === 'name' ? 'Name' : field),
};

it.each([
  ['nothing', null, null, []],
  [
    'a new thing',
    null,
    { roles: ['viewer', 'admin'] },
    [{ field: 'roles', label: 'roles', before: null, after: 'viewer, admin', changed: true }],
  ],
  [
    'a change, and what stayed',
    { name: 'Old', model: 'W1' },
    { name: 'New', model: 'W1' },
    [
      { field: 'name', label: 'Name', before: 'Old', after: 'New', changed: true },
      { field: 'model', label: 'model', before: 'W1', after: 'W1', changed: false },
    ],
  ],
  [
    'a name in two languages',
    { nickname: { enUS: 'Ada', zhCN: '艾达' } },
    { nickname: 'Eva' },
    [{ field: 'nickname', label: 'nickname', before: 'enUS: Ada, zhCN: 艾达', after: 'Eva', changed: true }],
  ],
  [
    'false and 0 are values, an empty text is none',
    { on: false, count: 0, word: '' },
    null,
    [
      { field: 'on', label: 'on', before: 'no', after: null, changed: true },
      { field: 'count', label: 'count', before: '0', after: null, changed: true },
      { field: 'word', label: 'word', before: null, after: null, changed: false },
    ],
  ],
  [
    'ids of people and things by their names',
    { people: [{ userId: 'id-1' }, { userId: 'gone' }] },
    null,
    [{ field: 'people', label: 'people', before: 'userId: Ada, userId: gone', after: null, changed: true }],
  ],
  ['what is no record', 'one', ['two'], [{ field: '', label: '', before: 'one', after: 'two', changed: true }]],
])('%s', (_, before, after, rows) => {
  expect(changeRows(before, after, TEXTS)).toEqual(rows);
});

it('acts and areas have words; another act is shown as it is', () => {
  expect([actKey('account.lock'), actKey('account'), actKey('moon.land'), actKey('toString')]).toEqual([
    'audit.act.lock',
    'routes.accounts',
    null,
    null,
  ]);
  expect(new Set(Object.values(ACT_KEYS)).size).toBe(Object.keys(ACT_KEYS).length);
});
