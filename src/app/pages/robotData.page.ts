/** A robot: live state, video, driving, commands. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['robotData', 'robotActions', 'routeRun', 'videoRecording'],
  machine: async () => (await import('../wiring/robotData.ts')).wireRobotData,
  component: async () => (await import('../../ui/pages/robotData/RobotDataPage.tsx')).RobotDataPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    robotData: typeof import('../../../locales/zhCN/robotData.json');
    videoRecording: typeof import('../../../locales/zhCN/videoRecording.json');
    robotActions: typeof import('../../../locales/zhCN/robotActions.json');
  }
}
