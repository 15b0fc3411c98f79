/**
 * Keeps a link open for as long as the state that invokes it lasts: `invoke: { src: 'holdKey', input: { key: serialNumber } }`.
 * An invoked actor, not entry and exit actions, because a page machine that is stopped runs no exit actions.
 */
import { type EventObject, fromCallback } from 'xstate';
import { type LinkKey, systemActor } from '../app/events.ts';

export const holdKey = fromCallback<EventObject, { key: LinkKey }>(({ input: { key }, system }) => {
  systemActor(system, 'connection').send({ type: 'key.want', key });
  // On sign-out connection may be gone first; then there is nothing to release.
  return () => systemActor(system, 'connection')?.send({ type: 'key.release', key });
});
