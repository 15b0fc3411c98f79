/** Days of a timetable in words. Dates are YYYY-MM-DD, without a time zone. */
import { weekdayOf } from '../../../contract/rules/schedule/occurrences.ts';
import type { Translate } from '../hooks/translate.ts';
import { dateText, type DateParts } from '../shell/siteTime.ts';
import { dayName } from './runTexts.ts';

const inWords = (t: Translate, date: string, options: DateParts): string => dateText(date, t.language, options);

/** "Sat 21", "周六 21". */
export const shortDay = (t: Translate, date: string): string =>
  `${dayName(t, weekdayOf(date))} ${Number(date.slice(8))}`;
/** "Saturday 2026-11-21". */
export const longDay = (t: Translate, date: string): string => `${inWords(t, date, { weekday: 'long' })} ${date}`;
/** "19 to 25 November", "28 November to 4 December". */
export function spanText(t: Translate, from: string, until: string): string {
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7);
  const [day, month] = [{ day: 'numeric' }, { day: 'numeric', month: 'long' }] as const;
  return t('schedules.span', {
    from: inWords(t, from, isOneMonth && t.language === 'enUS' ? day : month),
    until: inWords(t, until, isOneMonth && t.language === 'zhCN' ? day : month),
  });
}
