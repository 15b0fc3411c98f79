/** Home: the fleet on map and list. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['home'],
  machine: async () => (await import('../wiring/home.ts')).wireHome,
  component: async () => (await import('../../ui/pages/home/HomePage.tsx')).HomePage,
  isFirst: true,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    home: typeof import('../../../locales/zhCN/home.json');
  }
}
