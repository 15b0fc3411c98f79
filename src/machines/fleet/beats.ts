/** How the picture of the fleet takes in a list from the API and the feed's beats (design 6). Pure steps on the context. */
import type { RobotView } from '../../../contract/entities/constants.ts';
import type { Robot, RobotLive } from '../../../contract/entities/robot.ts';
import { actionStatusOf, onlineStatusOf } from '../../../contract/rules/robotStatus.ts';
import { VIEW_OF_KIND } from '../../../contract/entities/constants.ts';
import type { FleetBeat } from '../../../contract/wire/feed.ts';

type Robots = Readonly<Record<string, Robot>>;

const withLive = (robot: Robot, live: RobotLive): Robot => ({
  ...robot,
  live,
  onLineStatus: onlineStatusOf(live),
  actionStatus: actionStatusOf(live),
});

/** What changed, and new times of receipt for those that only said again what was known. */
export function afterBeat(robots: Robots, { robots: changed, heard }: FleetBeat): Robots {
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

/** A beat was missed, or speaks of a robot that we do not know: the list is read again. */
export const isGap = (last: number | null, robots: Robots, { beat, robots: changed }: FleetBeat): boolean =>
  (last !== null && beat !== last && beat !== last + 1) || changed.some(({ serialNumber }) => !robots[serialNumber]);

/**
 * The list as read, except that what beats have said since it was asked for is newer: of those robots (`touched`) the
 * live part stays. The next beat speaks of changes since the beat before, so nothing is lost between the two.
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

/** Spec 2: the robot of before if it is in the list, else the first of the list; '' for an empty one. */
export function initialRobot(current: string, order: readonly string[], robots: Robots, view: RobotView): string {
  const listed = order.filter((serialNumber) => robots[serialNumber] && isInRobotView(robots[serialNumber], view));
  return listed.includes(current) ? current : (listed[0] ?? '');
}

/** The stored view, unless none of one's robots is in it any more, or the robot that was asked for is not: an address may name any. */
export function initialView(view: RobotView, robots: Robots, asked = ''): RobotView {
  const named = robots[asked];
  if (named && !isInRobotView(named, view)) return 'all';
  return Object.values(robots).some((robot) => isInRobotView(robot, view)) ? view : 'all';
}
