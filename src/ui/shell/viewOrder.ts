/** The tabs of robot views (spec 2 "Views"): which are shown, and reordering by drag or keyboard. Pure. */
import type { RobotView } from '../../../contract/entities/constants.ts';
import { VIEW_OF_KIND } from '../../../contract/entities/robotConstants.ts';
import type { Robot } from '../../../contract/entities/robot.ts';

export type ViewCounts = Readonly<Record<RobotView, number>>;

/** Number of robots per view. */
export function countViews(robots: readonly Pick<Robot, 'kind'>[]): ViewCounts {
  const counts = { all: robots.length, w: 0, xp: 0, s: 0, d: 0 };
  for (const { kind } of robots) counts[VIEW_OF_KIND[kind]] += 1;
  return counts;
}

/** On this page every view can be selected, with or without robots. */
const SETTINGS_PATH = '/home/user-setting';

/** The views for which the user has robots, in the user's order; the total view always. */
export const visibleViews = (order: readonly RobotView[], counts: ViewCounts, path: string): RobotView[] =>
  order.filter((view) => view === 'all' || path === SETTINGS_PATH || counts[view] > 0);

/** The full order after a visible view was moved to the position of another; hidden views keep their positions. */
export function reordered(
  order: readonly RobotView[],
  visible: readonly RobotView[],
  moved: RobotView,
  to: number,
): RobotView[] {
  const others = visible.filter((view) => view !== moved);
  const shown = [...others.slice(0, to), moved, ...others.slice(to)];
  let next = 0;
  return order.map((view) => (visible.includes(view) ? (shown[next++] ?? view) : view));
}

export interface TabBox {
  /** px */
  left: number;
  width: number;
}

/**
 * Index at which a tab dragged by `dx` px is dropped: it passes a neighbour when its edge passes the neighbour's
 * centre.
 */
export function dropIndex(boxes: readonly TabBox[], from: number, dx: number): number {
  const own = boxes[from];
  if (!own) return from;
  const left = own.left + dx;
  return boxes.filter((box, index) => {
    const middle = box.left + box.width / 2;
    return index < from ? middle < left : index > from && middle < left + own.width;
  }).length;
}

/** How far the tab at `index` shifts while the one at `from` is dragged over `to`, px. */
export function wayGiven(boxes: readonly TabBox[], from: number, to: number, index: number): number {
  const width = boxes[from]?.width ?? 0;
  if (index > from && index <= to) return -width;
  return index < from && index >= to ? width : 0;
}
