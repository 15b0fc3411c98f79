/** Sign-in by QR code. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['qrSignIn'],
  machine: async () => (await import('../wiring/qrSignIn.ts')).wireQrSignIn,
  component: async () => (await import('../../ui/pages/qrSignIn/QrSignInPage.tsx')).QrSignInPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    qrSignIn: typeof import('../../../locales/zhCN/qrSignIn.json');
  }
}
