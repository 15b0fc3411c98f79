/** End of a visit, for the visitor. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['t2SignOut', 'verification', 'errors', 'shell'],
  machine: async () => (await import('../wiring/t2SignOut.ts')).wireT2SignOut,
  component: async () => (await import('../../ui/pages/t2SignOut/T2SignOutPage.tsx')).T2SignOutPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    t2SignOut: typeof import('../../../locales/zhCN/t2SignOut.json');
  }
}
