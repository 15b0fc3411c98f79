/** API keys and apps. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['keys', 'lists'],
  machine: async () => (await import('../wiring/keys.ts')).wireKeys,
  component: async () => (await import('../../ui/pages/keys/KeysPage.tsx')).KeysPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    keys: typeof import('../../../locales/zhCN/keys.json');
  }
}
