/** Robot fleet: registration and credentials of all robots. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['robotFleet', 'lists'],
  machine: async () => (await import('../wiring/robotFleet.ts')).wireRobotFleet,
  component: async () => (await import('../../ui/pages/robotFleet/RobotFleetPage.tsx')).RobotFleetPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    robotFleet: typeof import('../../../locales/zhCN/robotFleet.json');
  }
}
