/** A page that the user cannot open (contract/rules/routeAccess.ts). */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['forbidden'],
  machine: async () => (await import('../../machines/forbidden/forbidden.machine.ts')).forbiddenMachine,
  component: async () => (await import('../../ui/pages/forbidden/ForbiddenPage.tsx')).ForbiddenPage,
});

declare module '../../ui/hooks/words.ts' {
  interface Words {
    forbidden: typeof import('../../../locales/zhCN/forbidden.json');
  }
}
