import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { AppContext, type AppParts } from '../../../../src/ui/hooks/AppContext.ts';
import { preferencesMachine } from '../../../../src/machines/preferences/preferences.machine.ts';
import { fromPromise } from 'xstate';
import { RETENTION_DAYS, type RetentionDays } from '../../../../contract/rules/retention.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { legalMachine } from '../../../../src/machines/legal/legal.machine.ts';
import { selectLegalType } from '../../../../src/machines/legal/legal.selectors.ts';
import { AgreementPage, PrivacyPage } from '../../../../src/ui/pages/legal/LegalPage.tsx';
import { createActor, waitFor } from 'xstate';
import { textsOf } from '../../withTexts.tsx';

afterEach(cleanup);

/** The pages have language and theme switches in their header. */
async function show(Page: () => React.ReactNode, language: 'enUS' | 'zhCN') {
  const preferences = createActor(preferencesMachine, { input: { language, theme: 'light', viewOrder: [] } as never });
  const parts = {
    texts: await textsOf(language),
    root: { system: { get: () => preferences } },
    live: null,
  } as unknown as AppParts;
  render(
    <AppContext value={parts}>
      <Page />
    </AppContext>,
  );
}

async function notice(query: Record<string, string> = {}, away = false) {
  const days = { ...RETENTION_DAYS, tracks: 14, calls: 1 };
  const actor = createActor(
    legalMachine.provide({
      actors: {
        loadDays: fromPromise<{ days: RetentionDays }>(async () => {
          if (away) throw new ApiError('networkFailed');
          return { days };
        }),
      },
    }),
    { input: { page: 'privacy', params: {}, query, user: null, serialNumber: '', language: 'enUS' } },
  ).start();
  await waitFor(actor, (snapshot) => !snapshot.hasTag('loading'));
  return actor;
}

describe('the part of the privacy notice that the URL asks for', () => {
  it.each([
    ['robots', 1],
    ['title', 29],
    ['nonsense', 29],
    ['', 29],
  ])('type=%s shows %i', async (type, count) => {
    const actor = await notice({ type });
    await show(() => <PrivacyPage screen={actor} />, 'enUS');
    expect(screen.getAllByRole('listitem')).toHaveLength(count);
    expect(screen.queryAllByRole('link', { name: 'Read the whole notice' })).toHaveLength(count === 1 ? 1 : 0);
  });
  it('follows the URL', async () => {
    const actor = await notice();
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
    const actor = await notice();
    await show(() => <PrivacyPage screen={actor} />, language);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(privacy);
    const said = screen
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .join(' ');
    expect(said).not.toMatch(/[{}]|legal\./u);
    for (const figure of ['30', '10', '90', '24']) expect(said).toContain(figure);
  });
});

describe('how long data is kept', () => {
  it('is told by a table, and by the sentences, as this installation has it', async () => {
    const actor = await notice();
    await show(() => <PrivacyPage screen={actor} />, 'enUS');
    const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`, 'u') }).textContent;
    expect(row('Tracks of robots')).toContain('14 days');
    expect(row('Calls')).toContain('1 day');
    expect(row('Audit log')).toContain('365 days');
    expect(row('Commands to robots')).toContain('365 days');
    expect(screen.getByText(/^Audit log: changes and commands/u).textContent).toContain('Stored for 365 days');
    expect(screen.getByText(/^Tracks: where each robot was/u).textContent).toContain('Stored for 14 days');
  });

  it('is waited for, so that nothing joins the notice while it is read', async () => {
    const actor = createActor(
      legalMachine.provide({
        actors: { loadDays: fromPromise<{ days: RetentionDays }>(() => new Promise(() => undefined)) },
      }),
      { input: { page: 'privacy', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' } },
    ).start();
    await show(() => <PrivacyPage screen={actor} />, 'enUS');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Privacy notice');
    expect(screen.queryAllByRole('listitem')).toHaveLength(0);
  });

  it('is not made up when the server does not say it', async () => {
    const actor = await notice({}, true);
    await show(() => <PrivacyPage screen={actor} />, 'enUS');
    expect(screen.getByText("Couldn't load the retention periods")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    // What has no period of this installation is there all the same.
    expect(screen.getByText(/^All data is stored on the server/u)).toBeTruthy();
    expect(screen.queryByText(/^Tracks:/u)).toBeNull();
    expect(
      screen
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
        .join(' '),
    ).not.toMatch(/[{}]/u);
    expect(screen.queryByRole('table')).toBeNull();
  });
});
