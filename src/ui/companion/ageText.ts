/** A short relative time. */
import type { Translate } from '../hooks/translate.ts';
import { ageOf, type AgeUnit } from '../labels/useAge.ts';

const KEYS = {
  seconds: 'companion.age.seconds',
  minutes: 'companion.age.minutes',
  hours: 'companion.age.hours',
  days: 'companion.age.days',
} as const satisfies Record<AgeUnit, string>;

export function ageText(t: Translate, ms: number): string {
  const { unit, n } = ageOf(ms);
  return t(KEYS[unit], { n });
}
