/**
 * The agreement and the privacy notice: static pages without effects. `type` in the URL (spec 2) names the part of the
 * notice that is asked for.
 */
import { assign, setup } from 'xstate';
import type { PageEvent, PageInput } from '../app/events.ts';

export interface LegalContext {
  /** Empty for the whole text. */
  type: string;
}

export const legalMachine = setup({
  types: { context: {} as LegalContext, input: {} as PageInput, events: {} as PageEvent },
}).createMachine({
  id: 'legal',
  context: ({ input }) => ({ type: input.query['type'] ?? '' }),
  on: { 'page.queryChanged': { actions: assign({ type: ({ event }) => event.query['type'] ?? '' }) } },
});
