import { expect, it } from 'vitest';
import { findTyped, typedSerialNumber } from '../../../contract/rules/serialNumber.ts';

it('drops white space around and inside of what was typed', () => {
  expect(typedSerialNumber(' RH-01 \t02 ')).toBe('RH-0102');
});

it.each([
  ['rh-01', ['RH-01', 'RH-02'], 'RH-01'],
  [' RH-01 ', ['RH-01'], 'RH-01'],
  ['rh-01', ['RH-01', 'rh-01'], 'rh-01'],
  ['Rh-01', ['RH-01', 'rh-01'], undefined],
  ['rh-0', ['RH-01'], undefined],
])('%s among %s is %s', (typed, known, found) => expect(findTyped(typed, known)).toBe(found));
