/** A call with one robot: picture, sound, phrases, and what happened. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  // The texts of Stop are those of the robot's page.
  locales: ['robotCall', 'callTexts', 'videoRecording', 'robotData'],
  machine: async () => (await import('../wiring/robotCall.ts')).wireRobotCall,
  component: async () => (await import('../../ui/pages/robotCall/RobotCallPage.tsx')).RobotCallPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    robotCall: typeof import('../../../locales/zhCN/robotCall.json');
    callTexts: typeof import('../../../locales/zhCN/callTexts.json');
  }
}
