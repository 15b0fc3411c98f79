/** Forgotten password. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['verification', 'routes'],
  machine: async () => (await import('../wiring/verification.ts')).wireForgotPassword,
  component: async () => (await import('../../ui/pages/verification/ForgotPasswordPage.tsx')).ForgotPasswordPage,
});
