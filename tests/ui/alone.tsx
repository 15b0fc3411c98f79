/** Renders a page outside the shell, with texts, a clock and inert actors. */
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { AppContext, type AppParts } from '../../src/ui/hooks/AppContext.ts';
import { textsOf } from './withTexts.tsx';

/** @param tags tags that every actor has, for example `mobile` */
export async function renderAlone(element: ReactElement, ...tags: readonly string[]): Promise<void> {
  const snapshot = { children: {}, context: {}, hasTag: (tag: string) => tags.includes(tag) };
  const mute = {
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe: () => undefined }),
    send: () => undefined,
  };
  const parts = {
    texts: await textsOf('enUS'),
    root: { ...mute, system: { get: () => mute } },
    live: { now: () => Date.now() },
  } as unknown as AppParts;
  render(<AppContext value={parts}>{element}</AppContext>);
}
