/** Updates the fleet context from a list response and from the feed's beats (design 6). Pure functions. */
import type { RobotView } from '../../../contract/entities/constants.ts';
import type { Robot, RobotLive } from '../../../contract/entities/robot.ts';
import { actionStatusOf, onlineStatusOf } from '../../../contract/rules/robotStatus.ts';
import { VIEW_OF_KIND } from '../../../contract/entities/robotConstants.ts';
import type { FleetUpdate } from '../../../contract/wire/feed.ts';

type Robots = Readonly<Record<string, Robot>>;

const withLive = (robot: Robot, live: RobotLive): Robot => ({
  ...robot,
  live,
  onLineStatus: onlineStatusOf(live),
  actionStatus: actionStatusOf(live),
});

/** Applies changed robots, and new receive times of robots whose state is unchanged. */
export function afterBeat(robots: Robots, { robots: changed, heard }: FleetUpdate): Robots {
  const heardKeys = Object.keys(heard);
  if (changed.length === 0 && heardKeys.length === 0) return robots;
  const next: Record<string, Robot> = { ...robots };
  for (const live of changed) {
    const known = next[live.serialNumber];
    if (known) next[live.serialNumber] = withLive(known, live);
  }
  for (const serialNumber of heardKeys) {
    const known = next[serialNumber];
    if (known) next[serialNumber] = { ...known, live: { ...known.live, at: heard[serialNumber] ?? known.live.at } };
  }
  return next;
}

/** A beat was missed or holds an unknown robot: the list must be reloaded. */
export const isGap = (last: number | null, robots: Robots, { beat, robots: changed }: FleetUpdate): boolean =>
  (last !== null && beat !== last && beat !== last + 1) || changed.some(({ serialNumber }) => !robots[serialNumber]);

/**
 * The list as loaded, except for robots that beats changed since it was requested (`touched`): their live state is
 * newer and stays. The next beat holds the changes since the previous beat, so nothing is lost in between.
 */
export function afterList(robots: Robots, touched: readonly string[], list: readonly Robot[]): Robots {
  const kept = new Set(touched);
  return Object.fromEntries(
    list.map((robot) => {
      const known = kept.has(robot.serialNumber) ? robots[robot.serialNumber] : undefined;
      return [robot.serialNumber, known ? withLive(robot, known.live) : robot];
    }),
  );
}

export const isInRobotView = (robot: Robot, view: RobotView): boolean =>
  view === 'all' || VIEW_OF_KIND[robot.kind] === view;

/** Spec 2: the previous robot if it is in the list, else the first of the list; '' for an empty list. */
export function initialRobot(current: string, order: readonly string[], robots: Robots, view: RobotView): string {
  const listed = order.filter((serialNumber) => robots[serialNumber] && isInRobotView(robots[serialNumber], view));
  return listed.includes(current) ? current : (listed[0] ?? '');
}

/**
 * The stored view, or `all` if the user has no robot in it or if it excludes the requested robot, because a URL can
 * name any robot.
 * @param chosen stays without robots: every view can be chosen in the settings (spec 2)
 */
export function initialView(view: RobotView, robots: Robots, asked = '', chosen: RobotView | null = null): RobotView {
  const named = robots[asked];
  if (named && !isInRobotView(named, view)) return 'all';
  if (view === chosen) return view;
  return Object.values(robots).some((robot) => isInRobotView(robot, view)) ? view : 'all';
}
