/** What's new. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'either',
  locales: ['changelog'],
  machine: async () => (await import('../wiring/changelog.ts')).wireChangelog,
  component: async () => (await import('../../ui/pages/changelog/ChangelogPage.tsx')).ChangelogPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    changelog: typeof import('../../../locales/zhCN/changelog.json');
  }
}
