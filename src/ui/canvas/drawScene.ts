/**
 * The moving layer, from bottom to top: field of view, routes, trails, planned paths, goal, points, rings, robots,
 * names.
 */
import type { LayerFrame } from './canvasLayer.ts';
import { drawFan, drawGoal, drawHeading, GOAL_RADIUS, drawPlanned, drawRoutes, drawTrails } from './drawLines.ts';
import { createMarkers } from './drawMarkers.ts';
import { createPoints } from './drawPoints.ts';
import { createRings } from './drawRings.ts';
import type { Glide } from './interpolation.ts';
import type { Halo } from './haloLayer.ts';
import { placeLabels } from './labels.ts';
import type { Box, Side } from './labels.ts';
import { isHovered, type Hovered, type MapInput } from './mapInput.ts';
import { createNames } from './names.ts';
import { marksOf, labelCandidates } from './labelCandidates.ts';
import type { MapPalette } from './palette.ts';
import { robotsInView } from './robotsInView.ts';
import type { Mark, RobotsInView } from './robotsInView.ts';
import { CLUSTER_RADIUS, POINT_SIZE } from './scene.ts';
import type { MapPick, MapScene } from './scene.ts';
import { toScreen } from './viewport.ts';
import { visiblePolygon } from './visibility.ts';

export interface Hit {
  readonly pick: MapPick;
  /** px in the frame. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export interface Picture {
  /** In drawing order: the last is on top. */
  readonly hits: readonly Hit[];
  /** Pulsing halos of alarms and active stops, px in the frame. */
  readonly halos: readonly Halo[];
  /** An animation is running: the next frame will differ even without new data. */
  readonly goesOn: boolean;
  readonly robots: RobotsInView;
}

export interface Shot {
  readonly frame: LayerFrame;
  /** The visible part of the frame, px in the frame. */
  readonly window: Box;
  /** Tools over the map, px in the frame. */
  readonly floating: readonly Box[];
  readonly input: MapInput;
  readonly scene: MapScene;
  readonly hovered: Hovered | null;
  /** ms */
  readonly now: number;
  /** Reduced motion: no gliding. */
  readonly still: boolean;
}

export interface ScenePainter {
  readonly paint: (context: CanvasRenderingContext2D, shot: Shot) => Picture;
}

/** Number of marks up to which no sprites are used: they glide between pixels and stay sharp. */
const CROWD_FROM = 60;
/** More trails than this are unreadable. */
const MOST_TRAILS = 60;
/** px per metre below which a point is a dot: with an attribute, and without one. */
const PLATES_FROM = 8;
const PLAIN_PLATES_FROM = 14;
const DOT_RADIUS = 4;
const FAN = { spread: Math.PI / 3, range: 6 };
const SAME_PLACE_M = 0.3;

function paintWays(
  context: CanvasRenderingContext2D,
  frame: LayerFrame,
  palette: MapPalette,
  input: MapInput,
  scene: MapScene,
  marks: readonly Mark[],
): void {
  const isPicked = ({ robot }: Mark): boolean => robot.id === input.selected || robot.id === input.follow;
  const shown = marks.length > MOST_TRAILS ? marks.filter(isPicked) : marks;
  const wanted = input.layers.trails ? shown : shown.filter(isPicked);
  drawTrails(
    context,
    frame,
    palette,
    wanted.map(({ robot, worldX, worldY }) => ({ trail: scene.trail(robot.id), head: [worldX, worldY] })),
  );
  drawPlanned(
    context,
    frame,
    palette,
    wanted.flatMap(({ robot, worldX, worldY }) => {
      const path = scene.path(robot.id);
      return path.length === 0
        ? []
        : [[[worldX, worldY] as const satisfies [number, number], ...path].map(([x, y]): [number, number] => [x, y])];
    }),
  );
}

