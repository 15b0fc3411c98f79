/** The country codes to choose from. */
import { describe, expect, it } from 'vitest';
import { countryOptions } from '../../../src/ui/verification/countries.ts';

describe('countries by their code', () => {
  it.each([
    ['enUS', '1', '+1 United States'],
    ['enUS', '44', '+44 United Kingdom'],
    ['enUS', '7', '+7 Russia'],
    ['enUS', '233', '+233 Ghana'],
    ['zhCN', '86', '+86 中国'],
    ['zhCN', '49', '+49 德国'],
  ] as const)('%s names %s', (language, code, label) =>
    expect(countryOptions(language).find(({ value }) => value === code)).toEqual({ value: code, label }),
  );

  it.each(['enUS', 'zhCN'] as const)('%s has each code once, in the order of the names', (language) => {
    const options = countryOptions(language);
    expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
    expect(options.length).toBeGreaterThan(190);
    const names = options.map(({ label }) => label.replace(/^\+\d+ /u, ''));
    expect(names).toEqual([...names].sort(new Intl.Collator(language === 'zhCN' ? 'zh-CN' : 'en-US').compare));
  });
});
