/** The video wall. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['videoWall', 'robotData', 'robotActions', 'videoRecording'],
  machine: async () => (await import('../wiring/videoWall.ts')).wireVideoWall,
  component: async () => (await import('../../ui/pages/videoWall/VideoWallPage.tsx')).VideoWallPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    videoWall: typeof import('../../../locales/zhCN/videoWall.json');
  }
}
