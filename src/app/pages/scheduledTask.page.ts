/** One scheduled task, or a new one. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['scheduledTask', 'schedules', 'disinfectionRecords'],
  machine: async () => (await import('../wiring/scheduledTask.ts')).wireScheduledTask,
  component: async () => (await import('../../ui/pages/scheduledTask/ScheduledTaskPage.tsx')).ScheduledTaskPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    scheduledTask: typeof import('../../../locales/zhCN/scheduledTask.json');
  }
}
