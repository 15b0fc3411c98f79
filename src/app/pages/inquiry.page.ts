/** Contact form. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'either',
  locales: ['inquiry'],
  machine: async () => (await import('../wiring/inquiries.ts')).wireInquiry,
  component: async () => (await import('../../ui/pages/inquiry/InquiryPage.tsx')).InquiryPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    inquiry: typeof import('../../../locales/zhCN/inquiry.json');
  }
}
