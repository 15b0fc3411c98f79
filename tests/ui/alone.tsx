/** Renders a page that stands without the shell: words, a clock, and actors that are there and say nothing. */
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { AppContext, type AppParts } from '../../src/ui/hooks/AppContext.ts';
import { wordsOf } from './inWords.tsx';

export async function renderAlone(element: ReactElement): Promise<void> {
  const snapshot = { children: {}, context: {}, hasTag: () => false };
  const mute = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => undefined }), send: () => undefined };
  const parts = { words: await wordsOf('enUS'), root: { ...mute, system: { get: () => mute } }, live: { now: () => Date.now() } } as unknown as AppParts;
  render(<AppContext value={parts}>{element}</AppContext>);
}
