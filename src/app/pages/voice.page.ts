/** Speech on the screen of a robot. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['voice', 'errors', 'shell'],
  machine: async () => (await import('../wiring/voice.ts')).wireVoice,
  component: async () => (await import('../../ui/pages/voice/VoicePage.tsx')).VoicePage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    voice: typeof import('../../../locales/zhCN/voice.json');
  }
}
