/** The page shown at the path of a page that the user cannot open. It has no decisions to make. */
import { setup } from 'xstate';
import type { PageEvent, PageInput } from '../app/events.ts';

export const forbiddenMachine = setup({
  types: { input: {} as PageInput, events: {} as PageEvent },
}).createMachine({ id: 'forbidden' });
