/** Whether a contact is told at level one now, and when that changes: hours, quiet days, and both together. */
import { describe, expect, it } from 'vitest';
import {
  ALWAYS,
  type ContactHours,
  contactsToTell,
  isReachableAt,
  type QuietDays,
  usualRule,
  withHour,
} from '../../../contract/rules/alarmContacts.ts';
import { contactReach, contactsLeftOut } from '../../../contract/rules/contactReach.ts';
import { plusDays, zonedWeekHour } from '../../../contract/rules/zonedTime.ts';

/** 08:00 to 18:00, Monday to Friday. */
const OFFICE = ALWAYS.map((_, day) => (day < 5 ? 2 ** 18 - 2 ** 8 : 0));
const NEVER = ALWAYS.map(() => 0);
const contact = (hours: readonly number[], ...quietDays: QuietDays[]): ContactHours => ({
  id: 'a',
  roleIds: ['desk'],
  hours,
  quietDays,
});
/** 2026-11-25 is a Wednesday. */
const at = (date: string, hour: number) =>
  zonedWeekHour('UTC', Date.parse(`${date}T${String(hour).padStart(2, '0')}:30Z`));
const days = (from: string, until: string): QuietDays => ({ from, until });

describe('a contact', () => {
  it.each([
    ['always', contact(ALWAYS), at('2026-11-25', 14), 'reachable', null],
    ['never at level one', contact(NEVER), at('2026-11-25', 14), 'outOfHours', null],
    ['until the evening', contact(OFFICE), at('2026-11-25', 14), 'reachable', ['2026-11-25', 18]],
    ['in the last hour of the day', contact(OFFICE), at('2026-11-25', 17), 'reachable', ['2026-11-25', 18]],
    ['from the morning', contact(OFFICE), at('2026-11-25', 3), 'outOfHours', ['2026-11-25', 8]],
    ['after the weekend', contact(OFFICE), at('2026-11-27', 18), 'outOfHours', ['2026-11-30', 8]],
    [
      'at the same hour of the next week',
      contact(withHour(NEVER, 2, 14, true)),
      at('2026-11-25', 15),
      'outOfHours',
      ['2026-12-02', 14],
    ],
    [
      'until quiet days begin',
      contact(ALWAYS, days('2026-11-27', '2026-11-28')),
      at('2026-11-25', 14),
      'reachable',
      ['2026-11-27', 0],
    ],
    [
      'after quiet days, in their hours',
      contact(OFFICE, days('2026-11-25', '2026-11-27')),
      at('2026-11-25', 14),
      'quiet',
      ['2026-11-30', 8],
    ],
    [
      'after quiet days that follow each other, or overlap',
      contact(
        ALWAYS,
        days('2026-11-24', '2026-11-25'),
        days('2026-11-26', '2027-01-31'),
        days('2027-01-10', '2027-02-02'),
      ),
      at('2026-11-25', 14),
      'quiet',
      ['2027-02-03', 0],
    ],
    [
      'not between quiet days without hours',
      contact(OFFICE, days('2026-11-26', '2026-11-27'), days('2026-11-30', '2026-12-01')),
      at('2026-11-25', 18),
      'outOfHours',
      ['2026-12-02', 8],
    ],
  ] as const)('%s', (_, one, moment, state, change) => {
    expect(contactReach(one, moment)).toEqual({ state, change: change && { date: change[0], hour: change[1] } });
  });

  it('agrees with who is told, hour by hour for three weeks', () => {
    const one = contact(OFFICE, days('2026-11-27', '2026-11-30'), days('2026-12-02', '2026-12-02'));
    const hours = Array.from({ length: 21 * 24 }, (__, index) =>
      at(plusDays('2026-11-23', Math.floor(index / 24)), index % 24),
    );
    for (const [index, moment] of hours.entries()) {
      const { state, change } = contactReach(one, moment);
      expect(state === 'reachable').toBe(isReachableAt(one, moment));
      const next = hours.findIndex(
        (later, place) => place > index && isReachableAt(one, later) !== isReachableAt(one, moment),
      );
      if (next >= 0) expect(change).toEqual({ date: hours[next]?.date, hour: hours[next]?.hour });
    }
  });
});

it('of a level, those are left out who are outside their hours; at the last level only those on quiet days', () => {
  const rule = { ...usualRule('smoke'), ways: ['sms' as const], firstRoles: ['desk'], secondRoles: ['manager'] };
  const people = [
    { ...contact(OFFICE), id: 'office' },
    { ...contact(ALWAYS), id: 'always' },
    { ...contact(NEVER), id: 'manager', roleIds: ['manager'] },
    { ...contact(ALWAYS, days('2026-11-25', '2026-11-25')), id: 'away', roleIds: ['manager'] },
  ];
  const moment = at('2026-11-25', 20);
  const leftOut = (level: 1 | 2) =>
    contactsLeftOut(rule, people, level, contactsToTell(rule, people, level, moment)).map(({ id }) => id);
  expect(leftOut(1)).toEqual(['office']);
  expect(leftOut(2)).toEqual(['away']);
});
