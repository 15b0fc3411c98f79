/** Country calling codes, each under its main country; country names come from the browser in the user's language. */
import { useEffect, useMemo, useState } from 'react';
import type { Language } from '../../../contract/entities/constants.ts';
import { useT } from '../hooks/useT.ts';

interface Option {
  value: string;
  label: string;
}
type MainCountries = readonly { code: string; country: string }[];

const LOCALE = { zhCN: 'zh-CN', enUS: 'en-US' } as const satisfies Record<Language, string>;

let known: MainCountries | undefined;
/** The numbering plans are a separate chunk, loaded only by forms with a phone number. */
export async function loadMainCountries(): Promise<MainCountries> {
  const { default: metadata } = await import('libphonenumber-js/min/metadata');
  return (known ??= Object.entries(metadata.country_calling_codes).flatMap(([code, [country]]) =>
    country ? [{ code, country }] : [],
  ));
}

/** Sorted by name in the language's collation. */
export function countryOptions(countries: MainCountries, language: Language): Option[] {
  const names = new Intl.DisplayNames(LOCALE[language], { type: 'region' });
  const collator = new Intl.Collator(LOCALE[language]);
  return countries
    .map(({ code, country }) => ({ value: code, name: names.of(country) ?? country }))
    .sort((a, b) => collator.compare(a.name, b.name))
    .map(({ value, name }) => ({ value, label: `+${value} ${name}` }));
}

/** Only the chosen code until the others are loaded, and if loading fails. */
export function useCountryOptions(chosen: string): Option[] {
  const { language } = useT();
  const [countries, setCountries] = useState(known);
  useEffect(() => {
    if (!countries) void loadMainCountries().then(setCountries, () => undefined);
  }, [countries]);
  return useMemo(
    () => (countries ? countryOptions(countries, language) : [{ value: chosen, label: `+${chosen}` }]),
    [countries, language, chosen],
  );
}
