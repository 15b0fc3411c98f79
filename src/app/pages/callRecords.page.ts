/** Records of calls with robots. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  // The texts of what happened in a call are those of its page.
  locales: ['callRecords', 'callTexts', 'robotCall', 'lists'],
  machine: async () => (await import('../wiring/callRecords.ts')).wireCallRecords,
  component: async () => (await import('../../ui/pages/callRecords/CallRecordsPage.tsx')).CallRecordsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    callRecords: typeof import('../../../locales/zhCN/callRecords.json');
  }
}
