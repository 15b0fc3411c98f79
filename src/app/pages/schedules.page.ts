/** The timetable of scheduled tasks. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['schedules', 'lists'],
  machine: async () => (await import('../wiring/schedules.ts')).wireSchedules,
  component: async () => (await import('../../ui/pages/schedules/SchedulesPage.tsx')).SchedulesPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    schedules: typeof import('../../../locales/zhCN/schedules.json');
  }
}
