/** For users without a robot. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['noRobot', 'routes', 'friends', 'shared'],
  machine: async () => (await import('../wiring/noRobot.ts')).wireNoRobot,
  component: async () => (await import('../../ui/pages/noRobot/NoRobotPage.tsx')).NoRobotPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    noRobot: typeof import('../../../locales/zhCN/noRobot.json');
  }
}
