/** Sign-in by verification code. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['verification'],
  machine: async () => (await import('../wiring/verification.ts')).wireSignInByCode,
  component: async () => (await import('../../ui/pages/verification/SignInByCodePage.tsx')).SignInByCodePage,
});
