/**
 * The changes of each version, and whether this console has the server's version. A console that was updated on the
 * server keeps running the old version until it is reloaded.
 *
 *   loading ──▶ ready | failed      failed ──changelog.retry──▶ loading      any ──another language, reconnected──▶ loading
 */
import { assign, setup } from 'xstate';
import type { Release } from '../../../contract/entities/release.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';

export interface ToldReleases {
  /** The server's version. */
  version: string;
  /** This console's version. */
  build: string;
  releases: readonly Release[];
}
export interface ChangelogContext extends ToldReleases {
  failure: Failure | null;
}
export type ChangelogEvent = PageEvent | { type: 'changelog.retry' } | { type: 'console.renew' };

export const changelogMachine = setup({
  types: {
    context: {} as ChangelogContext,
    input: {} as PageInput,
    events: {} as ChangelogEvent,
    tags: {} as 'loading' | 'failed',
  },
  actors: { loadReleases: promiseEffect<ToldReleases>('loadReleases') },
  actions: {
    /** Scrolls to the version in the URL. */
    showNamed: effect<undefined>('showNamed'),
    renewConsole: effect<undefined>('renewConsole'),
  },
}).createMachine({
  id: 'changelog',
  context: { version: '', build: '', releases: [], failure: null },
  initial: 'loading',
  on: { 'page.languageChanged': '.loading', 'page.resumed': '.loading', 'console.renew': { actions: 'renewConsole' } },
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadReleases',
        onDone: {
          target: 'ready',
          actions: [assign(({ event }) => ({ ...event.output, failure: null })), 'showNamed'],
        },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    ready: {},
    failed: { tags: 'failed', on: { 'changelog.retry': 'loading' } },
  },
});
