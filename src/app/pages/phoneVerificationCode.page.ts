/** Pick-up code of a delivery. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['phoneVerificationCode', 'verification', 'errors', 'shell'],
  machine: async () => (await import('../wiring/phoneVerificationCode.ts')).wirePhoneVerificationCode,
  component: async () =>
    (await import('../../ui/pages/phoneVerificationCode/PhoneVerificationCodePage.tsx')).PhoneVerificationCodePage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    phoneVerificationCode: typeof import('../../../locales/zhCN/phoneVerificationCode.json');
  }
}
