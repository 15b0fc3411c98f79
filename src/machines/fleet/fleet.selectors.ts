/** Selectors of the fleet. Those that build lists are memoised, because `useSelector` compares by identity. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { KIND_VIEWS, type KindView, type RobotView } from '../../../contract/entities/constants.ts';
import {
  type PanelFilter,
  ROBOT_STATUSES,
  type RobotStatus,
  VIEW_OF_KIND,
} from '../../../contract/entities/robotConstants.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import { compareByNeed, isSilent } from '../../../contract/rules/robotStatus.ts';
import { compareNames } from '../nameCollator.ts';
import { isInRobotView } from './beats.ts';
import type { FleetContext, fleetMachine } from './fleet.machine.ts';
import { remember } from './remember.ts';

export type FleetRef = ActorRefFrom<typeof fleetMachine>;

type Snapshot = SnapshotFrom<typeof fleetMachine>;

const contextOf = ({ context }: Snapshot) => context;

const robotsIn = remember((robots: FleetContext['robots'], order: FleetContext['order']) =>
  order.flatMap((serialNumber) => robots[serialNumber] ?? []),
);
/** Every robot, in the order of the server's list. */
export const selectRobots = (snapshot: Snapshot): readonly Robot[] =>
  robotsIn(contextOf(snapshot).robots, contextOf(snapshot).order);

const matches = (robot: Robot, keyword: string): boolean => {
  const wanted = keyword.trim().toLowerCase();
  return (
    !wanted || robot.serialNumber.toLowerCase().includes(wanted) || robot.robotNickName.toLowerCase().includes(wanted)
  );
};
const passes = (robot: Robot, filter: PanelFilter): boolean =>
  filter === 'all' ||
  (filter === 'online'
    ? robot.live.connection === 'online'
    : filter === 'offline'
      ? robot.live.connection !== 'online'
      : robot.live.charging);

const inView = remember((robots: readonly Robot[], view: RobotView) =>
  robots.filter((robot) => isInRobotView(robot, view)),
);
/** The robots of the view selected in the top bar. */
export const selectRobotsInView = (snapshot: Snapshot): readonly Robot[] =>
  inView(selectRobots(snapshot), snapshot.context.view);

const panelRows = remember((robots: readonly Robot[], filter: PanelFilter, keyword: string) =>
  robots.filter((robot) => passes(robot, filter) && matches(robot, keyword)),
);
/** The rows of the robot-selection panel: view, status filter and search text (spec 2). */
export const selectPanelRows = (snapshot: Snapshot): readonly Robot[] =>
  panelRows(selectRobotsInView(snapshot), snapshot.context.filter, snapshot.context.keyword);

export const selectCurrent = ({ context }: Snapshot): Robot | null => context.robots[context.current] ?? null;
export const selectCurrentSerialNumber = ({ context }: Snapshot): string => context.current;
export const selectView = ({ context }: Snapshot): RobotView => context.view;
export const selectFilter = ({ context }: Snapshot): PanelFilter => context.filter;
export const selectTyped = ({ context }: Snapshot): string => context.typed;
export const selectKeyword = ({ context }: Snapshot): string => context.keyword;

const ownViews = remember((robots: readonly Robot[]): readonly RobotView[] =>
  robots.length === 0
    ? []
    : ['all', ...KIND_VIEWS.filter((view: KindView) => robots.some(({ kind }) => VIEW_OF_KIND[kind] === view))],
);
/** Spec 2 "Views": a tab is shown only if the user owns robots of it. */
export const selectOwnViews = (snapshot: Snapshot): readonly RobotView[] => ownViews(selectRobots(snapshot));

const counts = remember((robots: readonly Robot[]): Readonly<Record<RobotStatus, number>> => {
  const found = Object.fromEntries(ROBOT_STATUSES.map((status) => [status, 0])) as Record<RobotStatus, number>;
  for (const { live } of robots) found[live.status] += 1;
  return found;
});
/** Number of robots of the view, by status. */
export const selectCounts = (snapshot: Snapshot): Readonly<Record<RobotStatus, number>> =>
  counts(selectRobotsInView(snapshot));

/** Sort order of lists: robots that need attention first, then by name. */
export const byNeed = (a: Robot, b: Robot): number =>
  compareByNeed(a.live, b.live) ||
  compareNames(a.robotNickName, b.robotNickName) ||
  compareNames(a.serialNumber, b.serialNumber);

/** Connected but not responding, by the server's clock `now` (useServerNow). */
export const isRobotSilent = (robot: Robot, now: number): boolean => isSilent(robot.live, now);

/**
 * The server's clock at the last beat, ms; 0 before the first. When the feed is lost, live values are frozen since
 * then.
 */
export const selectHeardAt = ({ context }: Snapshot) => context.heardAt;
/** Number of pending requests for access to all robots that the user may administer. */
export const selectAccessRequests = ({ context }: Snapshot) => context.accessRequests;
/** Sites of the robots: names, floors, time zones. */
export const selectSites = ({ context }: Snapshot) => context.sites;

export const selectIsFleetLoading = (snapshot: Snapshot) => snapshot.hasTag('waiting');
export const selectHasFleet = (snapshot: Snapshot) => snapshot.matches('ready');
export const selectFleetFailure = ({ context }: Snapshot) => context.failure;
