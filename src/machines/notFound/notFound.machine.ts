/** The pages for a path without a page, or with one that the user cannot open. They have no decisions to make. */
import { setup } from 'xstate';
import type { PageEvent, PageInput } from '../app/events.ts';

export const notFoundMachine = setup({
  types: { input: {} as PageInput, events: {} as PageEvent },
}).createMachine({ id: 'notFound' });
