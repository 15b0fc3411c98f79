/** Country codes of phone numbers, each under its main country; the countries' names are the browser's own, in the reader's language. */
import metadata from 'libphonenumber-js/min/metadata';
import type { Language } from '../../../contract/entities/constants.ts';

const LOCALE = { zhCN: 'zh-CN', enUS: 'en-US' } as const satisfies Record<Language, string>;

/** By name, as the language sorts. */
export function countryOptions(language: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(LOCALE[language], { type: 'region' });
  const collator = new Intl.Collator(LOCALE[language]);
  return Object.entries(metadata.country_calling_codes)
    .flatMap(([value, [main]]) => (main ? [{ value, name: names.of(main) ?? main }] : []))
    .sort((a, b) => collator.compare(a.name, b.name))
    .map(({ value, name }) => ({ value, label: `+${value} ${name}` }));
}
