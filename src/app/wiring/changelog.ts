/** Wires the changelog: the server's entries, and this console's own version. */
import { fromPromise } from 'xstate';
import { changelog } from '../../../contract/endpoints/changelog.ts';
import { changelogMachine, type ToldReleases } from '../../machines/changelog/changelog.machine.ts';
import { createClient } from '../../services/api.ts';
import { createUrlHash } from '../../services/urlHash.ts';
import type { Services } from '../services.ts';

export function wireChangelog({ transport, world }: Services) {
  const api = createClient(changelog, transport);
  return changelogMachine.provide({
    actors: {
      loadReleases: fromPromise<ToldReleases>(async ({ signal }) => ({
        ...(await api.list({ appType: 'web' }, { signal })),
        build: world.build,
      })),
    },
    actions: { showNamed: () => createUrlHash(window).show(), renewConsole: () => world.renew() },
  });
}
