import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { changelogMachine, type ToldReleases } from '../../../../src/machines/changelog/changelog.machine.ts';
import { ChangelogPage } from '../../../../src/ui/pages/changelog/ChangelogPage.tsx';
import { renderAlone } from '../../alone.tsx';

afterEach(cleanup);
const told: ToldReleases = {
  version: '0.2.0',
  build: '0.1.0',
  releases: [
    {
      version: '0.2.0',
      date: '2026-12-01',
      changes: [
        { kind: 'mended', text: 'Doors <b>close</b>' },
        { kind: 'new', text: 'Lamps' },
      ],
    },
    { version: '0.1.0', date: '2026-11-22', changes: [{ kind: 'new', text: 'Robots' }] },
  ],
};

async function show(answer: ToldReleases | Error) {
  const did: string[] = [];
  const actor = createActor(
    changelogMachine.provide({
      actors: {
        loadReleases: fromPromise<ToldReleases>(async () => {
          did.push('load');
          if (answer instanceof Error) throw answer;
          return answer;
        }),
      },
      actions: { showNamed: () => undefined, renewConsole: () => void did.push('renew') },
    }),
    { input: { page: 'changelog', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' } },
  ).start();
  await renderAlone(<ChangelogPage screen={actor} />);
  return did;
}

describe('the page of versions', () => {
  it('shows what each brought, by kind, with an anchor, and which one this console is', async () => {
    await show({ ...told, version: '0.1.0' });
    const latest = await screen.findByRole('region', { name: 'Version 0.2.0' });
    // One title, the one of the menu and of the tab; each version is a heading below it.
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(["What's new"]);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Version 0.2.0',
      'Version 0.1.0',
    ]);
    expect(latest.id).toBe('v0.2.0');
    expect(within(latest).getByRole('link', { name: 'Version 0.2.0' }).getAttribute('href')).toBe('#v0.2.0');
    expect(
      within(latest)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['New', 'Fixed']);
    expect(within(latest).getByText('Doors <b>close</b>')).toBeTruthy();
    expect(within(latest).queryByText('Your version')).toBeNull();
    expect(within(screen.getByRole('region', { name: 'Version 0.1.0' })).getByText('Your version')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  });

  it('offers to load a console anew that the server has replaced', async () => {
    const did = await show(told);
    expect(await screen.findByText('The server runs version 0.2.0.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(did).toContain('renew');
  });

  it('says why it failed, and tries again', async () => {
    const did = await show(new ApiError('networkFailed'));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(did).toEqual(['load', 'load']);
  });
});
