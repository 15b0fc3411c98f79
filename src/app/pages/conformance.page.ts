/** A robot's messages against VDA 5050. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['lists', 'conformance'],
  machine: async () => (await import('../wiring/conformance.ts')).wireConformance,
  component: async () => (await import('../../ui/pages/conformance/ConformancePage.tsx')).ConformancePage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    conformance: typeof import('../../../locales/zhCN/conformance.json');
  }
}
