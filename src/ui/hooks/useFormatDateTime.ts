import { useMemo } from 'react';
import { useLanguage } from './useLanguage.ts';

const LOCALES = { zhCN: 'zh-CN', enUS: 'en-US' } as const;
/** Day and minute, as the reader writes them. */
export function useFormatDateTime(): (at: number) => string {
  const language = useLanguage();
  // Made anew it takes milliseconds.
  const format = useMemo(
    () => new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium', timeStyle: 'short' }),
    [language],
  );
  return (at) => format.format(at);
}
