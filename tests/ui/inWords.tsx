/** Renders a component that needs only locale texts, with the real texts of one language. */
import { readdirSync, readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { Language } from '../../contract/entities/constants.ts';
import { createI18n, type WordTable } from '../../src/app/i18n.ts';
import { AppContext, type AppParts } from '../../src/ui/hooks/AppContext.ts';
import type { WordArea } from '../../src/ui/hooks/words.ts';

const areas = (language: Language): WordArea[] =>
  readdirSync(`locales/${language}`).map((file) => file.replace('.json', '') as WordArea);

export async function wordsOf(language: Language) {
  const words = createI18n(
    language,
    async (spoken, area) => JSON.parse(readFileSync(`locales/${spoken}/${area}.json`, 'utf8')) as WordTable,
  );
  await words.need(areas(language));
  return words;
}

/** Actors are missing on purpose: a component that needs one cannot be rendered here. */
export async function renderInWords(element: ReactElement, language: Language = 'enUS') {
  const parts = { words: await wordsOf(language), root: null, live: null } as unknown as AppParts;
  const rendered = render(<AppContext value={parts}>{element}</AppContext>);
  return {
    ...rendered,
    again: (next: ReactElement) => rendered.rerender(<AppContext value={parts}>{next}</AppContext>),
  };
}
