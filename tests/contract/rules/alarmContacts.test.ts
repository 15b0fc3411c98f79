/** Who is told at a moment: hours, quiet days, and the last level, which is always told. */
import { describe, expect, it } from 'vitest';
import {
  ALWAYS,
  areQuietDays,
  contactsToTell,
  holesOfDay,
  HOURS_PER_DAY,
  isReachableAt,
  usualRule,
  type ContactHours,
  withHour,
} from '../../../contract/rules/alarmContacts.ts';

const rule = { ...usualRule('smoke'), ways: ['sms' as const], firstRoles: ['desk'], secondRoles: ['manager'] };
const contact = (id: string, roleId: string, more: Partial<ContactHours> = {}): ContactHours => ({
  id,
  roleIds: [roleId],
  hours: ALWAYS,
  quietDays: [],
  ...more,
});
const CHRISTMAS = { from: '2026-12-24', until: '2026-12-26' };
const at = (date: string, hour = 9) => ({ date, day: 3, hour });
const idsOf = (contacts: readonly ContactHours[]): string[] => contacts.map(({ id }) => id);
const told = (contacts: readonly ContactHours[], level: 1 | 2, date: string): string[] =>
  idsOf(contactsToTell(rule, contacts, level, at(date)));

describe('quiet days', () => {
  const quiet = contact('a', 'desk', { quietDays: [CHRISTMAS] });
  it('cover their first and last day and nothing beside them', () => {
    expect(
      ['2026-12-23', '2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'].map((date) =>
        isReachableAt(quiet, at(date)),
      ),
    ).toEqual([true, false, false, false, true]);
  });
  it('leave the others of level one, and level two at once without any', () => {
    const all = [quiet, contact('b', 'desk'), contact('m', 'manager')];
    expect(told(all, 1, '2026-12-25')).toEqual(['b']);
    expect(told([quiet, contact('m', 'manager')], 1, '2026-12-25')).toEqual(['m']);
    expect(told(all, 1, '2026-12-27')).toEqual(['a', 'b']);
  });
  it('leave the others of the last level, but never nobody', () => {
    const away = contact('m', 'manager', { quietDays: [CHRISTMAS] });
    expect(told([away, contact('n', 'manager')], 2, '2026-12-25')).toEqual(['n']);
    expect(told([away], 2, '2026-12-25')).toEqual(['m']);
    expect(told([quiet, away], 1, '2026-12-25')).toEqual(['m']);
  });
  it('are holes of the whole day, hours are holes of their own', () => {
    const holes = (contacts: readonly ContactHours[], date: string) => holesOfDay(rule, contacts, at(date)).length;
    expect(holes([quiet], '2026-12-25')).toBe(HOURS_PER_DAY);
    expect(holes([quiet], '2026-12-27')).toBe(0);
    const withoutNine = contact('b', 'desk', { hours: withHour(ALWAYS, 3, 9, false) });
    expect(holesOfDay(rule, [quiet, withoutNine], at('2026-12-25'))).toEqual([9]);
  });
  it.each([
    ['2026-12-24', '2026-12-24', true],
    ['2026-12-26', '2026-12-24', false],
    ['2026-02-29', '2026-03-01', false],
    ['2026-1-2', '2026-01-03', false],
    ['', '', false],
    ['2026-01-01', '2026-12-31', true],
    ['2026-01-01', '2027-01-02', false],
  ])('%s to %s: %s', (from, until, isGood) => expect(areQuietDays({ from, until })).toBe(isGood));
});
