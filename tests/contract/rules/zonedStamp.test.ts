/** Times in exported files. */
import { expect, it } from 'vitest';
import { zonedStamp } from '../../../contract/rules/zonedStamp.ts';

it.each([
  ['UTC', '2026-01-02T03:04:05Z', '2026-01-02 03:04:05'],
  ['Asia/Shanghai', '2026-01-02T16:00:00Z', '2026-01-03 00:00:00'],
  // The hour before and after the clock of summer time is set back.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25 02:30:00'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25 02:30:00'],
])('in %s, %s is %s', (zone, at, expected) => {
  expect(zonedStamp(zone)(new Date(at))).toBe(expected);
  expect(zonedStamp(zone)(Date.parse(at))).toBe(expected);
});

it('writes nothing for no time', () => {
  expect(zonedStamp('UTC')(null)).toBe('');
});

it('does not know every zone', () => {
  expect(() => zonedStamp('Europe/Atlantis')).toThrow(RangeError);
});
