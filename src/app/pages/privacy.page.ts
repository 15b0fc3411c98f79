/** Privacy notice. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['legal', 'shell', 'routes', 'errors'],
  machine: async () => (await import('../wiring/legal.ts')).wireLegal,
  component: async () => (await import('../../ui/pages/legal/LegalPage.tsx')).PrivacyPage,
});
