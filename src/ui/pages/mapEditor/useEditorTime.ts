import { useLanguage } from '../../hooks/useLanguage.ts';

const LOCALES = { zhCN: 'zh-CN', enUS: 'en-US' } as const;
/** Day and minute, as the reader writes them. */
export function useEditorTime(): (at: number) => string {
  const format = new Intl.DateTimeFormat(LOCALES[useLanguage()], { dateStyle: 'medium', timeStyle: 'short' });
  return (at) => format.format(at);
}
