/** The agreement and the privacy notice: static pages without effects. */
import { setup } from 'xstate';
import type { PageEvent, PageInput } from '../app/events.ts';

export const legalMachine = setup({ types: { input: {} as PageInput, events: {} as PageEvent } }).createMachine({
  id: 'legal',
});
