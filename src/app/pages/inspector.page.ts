/** Inspector of recordings. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'either',
  locales: ['inspector', 'inspectorStage', 'chart', 'home', 'robotData', 'routeRun'],
  machine: async () => (await import('../wiring/inspector.ts')).wireInspector,
  component: async () => (await import('../../ui/pages/inspector/InspectorPage.tsx')).InspectorPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    inspector: typeof import('../../../locales/zhCN/inspector.json');
  }
}
