/**
 * The record that a page shows beside its list, named by the URL: what the `detail` regions of such pages share. How the
 * record is loaded, and whether it stays current, is the page's own.
 *
 *   first ──the URL names a record──▶ loading ;  else ──▶ closed ;  failed ──detail.retry──▶ loading
 *
 *   const beside = recordBeside(callIn);
 *   guards: { ...list.guards, ...beside.guards },
 *   on: beside.on(assignOpen), states: { ...beside.states, loading: { … }, shown: { … } }
 */
import type { Query } from '../app/events.ts';
import { withQuery } from './pagedList.ts';

type Known = { context: { open: string } };

/** @param idIn the id of the record in the URL; '' for none */
export const recordBeside = (idIn: (query: Query) => string) =>
  ({
    guards: {
      isOpen: ({ context }: Known) => context.open !== '',
      isClosing: (_: Known, { query }: { query: Query }) => idIn(query) === '',
      isOther: ({ context }: Known, { query }: { query: Query }) => idIn(query) !== context.open,
    },
    /** @param actions assign the record that the URL names now */
    on: <const Actions>(actions: Actions) =>
      ({
        'page.queryChanged': [
          { guard: { type: 'isClosing', params: withQuery }, target: '.closed', actions },
          { guard: { type: 'isOther', params: withQuery }, target: '.loading', actions },
        ],
      }) as const,
    states: {
      first: { always: [{ guard: 'isOpen', target: 'loading' }, { target: 'closed' }] },
      closed: {},
      failed: { on: { 'detail.retry': 'loading', 'page.resumed': 'loading', 'page.languageChanged': 'loading' } },
    },
  }) as const;
