/** What components of the console need around them: the real texts, a clock and inert actors; and switches of theme and language. */
import { type ReactNode, use, useState } from 'react';
import type { Language } from '../../../contract/entities/constants.ts';
import { createI18n, type I18n } from '../../../src/app/i18n.ts';
import { AppContext, type AppParts } from '../../../src/ui/hooks/AppContext.ts';
import { SegmentedControl } from '../../../src/ui/kit/SegmentedControl.tsx';

const DESKTOP = '(min-width: 992px)';
/** The tag `mobile` follows the window, as in the machine of the preferences. */
const snapshot = {
  children: {},
  context: {},
  hasTag: (tag: string) => tag === 'mobile' && !window.matchMedia(DESKTOP).matches,
};
const NONE: readonly never[] = [];
const unsubscribe = (): void => undefined;
const inertWith = (state: object) => ({
  getSnapshot: () => state,
  subscribe: () => ({ unsubscribe }),
  send: () => undefined,
});
const inert = inertWith(snapshot);
/** A fleet without robots, for the boards of maps. */
const fleet = inertWith({ ...snapshot, context: { robots: {}, order: [], sites: [] } });
const appState = { ...snapshot, children: { fleet, connection: inert } };

export async function galleryTexts(language: Language): Promise<I18n> {
  const words = createI18n(language, async (spoken, area) => import(`../../../locales/${spoken}/${area}.json`));
  await words.need(['common', 'shell', 'lists', 'errors', 'status', 'shared', 'floorDrawing', 'mapEditor']);
  return words;
}

interface GalleryAppProps {
  readonly words: Promise<I18n>;
  readonly children: ReactNode;
}

export function GalleryApp({ words, children }: GalleryAppProps) {
  const texts = use(words);
  const root = document.documentElement;
  const [theme, setTheme] = useState(root.dataset['theme'] === 'dark' ? 'dark' : 'light');
  const [language, setLanguage] = useState<Language>(texts.now().language);
  // The inert actors have what the shown components read.
  const parts = {
    texts,
    root: { ...inertWith(appState), system: { get: () => inert } },
    live: {
      now: () => Date.UTC(2026, 10, 21, 6, 32, 8),
      poses: () => NONE,
      pose: () => null,
      trail: () => NONE,
      path: () => NONE,
      onMove: () => unsubscribe,
      bitmap: () => null,
    },
  } as unknown as AppParts;
  return (
    <AppContext value={parts}>
      <div className="flex flex-wrap gap-3 px-12 pt-6 max-desk:px-4">
        <SegmentedControl
          label="Theme"
          value={theme}
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={(chosen) => {
            root.dataset['theme'] = chosen;
            setTheme(chosen);
          }}
        />
        <SegmentedControl<Language>
          label="Language"
          value={language}
          options={[
            { value: 'enUS', label: 'English' },
            { value: 'zhCN', label: '中文' },
          ]}
          onChange={(chosen) => {
            root.lang = chosen === 'zhCN' ? 'zh-CN' : 'en';
            void texts.speak(chosen);
            setLanguage(chosen);
          }}
        />
      </div>
      {children}
    </AppContext>
  );
}
