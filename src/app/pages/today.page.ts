/** What needs the user now. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['today', 'deliveryTexts', 'alarmCases', 'schedules'],
  machine: async () => (await import('../wiring/today.ts')).wireToday,
  component: async () => (await import('../../ui/pages/today/TodayPage.tsx')).TodayPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    today: typeof import('../../../locales/zhCN/today.json');
  }
}
