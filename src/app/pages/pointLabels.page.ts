/** Printable labels of points. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['pointLabels', 'mapEditor'],
  machine: async () => (await import('../wiring/pointLabels.ts')).wirePointLabels,
  component: async () => (await import('../../ui/pages/pointLabels/PointLabelsPage.tsx')).PointLabelsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    pointLabels: typeof import('../../../locales/zhCN/pointLabels.json');
  }
}
