/** Renders a component that needs only locale texts, with the real texts of one language. */
import { readdirSync, readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { Language } from '../../contract/entities/constants.ts';
import { createI18n, type LocaleTable } from '../../src/app/i18n.ts';
import { AppContext, type AppParts } from '../../src/ui/hooks/AppContext.ts';
import type { LocaleArea } from '../../src/ui/hooks/localeTexts.ts';

const areas = (language: Language): LocaleArea[] =>
  readdirSync(`locales/${language}`).map((file) => file.replace('.json', '') as LocaleArea);

export async function textsOf(language: Language) {
  const texts = createI18n(
    language,
    async (spoken, area) => JSON.parse(readFileSync(`locales/${spoken}/${area}.json`, 'utf8')) as LocaleTable,
  );
  await texts.need(areas(language));
  return texts;
}

/** Actors are missing on purpose: a component that needs one cannot be rendered here. */
export async function renderWithTexts(element: ReactElement, language: Language = 'enUS') {
  const parts = { texts: await textsOf(language), root: null, live: null } as unknown as AppParts;
  const rendered = render(<AppContext value={parts}>{element}</AppContext>);
  return {
    ...rendered,
    again: (next: ReactElement) => rendered.rerender(<AppContext value={parts}>{next}</AppContext>),
  };
}
