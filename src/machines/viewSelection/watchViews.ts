/** While it runs, reports the views for which the user has robots to its parent: once the fleet is loaded, and on changes. */
import { type ActorRefFrom, type EventObject, fromCallback, type SnapshotFrom } from 'xstate';
import type { KindView, RobotView } from '../../../contract/entities/constants.ts';
import type { fleetMachine } from '../fleet/fleet.machine.ts';
import { selectHasFleet, selectOwnViews, selectView } from '../fleet/fleet.selectors.ts';

export interface ViewsSeen {
  type: 'views.seen';
  views: readonly KindView[];
  /** The selected view. */
  view: RobotView;
}

export const watchViews = fromCallback<EventObject>(({ sendBack, system }) => {
  const fleet = system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined;
  let last = '';
  const tell = (snapshot: SnapshotFrom<typeof fleetMachine>): void => {
    if (!selectHasFleet(snapshot)) return;
    const views = selectOwnViews(snapshot).filter((view): view is KindView => view !== 'all');
    if (views.join(' ') !== last)
      sendBack({ type: 'views.seen', views, view: selectView(snapshot) } satisfies ViewsSeen);
    last = views.join(' ');
  };
  if (fleet) tell(fleet.getSnapshot());
  const subscription = fleet?.subscribe(tell);
  return () => subscription?.unsubscribe();
});
