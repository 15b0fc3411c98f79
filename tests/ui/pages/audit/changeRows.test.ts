import { beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_ACTS } from '../../../../contract/rules/auditActs.ts';
import type { Translate } from '../../../../src/ui/hooks/translate.ts';
import { actText, fieldText } from '../../../../src/ui/pages/audit/actTexts.ts';
import { changeRows, type ChangeTexts } from '../../../../src/ui/pages/audit/changeRows.ts';
import { textsOf } from '../../withTexts.tsx';

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

describe.each(['enUS', 'zhCN'] as const)('in %s', (language) => {
  let t: Translate;
  beforeAll(async () => {
    t = (await textsOf(language)).now();
  });

  it('every action has a text, and no two share one', () => {
    const texts = AUDIT_ACTS.map((act) => actText(t, act));
    expect(texts).not.toContain('');
    expect(texts.filter((text, index) => texts.indexOf(text) !== index || /^\w+\.\w+$/u.test(text))).toEqual([]);
  });

  it('another action, an area and an unknown field are shown by their recorded names', () => {
    expect(['moon.land', 'account'].map((act) => actText(t, act))).toEqual(['moon.land', 'account']);
    expect(fieldText(t, 'tides')).toBe('tides');
  });

  it('a field has the text of the page, or the one that several pages share', () => {
    expect(['sessionsEnded', 'pathId'].map((field) => fieldText(t, field))).toEqual([
      t('audit.fieldName.sessionsEnded'),
      t('shared.route'),
    ]);
  });
});
