/** Sites and floors. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['sites', 'lists'],
  machine: async () => (await import('../wiring/sites.ts')).wireSites,
  component: async () => (await import('../../ui/pages/sites/SitesPage.tsx')).SitesPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    sites: typeof import('../../../locales/zhCN/sites.json');
  }
}
