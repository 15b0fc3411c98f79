/** First set-up of an installation. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['checklist', 'robotFleet', 'sites', 'maps', 'accounts', 'conformance', 'lists'],
  machine: async () => (await import('../wiring/checklist.ts')).wireChecklist,
  component: async () => (await import('../../ui/pages/checklist/ChecklistPage.tsx')).ChecklistPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    checklist: typeof import('../../../locales/zhCN/checklist.json');
  }
}
