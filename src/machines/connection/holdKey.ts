/**
 * Keeps a connection open while the invoking state is active: `invoke: { src: 'holdKey', input: { key: serialNumber }
 * }`. This is an invoked actor instead of entry and exit actions, because a page machine that is stopped runs no exit
 * actions.
 */
import { type EventObject, fromCallback } from 'xstate';
import { type LinkKey, systemActor } from '../app/events.ts';

export const holdKey = fromCallback<EventObject, { key: LinkKey }>(({ input: { key }, system }) => {
  systemActor(system, 'connection').send({ type: 'mqttLink.acquire', key });
  // On sign-out the connection actor may already be stopped; then there is nothing to release.
  return () => systemActor(system, 'connection')?.send({ type: 'mqttLink.release', key });
});
