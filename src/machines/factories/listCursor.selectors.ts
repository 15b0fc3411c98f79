/** Selectors of a list with a cursor. Recordings from before cursors existed have none. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { listCursorMachine } from './listCursor.machine.ts';

export type ListCursorRef = ActorRefFrom<typeof listCursorMachine>;

type Cursor = SnapshotFrom<typeof listCursorMachine> | undefined;

export const selectCursorId = (snapshot: Cursor): string => snapshot?.context.id ?? '';
export const selectIsListFocused = (snapshot: Cursor): boolean => snapshot?.matches('focused') ?? false;
