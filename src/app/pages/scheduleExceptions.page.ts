/** Exceptions from the scheduled tasks. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['scheduleExceptions', 'schedules', 'lists'],
  machine: async () => (await import('../wiring/scheduleExceptions.ts')).wireScheduleExceptions,
  component: async () =>
    (await import('../../ui/pages/scheduleExceptions/ScheduleExceptionsPage.tsx')).ScheduleExceptionsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    scheduleExceptions: typeof import('../../../locales/zhCN/scheduleExceptions.json');
  }
}
