/** The choice of a robot view after sign-in. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['viewSelection'],
  machine: async () => (await import('../wiring/viewSelection.ts')).wireViewSelection,
  component: async () => (await import('../../ui/pages/viewSelection/ViewSelectionPage.tsx')).ViewSelectionPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    viewSelection: typeof import('../../../locales/zhCN/viewSelection.json');
  }
}
