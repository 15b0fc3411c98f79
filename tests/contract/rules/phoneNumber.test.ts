import { expect, it } from 'vitest';
import { shownPhoneNumber } from '../../../contract/rules/phoneNumber.ts';

it.each([
  ['138 0000 0001', '86', '+8613800000001'],
  ['86 138 0000 0001', '+86', '+8613800000001'],
  ['12025550123', '1', '+12025550123'],
  ['2025550123', '1', '+12025550123'],
  ['+49 170 1234567', '86', '+491701234567'],
  // Too short to hold the code: Emden's area code begins like Germany's.
  ['4921 123456', '49', '+494921123456'],
  ['86', '', '+86'],
])('%s with %s is shown as %s', (text, country, expected) => expect(shownPhoneNumber(text, country)).toBe(expected));
