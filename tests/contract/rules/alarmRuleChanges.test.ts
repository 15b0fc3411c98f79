/** What differs between two sets of alarm rules: the fields, who is told, and the hours of level one. */
import { describe, expect, it } from 'vitest';
import {
  type AlarmRule,
  ALWAYS,
  type ContactHours,
  usualRule,
  withHour,
} from '../../../contract/rules/alarmContacts.ts';
import { alarmRuleChanges, changesOfRule, reachChange } from '../../../contract/rules/alarmRuleChanges.ts';

const noise: AlarmRule = { ...usualRule('noise'), ways: ['sms'], firstRoles: ['desk'], secondRoles: ['manager'] };
const NEVER = ALWAYS.map(() => 0);
const contact = (id: string, roleId: string, hours = ALWAYS): ContactHours => ({
  id,
  roleIds: [roleId],
  hours,
  quietDays: [],
});

describe('changes of a rule', () => {
  it.each<[string, Partial<AlarmRule>, ReturnType<typeof changesOfRule>]>([
    ['nothing', {}, []],
    ['switched off', { isOn: false }, [{ what: 'counts', isOn: false }]],
    ['a threshold', { threshold: 70 }, [{ what: 'threshold', from: null, to: 70 }]],
    ['a way added', { ways: ['call', 'sms'] }, [{ what: 'way', way: 'call', isAdded: true }]],
    [
      'another way',
      { ways: ['call'] },
      [
        { what: 'way', way: 'sms', isAdded: false },
        { what: 'way', way: 'call', isAdded: true },
      ],
    ],
    [
      'another role at level one',
      { firstRoles: ['guard'] },
      [{ what: 'roles', level: 1, added: ['guard'], removed: ['desk'] }],
    ],
    ['no role at level two', { secondRoles: [] }, [{ what: 'roles', level: 2, added: [], removed: ['manager'] }]],
  ])('%s', (_, change, expected) => {
    expect(changesOfRule(noise, { ...noise, ...change })).toEqual(expected);
  });
  it('the order of ways and roles is none', () => {
    const before: AlarmRule = { ...noise, ways: ['sms', 'call'], firstRoles: ['desk', 'guard'] };
    expect(changesOfRule(before, { ...before, ways: ['call', 'sms'], firstRoles: ['guard', 'desk'] })).toEqual([]);
  });
});

describe('who is told because of them', () => {
  const people = [
    contact('ada', 'desk'),
    contact('omar', 'guard', withHour(NEVER, 0, 8, true)),
    contact('zhao', 'manager'),
  ];
  it('names who is added and who no longer is, and the hours of level one', () => {
    expect(reachChange(noise, { ...noise, firstRoles: ['guard'] }, people)).toEqual({
      added: ['omar'],
      removed: ['ada'],
      hours: { from: 168, to: 1 },
    });
  });
  it('a rule that is off, or has no way, tells nobody', () => {
    const nobody = { added: [], removed: ['ada', 'zhao'], hours: { from: 168, to: 0 } };
    expect(reachChange(noise, { ...noise, isOn: false }, people)).toEqual(nobody);
    expect(reachChange(noise, { ...noise, ways: [] }, people)).toEqual(nobody);
  });
  it('who moves from one level to the other is told as before', () => {
    expect(reachChange(noise, { ...noise, firstRoles: ['manager'], secondRoles: ['desk'] }, people)).toEqual({
      added: [],
      removed: [],
      hours: null,
    });
  });
});

it('only events that differ are listed', () => {
  const fall = usualRule('fall');
  const changes = alarmRuleChanges([noise, fall], [{ ...noise, threshold: 60 }, fall], []);
  expect(changes.map(({ event }) => event)).toEqual(['noise']);
});
