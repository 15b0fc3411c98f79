/** Drawing a floor. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['floorDrawing', 'maps'],
  machine: async () => (await import('../wiring/floorDrawing.ts')).wireFloorDrawing,
  component: async () => (await import('../../ui/pages/floorDrawing/FloorDrawingPage.tsx')).FloorDrawingPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    floorDrawing: typeof import('../../../locales/zhCN/floorDrawing.json');
  }
}
