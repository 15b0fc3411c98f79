/** Accounts and invitations. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['accounts', 'lists'],
  machine: async () => (await import('../wiring/accounts.ts')).wireAccounts,
  component: async () => (await import('../../ui/pages/accounts/AccountsPage.tsx')).AccountsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    accounts: typeof import('../../../locales/zhCN/accounts.json');
  }
}
