/** One alarm case. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['alarmCase', 'alarmCases', 'alarmMessages', 'contactReach', 'robotActions', 'robotData'],
  machine: async () => (await import('../wiring/alarmCase.ts')).wireAlarmCase,
  component: async () => (await import('../../ui/pages/alarmCase/AlarmCasePage.tsx')).AlarmCasePage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    alarmCase: typeof import('../../../locales/zhCN/alarmCase.json');
  }
}
