/**
 * Whether this tab shows the page on which a robot is driven by hand: only there does a tab hold a robot's lease. While
 * `watchDriving` runs, it reports each change to its parent.
 */
import { type EventObject, fromCallback } from 'xstate';

export interface DrivingSeen {
  type: 'driving.seen';
  isDriving: boolean;
}
interface ShownPage {
  getSnapshot(): { context?: { page?: { page: string } | null } } | undefined;
  subscribe(listener: () => void): { unsubscribe(): void };
}

const appOf = (system: { get(key: string): unknown }) => system.get('app') as ShownPage | undefined; // the app machine imports this one's
export const isDriving = (system: { get(key: string): unknown }): boolean =>
  appOf(system)?.getSnapshot()?.context?.page?.page === 'robotData';

export const watchDriving = fromCallback<EventObject>(({ sendBack, system }) => {
  let last: boolean | null = null;
  const tell = (): void => {
    const now = isDriving(system);
    if (now !== last) sendBack({ type: 'driving.seen', isDriving: now } satisfies DrivingSeen);
    last = now;
  };
  tell();
  const subscription = appOf(system)?.subscribe(tell);
  return () => subscription?.unsubscribe();
});
