/** Records of what happened to robots. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['eventRecords', 'eventTexts', 'alarmEvents', 'alarmCases', 'deliveryTexts', 'lists'],
  machine: async () => (await import('../wiring/eventRecords.ts')).wireEventRecords,
  component: async () => (await import('../../ui/pages/eventRecords/EventRecordsPage.tsx')).EventRecordsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    eventRecords: typeof import('../../../locales/zhCN/eventRecords.json');
  }
}
