/** Alarm cases. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['alarmCases', 'lists'],
  machine: async () => (await import('../wiring/alarmCases.ts')).wireAlarmCases,
  component: async () => (await import('../../ui/pages/alarmCases/AlarmCasesPage.tsx')).AlarmCasesPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    alarmCases: typeof import('../../../locales/zhCN/alarmCases.json');
  }
}
