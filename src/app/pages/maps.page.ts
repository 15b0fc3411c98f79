/** The maps of a site. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['maps', 'mapEditor'],
  machine: async () => (await import('../wiring/maps.ts')).wireMaps,
  component: async () => (await import('../../ui/pages/maps/MapsPage.tsx')).MapsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    maps: typeof import('../../../locales/zhCN/maps.json');
  }
}
