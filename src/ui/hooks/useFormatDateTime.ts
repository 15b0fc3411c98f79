import { useMemo } from 'react';
import { useLanguage } from './useLanguage.ts';

const LOCALES = { zhCN: 'zh-CN', enUS: 'en-US' } as const;
/** Formats date and time to the minute in the user's locale. */
export function useFormatDateTime(): (at: number) => string {
  const language = useLanguage();
  // Creating a formatter takes milliseconds, so it is memoised.
  const format = useMemo(
    () => new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short' }),
    [language],
  );
  return (at) => format.format(at);
}
