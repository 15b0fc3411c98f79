/** An alarm case by the one-time link in a message. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['alarmLink', 'alarmCases', 'alarmEvents', 'errors', 'shell', 'shared'],
  machine: async () => (await import('../wiring/alarmLink.ts')).wireAlarmLink,
  component: async () => (await import('../../ui/pages/alarmLink/AlarmLinkPage.tsx')).AlarmLinkPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    alarmLink: typeof import('../../../locales/zhCN/alarmLink.json');
  }
}
