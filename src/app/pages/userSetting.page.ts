/** The user's own settings. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['userSetting', 'verification'],
  machine: async () => (await import('../wiring/userSetting.ts')).wireUserSetting,
  component: async () => (await import('../../ui/pages/userSetting/UserSettingPage.tsx')).UserSettingPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    userSetting: typeof import('../../../locales/zhCN/userSetting.json');
  }
}
