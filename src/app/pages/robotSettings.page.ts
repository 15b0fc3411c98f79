/** The settings of a robot, and what it learned. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['robotSettings', 'friends'],
  machine: async () => (await import('../wiring/robotSettings.ts')).wireRobotSettings,
  component: async () => (await import('../../ui/pages/robotSettings/RobotSettingsPage.tsx')).RobotSettingsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    robotSettings: typeof import('../../../locales/zhCN/robotSettings.json');
  }
}
