/** Records of calls with robots. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['callRecords', 'callTexts', 'lists'],
  machine: async () => (await import('../wiring/callRecords.ts')).wireCallRecords,
  component: async () => (await import('../../ui/pages/callRecords/CallRecordsPage.tsx')).CallRecordsPage,
});

declare module '../../ui/hooks/words.ts' {
  interface Words {
    callRecords: typeof import('../../../locales/zhCN/callRecords.json');
  }
}
