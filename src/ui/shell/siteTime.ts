/**
 * The one form of dates and times on the screen (docs/glossary.md): 2026-03-29 14:05:00, times of day 14:05, and the
 * name of their time zone. By the browser's Intl, so that the shell needs no date library.
 */
import type { Language } from '../../../contract/entities/constants.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
/** Cached, because creating a formatter costs far more than using it. */
function format(key: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const id = `${key} ${locale} ${options.timeZone ?? ''}`;
  const made = formats.get(id) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(id, made);
  return made;
}

/** The Swedish format resembles ISO: YYYY-MM-DD HH:mm:ss (spec 9). */
const ISO_LIKE = 'sv-SE';

export { ownZone } from '../../../contract/rules/timeZone.ts';

/** '2026-03-29 14:05:00'. @param at ms since 1970 */
export const timeStamp = (at: number, timeZone: string): string =>
  format('stamp', ISO_LIKE, { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
/** '14:05:09', where several things happen in a minute. */
export const timeWithSeconds = (at: number, timeZone: string): string => timeStamp(at, timeZone).split(' ')[1] ?? '';
/** '14:05' */
export const timeOfDay = (at: number, timeZone: string): string =>
  format('time', ISO_LIKE, { timeZone, timeStyle: 'short' }).format(at);

const DATE_LOCALES = { enUS: 'en-GB', zhCN: 'zh-CN' } as const;
export type DateParts = Pick<Intl.DateTimeFormatOptions, 'weekday' | 'day' | 'month'>;
/** 'Saturday', '19 November', '11月19日'. @param date YYYY-MM-DD, without a time zone */
export const dateText = (date: string, language: Language, options: DateParts): string =>
  format(JSON.stringify(options), DATE_LOCALES[language], { ...options, timeZone: 'UTC' }).format(
    Date.parse(`${date}T00:00:00Z`),
  );

const part = (parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** 'Shanghai, UTC+8' or '中国时间 UTC+8': a well-known place, and the UTC offset at that time. */
export function zoneName(timeZone: string, language: Language, at: number): string {
  const offset = offsetOf(timeZone, at);
  const place = zonePlace(timeZone, language, at);
  if (!place) return offset;
  return language === 'zhCN' ? `${place} ${offset}` : `${place}, ${offset}`;
}

const offsetOf = (timeZone: string, at: number): string =>
  part(format('offset', 'en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)).replace('GMT', 'UTC');

/** 'Shanghai', '中国标准时间'; '' for a zone without a place. */
export function zonePlace(timeZone: string, language: Language, at: number): string {
  if (!timeZone.includes('/')) return '';
  if (language !== 'zhCN') return timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '';
  const name = part(format('generic', 'zh-CN', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(at));
  return name.startsWith('GMT') ? '' : name;
}
