/** Cruise routes and their editor. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['cruiseRoutes', 'routeRun', 'robotData', 'mapEditor'],
  machine: async () => (await import('../wiring/cruiseRoutes.ts')).wireCruiseRoutes,
  component: async () => (await import('../../ui/pages/cruiseRoutes/CruiseRoutesPage.tsx')).CruiseRoutesPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    cruiseRoutes: typeof import('../../../locales/zhCN/cruiseRoutes.json');
  }
}
