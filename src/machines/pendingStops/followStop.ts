/** Reports the progress of this browser's Stop of one robot to its parent, at the start and at each change. */
import { type EventObject, fromCallback } from 'xstate';
import type { Failure } from '../failure.ts';
import type { PendingStopsContext, StopEntry, StopStage } from './pendingStops.machine.ts';

/** stage null: no Stop is pending. askedAt: server clock, ms. */
export interface StopTold {
  type: 'stop.progressed';
  stage: StopStage | null;
  askedAt: number | null;
  failure: Failure | null;
}

interface Stops {
  getSnapshot(): { context?: PendingStopsContext };
  subscribe(listener: () => void): { unsubscribe(): void };
}

export const followStop = fromCallback<EventObject, { serialNumber: string }>(
  ({ input: { serialNumber }, sendBack, system }) => {
    // Older recordings do not have this actor at the root.
    const stops = system.get('pendingStops') as Stops | undefined;
    let last: StopEntry | undefined;
    const tell = (): void => {
      const entry = stops?.getSnapshot().context?.entries[serialNumber];
      const isSame =
        entry?.stage === last?.stage && entry?.failure === last?.failure && entry?.stop.askedAt === last?.stop.askedAt;
      last = entry;
      if (!isSame)
        sendBack({
          type: 'stop.progressed',
          stage: entry?.stage ?? null,
          askedAt: entry?.stop.askedAt ?? null,
          failure: entry?.failure ?? null,
        } satisfies StopTold);
    };
    tell();
    const subscription = stops?.subscribe(tell);
    return () => subscription?.unsubscribe();
  },
);
