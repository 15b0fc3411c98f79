/** A page that the user cannot open (contract/rules/routeAccess.ts), beside the one that does not exist. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['notFound'],
  machine: async () => (await import('../../machines/notFound/notFound.machine.ts')).notFoundMachine,
  component: async () => (await import('../../ui/pages/notFound/NotFoundPage.tsx')).ForbiddenPage,
});
