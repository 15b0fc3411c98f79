/**
 * Keyboard focus in a list that is visible only while it has the focus: the robots and points of a map, the states of a
 * chart. The machine of a page with such a list invokes this one.
 *
 *   unfocused ──row.focus──▶ focused ──list.leave──▶ unfocused
 */
import { assign, setup } from 'xstate';

export interface ListCursorContext {
  /** Id of the row that has the focus or had it last; '' before the first. */
  id: string;
}
export type ListCursorEvent = { type: 'row.focus'; id: string } | { type: 'list.leave' };

const listCursor = setup({ types: { context: {} as ListCursorContext, events: {} as ListCursorEvent } });

export const listCursorMachine = listCursor.createMachine({
  id: 'listCursor',
  context: { id: '' },
  initial: 'unfocused',
  on: { 'row.focus': { target: '.focused', actions: assign({ id: ({ event }) => event.id }) } },
  states: { unfocused: {}, focused: { on: { 'list.leave': 'unfocused' } } },
});
