/** Selects the robots in the frame, their present mark positions, and the clusters among them. */
import { cluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { glideSpeed, glideTo, poseAt } from './interpolation.ts';
import type { Glide } from './interpolation.ts';
import type { LayerFrame } from './canvasLayer.ts';
import type { MapInput } from './mapInput.ts';
import { MOST_GLIDING } from './frameBudget.ts';
import { MARKER_RADIUS } from './scene.ts';
import type { MapRobot } from './scene.ts';
import { toScreen } from './viewport.ts';

export interface Mark {
  readonly robot: MapRobot;
  /** px in the frame. */
  readonly x: number;
  readonly y: number;
  /** Metres. */
  readonly worldX: number;
  readonly worldY: number;
  readonly theta: number | null;
  readonly radius: number;
}

export interface Ring extends Cluster {
  readonly robots: readonly MapRobot[];
}

export interface RobotsInView {
  /** Robots outside clusters, the most urgent last, so that it is drawn on top. */
  readonly marks: readonly Mark[];
  readonly rings: readonly Ring[];
  readonly inView: number;
  /** Speed of the fastest gliding mark, px per second. */
  readonly fastest: number;
  /** There are too many single marks, so they are drawn smaller and without names. */
  readonly dense: boolean;
}

/** A mark whose centre is just outside the frame is still visible, px. */
const EDGE_PX = 24;
const DENSE_FROM = 150;
/** Stacking order of overlapping marks. */
const HEIGHT: Record<MapRobot['status'], number> = {
  offline: 0,
  online: 1,
  standby: 2,
  charging: 3,
  working: 4,
  stopped: 5,
  alarm: 6,
};
/** A ghost counts as offline unless it was stopped. */
const statusShown = ({ ghost, status }: Pick<MapRobot, 'ghost' | 'status'>): MapRobot['status'] =>
  ghost && status !== 'stopped' ? 'offline' : status;

/** `glides` is kept by the caller between frames and filled only while few enough robots are in view. */
export function robotsInView(
  robots: readonly MapRobot[],
  frame: LayerFrame,
  input: MapInput,
  glides: Map<string, Glide>,
  now: number,
  still: boolean,
): RobotsInView {
  const { view, size } = frame;
  const inFrame = robots.filter((robot) => {
    const [x, y] = toScreen(view, size, [robot.x, robot.y]);
    return x > -EDGE_PX && y > -EDGE_PX && x < size.width + EDGE_PX && y < size.height + EDGE_PX;
  });
  const glide = inFrame.length <= MOST_GLIDING && !still;
  if (!glide) glides.clear();

  let fastest = 0;
  const poses = inFrame.map((robot) => {
    if (!glide || robot.ghost) {
      glides.delete(robot.id);
      return robot;
    }
    const next = glideTo(glides.get(robot.id), { x: robot.x, y: robot.y, theta: robot.theta }, now);
    glides.set(robot.id, next);
    fastest = Math.max(fastest, glideSpeed(next, now));
    return poseAt(next, now);
  });

  const isPicked = (robot: MapRobot): boolean => robot.id === input.selected || robot.id === input.follow;
  const { singles, clusters } = cluster(
    inFrame.map((robot, index) => {
      const pose = poses[index] ?? robot;
      return {
        x: pose.x * view.scale,
        y: -pose.y * view.scale,
        status: statusShown(robot),
        alone: robot.status === 'alarm' || robot.status === 'stopped' || robot.alarm !== undefined || isPicked(robot),
      };
    }),
  );

  const dense = singles.length > DENSE_FROM;
  const usual = dense ? MARKER_RADIUS.dense : MARKER_RADIUS.fleet;
  const marks = singles.flatMap((index): Mark[] => {
    const robot = inFrame[index];
    const pose = poses[index];
    if (robot === undefined || pose === undefined) return [];
    const [x, y] = toScreen(view, size, [pose.x, pose.y]);
    const radius = robot.id === input.follow ? MARKER_RADIUS.followed : usual;
    return [
      {
        robot,
        x,
        y,
        worldX: pose.x,
        worldY: pose.y,
        theta: pose.theta,
        radius: input.inset ? MARKER_RADIUS.inset : radius,
      },
    ];
  });
  const heightOf = ({ robot }: Mark): number =>
    isPicked(robot) ? 10 : robot.alarm !== undefined ? HEIGHT.alarm : HEIGHT[statusShown(robot)];
  marks.sort((a, b) => heightOf(a) - heightOf(b));

  const rings = clusters.map((ring): Ring => {
    const [x, y] = toScreen(view, size, [ring.x / view.scale, -ring.y / view.scale]);
    return { ...ring, x, y, robots: ring.members.flatMap((member) => inFrame[member] ?? []) };
  });
  return { marks, rings, inView: inFrame.length, fastest: fastest * view.scale, dense };
}
