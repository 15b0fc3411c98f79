/** What may leave of `listCursor` in a capsule (machines/capsule/leaves.ts): ids of robots, points and states, never their names. */
import { leavesOf } from '../capsule/leaves.ts';
import type { ListCursorContext, ListCursorEvent } from './listCursor.machine.ts';

export const listCursorLeaves = leavesOf<ListCursorContext, ListCursorEvent>()({
  context: { id: true },
  events: { 'row.focus': { id: true } },
});
