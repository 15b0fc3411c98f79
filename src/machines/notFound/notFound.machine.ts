/** A path that leads nowhere. The page says so and offers home; there is nothing to decide. */
import { setup } from 'xstate';
import type { PageEvent, PageInput } from '../app/events.ts';

export const notFoundMachine = setup({
  types: { input: {} as PageInput, events: {} as PageEvent },
}).createMachine({ id: 'notFound' });
