/** Alarm rules. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['alarmRules', 'alarmMessages', 'contactReach'],
  machine: async () => (await import('../wiring/alarmRules.ts')).wireAlarmRules,
  component: async () => (await import('../../ui/pages/alarmRules/AlarmRulesPage.tsx')).AlarmRulesPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    alarmRules: typeof import('../../../locales/zhCN/alarmRules.json');
  }
}