export function createScenePainter(palette: MapPalette, pixelRatio: number): ScenePainter {
  const names = createNames(palette, pixelRatio);
  const markers = createMarkers(palette, pixelRatio);
  const ringMarks = createRings(palette, pixelRatio);
  const pointMarks = createPoints(palette, pixelRatio);
  const glides = new Map<string, Glide>();
  let sides: ReadonlyMap<string, Side> = new Map();

  return {
    paint(context, { frame, window, floating, input, scene, hovered, now, still }) {
      const robots = robotsInView(scene.read(), frame, input, glides, now, still);
      const followed = robots.marks.find(({ robot }) => robot.id === input.follow);
      if (input.fieldOfView && followed !== undefined && followed.theta !== null && !followed.robot.ghost) {
        const { worldX, worldY, theta } = followed;
        drawFan(
          context,
          frame,
          palette,
          visiblePolygon({ x: worldX, y: worldY, theta, ...FAN }, [...input.plan.walls, ...input.plan.outerWalls]),
        );
      }
      if (input.layers.routes)
        drawRoutes(
          context,
          frame,
          palette,
          input.routes.map(({ places }) => places),
        );
      const { overlay } = input;
      const painting = { context, frame, palette, still };
      overlay?.ways(painting);
      paintWays(context, frame, palette, input, scene, robots.marks);

      const hits: Hit[] = [];
      const points =
        !input.layers.points || input.inset
          ? []
          : input.points
              .map((point) => {
                const [x, y] = toScreen(frame.view, frame.size, [point.x, point.y]);
                const plate = frame.view.scale >= (point.attribute === 'none' ? PLAIN_PLATES_FROM : PLATES_FROM);
                const own = overlay?.radiusOf(point.id);
                return {
                  ...point,
                  x,
                  y,
                  plate,
                  isOwn: own !== undefined,
                  radius: own ?? (plate ? POINT_SIZE / 2 : DOT_RADIUS),
                };
              })
              .sort((a, b) => Number(a.isOwn) - Number(b.isOwn));
      for (const point of points) {
        if (point.isOwn) overlay?.point(painting, point, point.x, point.y, isHovered(hovered, 'point', point.id));
        else if (point.plate) pointMarks.point(context, point.attribute, point.x, point.y, point.id === input.selected);
        else pointMarks.dot(context, point.x, point.y);
        hits.push({ pick: { kind: 'point', id: point.id }, x: point.x, y: point.y, radius: point.radius });
      }
      const { goal } = input;
      const [goalX, goalY] = goal === null ? [0, 0] : toScreen(frame.view, frame.size, goal);
      const goalDisc = goal === null ? null : { x: goalX, y: goalY, radius: GOAL_RADIUS };
      if (goal !== null)
        drawGoal(
          context,
          frame,
          palette,
          goal,
          input.layers.points && input.points.some(({ x, y }) => Math.hypot(x - goal[0], y - goal[1]) < SAME_PLACE_M),
        );

      ringMarks.draw(context, robots.rings);
      for (const ring of robots.rings) {
        hits.push({
          pick: { kind: 'cluster', ids: ring.robots.map(({ id }) => id) },
          x: ring.x,
          y: ring.y,
          radius: CLUSTER_RADIUS,
        });
      }
      const crowd = robots.marks.length > CROWD_FROM;
      for (const { robot, x, y, theta, radius } of robots.marks) {
        markers.robot(
          context,
          {
            x,
            y,
            theta,
            radius,
            kind: robot.kind,
            status: robot.status,
            ghost: robot.ghost,
            selected: robot.id === input.selected,
            alarm: robot.alarm !== undefined,
            lights: robot.lights ?? [],
            watched: robot.watched === true,
          },
          crowd,
        );
        hits.push({ pick: { kind: 'robot', id: robot.id }, x, y, radius });
      }

      if (!input.inset) {
        const wishes = labelCandidates(frame, window, input, robots, points, names, hovered);
        const placed = placeLabels(wishes, marksOf(robots, points, goalDisc, floating), sides);
        sides = new Map(placed.map(({ id, side }) => [id, side]));
        const byId = new Map(wishes.map((wish) => [wish.id, wish]));
        // Least important first: if halos touch, a robot's name is on top.
        for (const { id, x, y, width, height } of placed.reverse()) {
          const wish = byId.get(id);
          if (wish !== undefined) names.draw(context, wish.text, wish.style, x + width / 2, y + height / 2);
        }
      }
      // Above all marks, because the user drags it.
      if (goal !== null && input.heading !== null)
        drawHeading(context, frame, palette, { at: goal, theta: input.heading });
      const goesOn = overlay?.moving(painting) ?? false;
      const halos = [
        ...robots.marks
          .filter(({ robot }) => (robot.status === 'alarm' && !robot.ghost) || robot.alarm !== undefined)
          .map(({ x, y, radius }): Halo => ({ x, y, radius, kind: 'alarm' })),
        ...points
          .filter(({ id }) => overlay?.isPulsing(id))
          .map(({ x, y, radius }): Halo => ({ x, y, radius, kind: 'underway' })),
      ];
      return { hits, halos, goesOn, robots };
    },
  };
}
