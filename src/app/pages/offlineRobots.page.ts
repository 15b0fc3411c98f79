/** Board of offline robots, for screens without an account. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['offlineRobots', 'shell', 'status', 'routes', 'errors'],
  machine: async () => (await import('../wiring/offlineRobots.ts')).wireOfflineRobots,
  component: async () => (await import('../../ui/pages/offlineRobots/OfflineRobotsPage.tsx')).OfflineRobotsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    offlineRobots: typeof import('../../../locales/zhCN/offlineRobots.json');
  }
}
