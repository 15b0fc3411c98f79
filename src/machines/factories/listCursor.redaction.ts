/**
 * Redaction rules of `listCursor` (machines/recording/redaction.ts): ids of robots, points and states, never their
 * names.
 */
import { defineRedaction } from '../recording/redaction.ts';
import type { ListCursorContext, ListCursorEvent } from './listCursor.machine.ts';

export const listCursorRedaction = defineRedaction<ListCursorContext, ListCursorEvent>()({
  context: { id: true },
  events: { 'row.focus': { id: true } },
});
