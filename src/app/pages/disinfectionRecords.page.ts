/** Records of disinfections. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['disinfectionRecords', 'lists'],
  machine: async () => (await import('../wiring/disinfectionRecords.ts')).wireDisinfectionRecords,
  component: async () =>
    (await import('../../ui/pages/disinfectionRecords/DisinfectionRecordsPage.tsx')).DisinfectionRecordsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    disinfectionRecords: typeof import('../../../locales/zhCN/disinfectionRecords.json');
  }
}
