/**
 * Loads the pages that are opened next while the browser is idle. Browsers without idle callbacks do without it, and
 * people who save data.
 */
import { useEffect } from 'react';
import { useT } from '../ui/hooks/useT.ts';
import { loadLocale } from './locales/loadLocale.ts';

/** The first page comes before it, with its live state and pictures, ms. */
const AFTER_MS = 3_000;

const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

export function useNearPages(): void {
  const { language } = useT();
  useEffect(() => {
    // Offline, a style sheet that fails to load is not loaded again.
    if (typeof requestIdleCallback !== 'function' || savesData() || !navigator.onLine) return;
    let idle = 0;
    const timer = setTimeout(() => {
      idle = requestIdleCallback(() => {
        // What fails to load is loaded again by the page itself, which shows the failure.
        void import('./pageRegistry.ts')
          .then(({ fetchNear }) => fetchNear((area) => loadLocale(language, area)))
          .catch(() => undefined);
      });
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
      cancelIdleCallback(idle);
    };
  }, [language]);
}
