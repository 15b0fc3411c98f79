/** A new password by one-time link. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['setPassword', 'errors', 'shell'],
  machine: async () => (await import('../wiring/setPassword.ts')).wireSetPassword,
  component: async () => (await import('../../ui/pages/setPassword/SetPasswordPage.tsx')).SetPasswordPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    setPassword: typeof import('../../../locales/zhCN/setPassword.json');
  }
}
