/** Contacts and contact roles. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['contacts', 'contactReach', 'lists'],
  machine: async () => (await import('../wiring/contacts.ts')).wireContacts,
  component: async () => (await import('../../ui/pages/contacts/ContactsPage.tsx')).ContactsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    contacts: typeof import('../../../locales/zhCN/contacts.json');
  }
}
