/** Background jobs. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['jobs', 'lists'],
  machine: async () => (await import('../wiring/jobs.ts')).wireJobs,
  component: async () => (await import('../../ui/pages/jobs/JobsPage.tsx')).JobsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    jobs: typeof import('../../../locales/zhCN/jobs.json');
  }
}
