/** Country codes of phone numbers, each under one of its regions; the regions' names are the browser's own, in the reader's language. */
import type { Language } from '../../../../contract/entities/constants.ts';

const REGION_OF: Readonly<Record<string, string>> = {
  1: 'US', 7: 'RU', 20: 'EG', 27: 'ZA', 30: 'GR', 31: 'NL', 32: 'BE', 33: 'FR', 34: 'ES', 36: 'HU', 39: 'IT', 40: 'RO', 41: 'CH', 43: 'AT', 44: 'GB', 45: 'DK', 46: 'SE',
  47: 'NO', 48: 'PL', 49: 'DE', 51: 'PE', 52: 'MX', 54: 'AR', 55: 'BR', 56: 'CL', 57: 'CO', 60: 'MY', 61: 'AU', 62: 'ID', 63: 'PH', 64: 'NZ', 65: 'SG', 66: 'TH', 81: 'JP',
  82: 'KR', 84: 'VN', 86: 'CN', 90: 'TR', 91: 'IN', 92: 'PK', 212: 'MA', 234: 'NG', 254: 'KE', 351: 'PT', 352: 'LU', 353: 'IE', 354: 'IS', 358: 'FI', 359: 'BG', 370: 'LT',
  371: 'LV', 372: 'EE', 380: 'UA', 385: 'HR', 386: 'SI', 420: 'CZ', 421: 'SK', 852: 'HK', 853: 'MO', 855: 'KH', 880: 'BD', 886: 'TW', 961: 'LB', 962: 'JO', 965: 'KW', 966: 'SA',
  968: 'OM', 971: 'AE', 972: 'IL', 973: 'BH', 974: 'QA', 976: 'MN', 994: 'AZ', 995: 'GE', 998: 'UZ',
};
const LOCALE = { zhCN: 'zh-CN', enUS: 'en-US' } as const satisfies Record<Language, string>;

/** By name, as the language sorts. */
export function countryOptions(language: Language): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(LOCALE[language], { type: 'region' });
  const collator = new Intl.Collator(LOCALE[language]);
  return Object.entries(REGION_OF).map(([value, region]) => ({ value, name: names.of(region) ?? region }))
    .sort((a, b) => collator.compare(a.name, b.name)).map(({ value, name }) => ({ value, label: `+${value} ${name}` }));
}
