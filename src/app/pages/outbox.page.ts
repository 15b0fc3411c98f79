/** Outbox: messages that were sent. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['outbox', 'lists'],
  machine: async () => (await import('../wiring/outbox.ts')).wireOutbox,
  component: async () => (await import('../../ui/pages/outbox/OutboxPage.tsx')).OutboxPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    outbox: typeof import('../../../locales/zhCN/outbox.json');
  }
}
