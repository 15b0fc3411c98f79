/**
 * The agreement and the privacy notice. `type` in the URL (spec 2) names the part of the notice that is asked for. The
 * notice shows the retention periods of the installation; the agreement has none.
 *
 *   agreement: still
 *   privacy:   loading ──▶ ready | failed      failed ──legal.retry, reconnected──▶ loading
 */
import { assign, setup } from 'xstate';
import type { RetentionDays } from '../../../contract/rules/retention.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';

export interface LegalContext {
  page: string;
  /** Empty for the whole text. */
  type: string;
  /** Null until loaded. */
  days: RetentionDays | null;
  failure: Failure | null;
}
export type LegalEvent = PageEvent | { type: 'legal.retry' };

export const legalMachine = setup({
  types: {
    context: {} as LegalContext,
    input: {} as PageInput,
    events: {} as LegalEvent,
    tags: {} as 'loading' | 'failed',
  },
  actors: { loadDays: promiseEffect<{ days: RetentionDays }>('loadDays') },
  guards: { hasPeriods: ({ context }) => context.page === 'privacy' },
}).createMachine({
  id: 'legal',
  context: ({ input }) => ({ page: input.page, type: input.query['type'] ?? '', days: null, failure: null }),
  on: { 'page.queryChanged': { actions: assign({ type: ({ event }) => event.query['type'] ?? '' }) } },
  initial: 'first',
  states: {
    first: { always: [{ guard: 'hasPeriods', target: 'loading' }, { target: 'still' }] },
    still: {},
    loading: {
      tags: 'loading',
      invoke: {
        src: 'loadDays',
        onDone: { target: 'ready', actions: assign(({ event }) => ({ days: event.output.days, failure: null })) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    ready: {},
    failed: { tags: 'failed', on: { 'legal.retry': 'loading', 'page.resumed': 'loading' } },
  },
});
