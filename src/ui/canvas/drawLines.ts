/** Lines in one visual grammar: solid = already travelled, dashed = planned; a route is a plain line with chevrons. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { LayerFrame } from './canvasLayer.ts';
import { HEADING_PX, KNOB_RADIUS, knobAt } from './heading.ts';
import type { Heading } from './heading.ts';
import type { MapPalette } from './palette.ts';
import type { Trail } from './scene.ts';
import { toScreen } from './viewport.ts';

const TRAIL = { width: 3, newer: 0.55, older: 0.25 };
const PLANNED = { width: 2.5, dash: [7, 6], round: 10 };
const ROUTE = { width: 2, halo: 6, everyMetres: 5, chevron: 5 };
export const GOAL_RADIUS = 17;
const GOAL = { width: 2.5, dot: 4 };
const FAN = 0.11;
/** px */
const HEADING = { dash: [5, 4], tip: 6, back: 3, half: 4 };

type Pixels = readonly (readonly [number, number])[];

const pixelsOf = (frame: LayerFrame, places: readonly Place[]): Pixels =>
  places.map((place) => toScreen(frame.view, frame.size, place));

function addLine(context: CanvasRenderingContext2D, points: Pixels): void {
  points.forEach(([x, y], index) => {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

/** Smaller radii are drawn as a sharp corner, px. */
const LEAST_ROUNDING = 1;

/**
 * The largest radius up to `most` whose arc begins and ends within half of both sides. At a sharp turn a larger arc
 * would begin far outside the map.
 */
export function roundingAt(
  [ax, ay]: readonly [number, number],
  [x, y]: readonly [number, number],
  [bx, by]: readonly [number, number],
  most: number,
): number {
  const [inX, inY, outX, outY] = [ax - x, ay - y, bx - x, by - y];
  const [lengthIn, lengthOut] = [Math.hypot(inX, inY), Math.hypot(outX, outY)];
  if (lengthIn === 0 || lengthOut === 0) return 0;
  const angle = Math.acos(Math.max(-1, Math.min(1, (inX * outX + inY * outY) / (lengthIn * lengthOut))));
  return Math.min(most, (Math.min(lengthIn, lengthOut) / 2) * Math.tan(angle / 2));
}

/** Robots drive corners in a curve, so corners are rounded. */
function addRounded(context: CanvasRenderingContext2D, points: Pixels, radius: number): void {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return;
  context.moveTo(first[0], first[1]);
  for (let index = 1; index < points.length - 1; index += 1) {
    const before = points[index - 1] ?? first;
    const corner = points[index] ?? first;
    const after = points[index + 1] ?? last;
    const fitting = roundingAt(before, corner, after, radius);
    if (fitting < LEAST_ROUNDING) context.lineTo(corner[0], corner[1]);
    else context.arcTo(corner[0], corner[1], after[0], after[1], fitting);
  }
  context.lineTo(last[0], last[1]);
}

/** Draws all trails in two strokes, the older half of each fainter. `heads` are the present positions of the marks. */
export function drawTrails(
  context: CanvasRenderingContext2D,
  frame: LayerFrame,
  palette: MapPalette,
  trails: readonly { readonly trail: Trail; readonly head: Place }[],
): void {
  context.strokeStyle = palette.status.working;
  context.lineWidth = TRAIL.width;
  context.lineCap = 'butt';
  context.lineJoin = 'round';
  for (const older of [true, false]) {
    context.beginPath();
    for (const { trail, head } of trails) {
      const places = [...trail.map(([x, y]): Place => [x, y]), head];
      const middle = Math.floor((places.length - 1) / 2);
      addLine(context, pixelsOf(frame, older ? places.slice(0, middle + 1) : places.slice(middle)));
    }
    context.globalAlpha = older ? TRAIL.older : TRAIL.newer;
    context.stroke();
  }
  context.globalAlpha = 1;
}

export function drawPlanned(
  context: CanvasRenderingContext2D,
  frame: LayerFrame,
  palette: MapPalette,
  paths: readonly (readonly Place[])[],
): void {
  context.strokeStyle = palette.mark;
  context.lineWidth = PLANNED.width;
  context.lineCap = 'butt';
  context.lineJoin = 'round';
  context.setLineDash(PLANNED.dash);
  context.beginPath();
  for (const path of paths) addRounded(context, pixelsOf(frame, path), PLANNED.round);
  context.stroke();
  context.setLineDash([]);
}

/** Adds open arrow heads along a line to the current path. @param every distance, px */
export function addChevrons(context: CanvasRenderingContext2D, points: Pixels, every: number): void {
  let toNext = every / 2;
  points.forEach(([x, y], index) => {
    const next = points[index + 1];
    if (next === undefined) return;
    const length = Math.hypot(next[0] - x, next[1] - y);
    const angle = Math.atan2(next[1] - y, next[0] - x);
    for (; toNext < length; toNext += every) {
      const tip = [x + Math.cos(angle) * toNext, y + Math.sin(angle) * toNext] as const;
      for (const side of [-1, 1]) {
        const back = angle + Math.PI + side * 0.7;
        context.moveTo(tip[0], tip[1]);
        context.lineTo(tip[0] + Math.cos(back) * ROUTE.chevron, tip[1] + Math.sin(back) * ROUTE.chevron);
      }
    }
    toNext -= length;
  });
}

export function drawRoutes(
  context: CanvasRenderingContext2D,
  frame: LayerFrame,
  palette: MapPalette,
  routes: readonly (readonly Place[])[],
): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const places of routes) {
    const points = pixelsOf(frame, places);
    context.beginPath();
    addLine(context, points);
    context.strokeStyle = palette.halo;
    context.lineWidth = ROUTE.halo;
    context.stroke();
    context.strokeStyle = palette.route;
    context.lineWidth = ROUTE.width;
    context.stroke();
    context.beginPath();
    addChevrons(context, points, ROUTE.everyMetres * frame.view.scale);
    context.stroke();
  }
}

/** Draws the robot's commanded goal. */
export function drawGoal(
  context: CanvasRenderingContext2D,
  frame: LayerFrame,
  palette: MapPalette,
  goal: Place,
  atPoint: boolean,
): void {
  const [x, y] = toScreen(frame.view, frame.size, goal);
  context.beginPath();
  context.arc(x, y, GOAL_RADIUS, 0, 2 * Math.PI);
  context.strokeStyle = palette.mark;
  context.lineWidth = GOAL.width;
  context.stroke();
  if (atPoint) return;
  context.beginPath();
  context.arc(x, y, GOAL.dot, 0, 2 * Math.PI);
  context.fillStyle = palette.mark;
  context.fill();
}

/**
 * Draws the heading at the goal: a line to the knob with which the user turns it. Dashed because it is requested, not
 * reached.
 */
export function drawHeading(
  context: CanvasRenderingContext2D,
  frame: LayerFrame,
  palette: MapPalette,
  heading: Heading,
): void {
  const [x, y] = toScreen(frame.view, frame.size, heading.at);
  const [knobX, knobY] = knobAt(frame.view, frame.size, heading);
  const [dx, dy] = [(knobX - x) / HEADING_PX, (knobY - y) / HEADING_PX];
  context.beginPath();
  context.moveTo(x + dx * GOAL_RADIUS, y + dy * GOAL_RADIUS);
  context.lineTo(knobX - dx * KNOB_RADIUS, knobY - dy * KNOB_RADIUS);
  context.setLineDash(HEADING.dash);
  context.strokeStyle = palette.mark;
  context.lineWidth = GOAL.width;
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.arc(knobX, knobY, KNOB_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = palette.surface;
  context.fill();
  context.stroke();
  // The arrow head inside the knob: it shows the direction even where the line is short.
  context.beginPath();
  context.moveTo(knobX + dx * HEADING.tip, knobY + dy * HEADING.tip);
  for (const side of [1, -1])
    context.lineTo(
      knobX - dx * HEADING.back - side * dy * HEADING.half,
      knobY - dy * HEADING.back + side * dx * HEADING.half,
    );
  context.closePath();
  context.fillStyle = palette.mark;
  context.fill();
}

/** Draws the field of view of the followed robot. */
export function drawFan(
  context: CanvasRenderingContext2D,
  frame: LayerFrame,
  palette: MapPalette,
  polygon: readonly Place[],
): void {
  context.beginPath();
  addLine(context, pixelsOf(frame, polygon));
  context.closePath();
  context.globalAlpha = FAN;
  context.fillStyle = palette.mark;
  context.fill();
  context.globalAlpha = 1;
}
