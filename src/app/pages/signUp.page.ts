/** Registration. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['verification'],
  machine: async () => (await import('../wiring/verification.ts')).wireSignUp,
  component: async () => (await import('../../ui/pages/verification/SignUpPage.tsx')).SignUpPage,
});
