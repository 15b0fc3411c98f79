/** Page not found. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['notFound', 'routes'],
  machine: async () => (await import('../../machines/notFound/notFound.machine.ts')).notFoundMachine,
  component: async () => (await import('../../ui/pages/notFound/NotFoundPage.tsx')).NotFoundPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    notFound: typeof import('../../../locales/zhCN/notFound.json');
  }
}
