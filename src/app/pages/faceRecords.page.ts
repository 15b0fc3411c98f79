/** Face recognition records. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'shell',
  locales: ['faceRecords', 'lists'],
  machine: async () => (await import('../wiring/faceRecords.ts')).wireFaceRecords,
  component: async () => (await import('../../ui/pages/faceRecords/FaceRecordsPage.tsx')).FaceRecordsPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    faceRecords: typeof import('../../../locales/zhCN/faceRecords.json');
  }
}
