/** The download centre. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['downloads', 'lists'],
  machine: async () => (await import('../wiring/downloads.ts')).wireDownloads,
  component: async () => (await import('../../ui/pages/downloads/DownloadsPage.tsx')).DownloadsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    downloads: typeof import('../../../locales/zhCN/downloads.json');
  }
}
