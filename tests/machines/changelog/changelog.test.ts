import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError } from '../../../contract/wire/errors.ts';
import { changelogMachine, type ToldReleases } from '../../../src/machines/changelog/changelog.machine.ts';
import {
  selectChangelog,
  selectChangelogState,
  selectIsOtherVersion,
} from '../../../src/machines/changelog/changelog.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const told: ToldReleases = {
  version: '0.2.0',
  build: '0.1.0',
  releases: [{ version: '0.2.0', date: '2026-12-01', changes: [{ kind: 'new', text: 'Lamps' }] }],
};

async function start(more: Partial<ToldReleases> = {}) {
  const did: string[] = [];
  const cloud = { away: false };
  const { actor } = startUnderApp(
    changelogMachine.provide({
      actors: {
        loadReleases: fromPromise<ToldReleases>(async () => {
          did.push('load');
          if (cloud.away) throw new ApiError('networkFailed');
          return { ...told, ...more };
        }),
      },
      actions: { showNamed: () => void did.push('show'), renewConsole: () => void did.push('renew') },
    }),
    {
      as: 'screen',
      input: { page: 'changelog', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  return { actor, did, cloud, snapshot: () => actor.getSnapshot() };
}

describe('the record of versions', () => {
  it('is read, and the version that the address names is shown', async () => {
    const { did, snapshot } = await start();
    expect(did).toEqual(['load', 'show']);
    expect(selectChangelogState(snapshot())).toBe('ready');
    expect(selectChangelog(snapshot())).toMatchObject({ ...told, failure: null });
  });

  it.each<[string, string, boolean]>([
    ['0.2.0', '0.1.0', true],
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.2.0', true],
    ['0.2.0', 'dev', false],
  ])('of a server with %s a console with %s is another: %s', async (version, build, other) => {
    const { actor, did, snapshot } = await start({ version, build });
    expect(selectIsOtherVersion(snapshot())).toBe(other);
    actor.send({ type: 'console.renew' });
    expect(did.at(-1)).toBe('renew');
  });

  it('is read anew in another language, and when the link is whole again', async () => {
    const { actor, did } = await start();
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    actor.send({ type: 'page.resumed' });
    await settle();
    expect(did.filter((each) => each === 'load')).toHaveLength(3);
  });

  it('says why it cannot be read, and tries again', async () => {
    const page = await start();
    page.cloud.away = true;
    page.actor.send({ type: 'page.resumed' });
    await settle();
    expect(selectChangelogState(page.snapshot())).toBe('failed');
    expect(selectChangelog(page.snapshot()).failure).toMatchObject({ code: 40501 });
    page.cloud.away = false;
    page.actor.send({ type: 'changelog.retry' });
    await settle();
    expect(selectChangelog(page.snapshot()).failure).toBeNull();
  });
});
