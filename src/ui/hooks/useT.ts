import { useSyncExternalStore } from 'react';
import { useParts } from './AppContext.ts';
import type { Translate } from './translate.ts';

/** `const t = useT(); t('shell.palette.pages')`. Renders again when the language changes. */
export function useT(): Translate {
  const { texts } = useParts();
  return useSyncExternalStore(texts.onChange, texts.now);
}
