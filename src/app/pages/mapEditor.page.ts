/** Map editor. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['mapEditor'],
  machine: async () => (await import('../wiring/mapEditor.ts')).wireMapEditor,
  component: async () => (await import('../../ui/pages/mapEditor/MapEditorPage.tsx')).MapEditorPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    mapEditor: typeof import('../../../locales/zhCN/mapEditor.json');
  }
}
