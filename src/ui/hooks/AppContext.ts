/** Dependencies that src/app provides to the UI. */
import { createContext, use } from 'react';
import type { AppRef } from '../../machines/app/app.selectors.ts';
import type { Live } from '../../machines/live.ts';
import type { Translate } from './translate.ts';

export interface AppParts {
  readonly root: AppRef;
  readonly live: Live;
  /** The current translate function; a new one after a language change or after more texts were loaded. */
  readonly texts: { now(): Translate; onChange(listener: () => void): () => void };
}

export const AppContext = createContext<AppParts | null>(null);

export function useParts(): AppParts {
  const parts = use(AppContext);
  if (!parts) throw new Error('outside AppContext');
  return parts;
}
