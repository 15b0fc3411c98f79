/** Compares two readings of a page line by line, of which one was made from a recording. */
import { WITHHELD_MARK } from '../../src/machines/recording/redact.ts';

/** What changes constantly: ages, times, percentages. */
export const withoutDigits = (text: string): string => text.replace(/\d(?:[\d.,:/-]*\d)?/gu, '#');

/** Names of people are redacted: a redaction mark matches any text. */
const fits = (shown: string, was: string): boolean =>
  shown === was ||
  (shown.includes(WITHHELD_MARK) &&
    new RegExp(
      `^${shown
        .split(/▪+/u)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'))
        .join('.*')}$`,
      'u',
    ).test(was));

/** @returns each line that differs, as it was and as it is shown */
export const differences = (shown: readonly string[], was: readonly string[]): string[] =>
  Array.from(
    { length: Math.max(shown.length, was.length) },
    (_, at) => [shown[at] ?? '(nothing)', was[at] ?? '(nothing)'] as const,
  ).flatMap(([now, then]) => (fits(now, then) ? [] : [`was   ${then}\nshown ${now}`]));
