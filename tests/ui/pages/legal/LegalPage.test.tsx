import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { AppContext, type AppParts } from '../../../../src/ui/hooks/AppContext.ts';
import { preferencesMachine } from '../../../../src/machines/preferences/preferences.machine.ts';
import { legalMachine } from '../../../../src/machines/legal/legal.machine.ts';
import { selectLegalType } from '../../../../src/machines/legal/legal.selectors.ts';
import { AgreementPage, PrivacyPage } from '../../../../src/ui/pages/legal/LegalPage.tsx';
import { createActor } from 'xstate';
import { wordsOf } from '../../inWords.tsx';

afterEach(cleanup);

/** The pages have language and theme switches in their header. */
async function show(Page: () => React.ReactNode, language: 'enUS' | 'zhCN') {
  const preferences = createActor(preferencesMachine, { input: { language, theme: 'light', viewOrder: [] } as never });
  const parts = {
    words: await wordsOf(language),
    root: { system: { get: () => preferences } },
    live: null,
  } as unknown as AppParts;
  render(
    <AppContext value={parts}>
      <Page />
    </AppContext>,
  );
}

const notice = (query: Record<string, string> = {}) =>
  createActor(legalMachine, {
    input: { page: 'privacy', params: {}, query, user: null, serialNumber: '', language: 'enUS' },
  }).start();

describe('the part of the privacy notice that the URL asks for', () => {
  it.each([
    ['robots', 1],
    ['title', 24],
    ['nonsense', 24],
    ['', 24],
  ])('type=%s shows %i', async (type, count) => {
    await show(() => <PrivacyPage screen={notice({ type })} />, 'enUS');
    expect(screen.getAllByRole('listitem')).toHaveLength(count);
    expect(screen.queryAllByRole('link', { name: 'Read the whole notice' })).toHaveLength(count === 1 ? 1 : 0);
  });
  it('follows the URL', () => {
    const actor = notice();
    actor.send({ type: 'page.queryChanged', query: { type: 'robots' } });
    expect(selectLegalType(actor.getSnapshot())).toBe('robots');
  });
});

describe('what one accepts', () => {
  it.each([
    ['enUS', 'User agreement', 'Privacy notice'],
    ['zhCN', '用户协议', '隐私说明'],
  ] as const)('can be read in %s, every gap filled', async (language, agreement, privacy) => {
    await show(AgreementPage, language);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(agreement);
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(3);
    cleanup();
    await show(() => <PrivacyPage screen={notice()} />, language);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(privacy);
    const said = screen
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .join(' ');
    expect(said).not.toMatch(/[{}]|legal\./u);
    for (const figure of ['30', '10', '90', '24']) expect(said).toContain(figure);
  });
});
