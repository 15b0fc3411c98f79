/** Fault switchboard of the demo. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['faults'],
  machine: async () => (await import('../wiring/faults.ts')).wireFaults,
  component: async () => (await import('../../ui/pages/faults/FaultsPage.tsx')).FaultsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    faults: typeof import('../../../locales/zhCN/faults.json');
  }
}
