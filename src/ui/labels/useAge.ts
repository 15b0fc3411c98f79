/** A short relative time: '0.3 s', '12 s', '33 min', '5 h', '3 d'. */
import type { Translate } from '../hooks/translate.ts';
import { useT } from '../hooks/useT.ts';

export type AgeUnit = 'seconds' | 'minutes' | 'hours' | 'days';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Below this age tenths of a second are shown. */
const TENTHS_UP_TO_MS = 10 * SECOND_MS;

/** @param ms a negative age (clock difference) counts as 0 */
export function ageOf(ms: number): { unit: AgeUnit; n: string } {
  const age = Math.max(0, ms);
  if (age < TENTHS_UP_TO_MS) return { unit: 'seconds', n: (Math.floor(age / 100) / 10).toFixed(1) };
  if (age < MINUTE_MS) return { unit: 'seconds', n: String(Math.floor(age / SECOND_MS)) };
  if (age < HOUR_MS) return { unit: 'minutes', n: String(Math.floor(age / MINUTE_MS)) };
  if (age < 2 * DAY_MS) return { unit: 'hours', n: String(Math.floor(age / HOUR_MS)) };
  return { unit: 'days', n: String(Math.floor(age / DAY_MS)) };
}

const KEYS = {
  seconds: 'status.age.seconds',
  minutes: 'status.age.minutes',
  hours: 'status.age.hours',
  days: 'status.age.days',
} as const satisfies Record<AgeUnit, string>;

/** Pages use `useAge`; the companion app has another `t`. */
export function ageText(t: Translate, ms: number): string {
  const { unit, n } = ageOf(ms);
  return t(KEYS[unit], { n });
}

export function useAge(): (ms: number) => string {
  const t = useT();
  return (ms) => ageText(t, ms);
}

/** The age of something that is not said to be an age by a heading: '15 min ago'. */
export function useAgo(): (ms: number) => string {
  const t = useT();
  const age = useAge();
  return (ms) => t('common.ago', { age: age(ms) });
}
