/** Records of runs. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['cruiseRecord', 'routeRun', 'lists'],
  machine: async () => (await import('../wiring/cruiseRecord.ts')).wireCruiseRecord,
  component: async () => (await import('../../ui/pages/cruiseRecord/CruiseRecordPage.tsx')).CruiseRecordPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    cruiseRecord: typeof import('../../../locales/zhCN/cruiseRecord.json');
  }
}
