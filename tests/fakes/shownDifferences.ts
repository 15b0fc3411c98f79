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

/**
 * The same for a page that was read before and after the recording: each line has to be as in one of the two.
 * @returns the differences to the reading that fits better
 */
export function differencesOfEither(
  shown: readonly string[],
  [before, after]: readonly [readonly string[], readonly string[]],
): string[] {
  const merged =
    before.length === after.length
      ? before.map((line, at) => (fits(shown[at] ?? '', line) ? line : (after[at] ?? line)))
      : before;
  const [first, second] = [differences(shown, merged), differences(shown, after)];
  return first.length <= second.length ? first : second;
}
