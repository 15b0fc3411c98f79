/** The not-found page. It offers a link home and has no decisions to make. */
import { setup } from 'xstate';
import type { PageEvent, PageInput } from '../app/events.ts';

export const notFoundMachine = setup({
  types: { input: {} as PageInput, events: {} as PageEvent },
}).createMachine({ id: 'notFound' });
