/** Messages of the contact form. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['inquiries', 'lists'],
  machine: async () => (await import('../wiring/inquiries.ts')).wireInquiries,
  component: async () => (await import('../../ui/pages/inquiries/InquiriesPage.tsx')).InquiriesPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    inquiries: typeof import('../../../locales/zhCN/inquiries.json');
  }
}
