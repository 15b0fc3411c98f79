/**
 * Draws attachments of points to lifts and doors, attachment targets while connecting, and ghosts of moved or deleted
 * points.
 */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { LayerFrame } from './canvasLayer.ts';
import type { EditInput, Ghost } from './editInput.ts';
import type { Names } from './names.ts';
import { POINT_SIZE } from './scene.ts';
import { toScreen } from './viewport.ts';
import type { MapPalette } from './palette.ts';

export interface AttachmentPalette extends MapPalette {
  readonly guide: string;
  readonly alarm: string;
}
type Pixels = readonly [number, number];

const DASH: number[] = [4, 3];
const RING_PX = POINT_SIZE / 2 + 3.5;
const KNOB_PX = 3;
const ANCHOR_PX = 13;
const CROSS_PX = 4;
const ARROW_PX = 5;
/** On shorter lines the arrow would lie under the plates. */
const ARROW_FROM_PX = 2 * POINT_SIZE;

export function strokeLine(
  context: CanvasRenderingContext2D,
  [ax, ay]: Pixels,
  [bx, by]: Pixels,
  colour: string,
  width: number,
  dash: number[] = [],
): void {
  context.beginPath();
  context.setLineDash(dash);
  context.moveTo(ax, ay);
  context.lineTo(bx, by);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
  context.setLineDash([]);
}
export function dashedRing(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  context.beginPath();
  context.setLineDash(DASH);
  context.roundRect(x - RING_PX, y - RING_PX, 2 * RING_PX, 2 * RING_PX, 8);
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.stroke();
  context.setLineDash([]);
}

/**
 * Draws existing attachments as solid lines, for the points that `isShown` accepts. @param dx metres by which the
 * points are displaced; `dy` likewise
 */
export function drawLinks(
  context: CanvasRenderingContext2D,
  { view, size }: LayerFrame,
  links: EditInput['links'],
  palette: AttachmentPalette,
  isShown: (areaId: string) => boolean,
  dx = 0,
  dy = 0,
): void {
  for (const {
    areaId,
    from: [x, y],
    to,
  } of links) {
    if (!isShown(areaId)) continue;
    const [a, b] = [toScreen(view, size, [x + dx, y + dy]), toScreen(view, size, to)];
    strokeLine(context, a, b, palette.route, 1.5);
    context.beginPath();
    context.arc(...b, KNOB_PX, 0, 2 * Math.PI);
    context.fillStyle = palette.route;
    context.fill();
  }
}

/** Draws every target that a point can be attached to, and the line that the user is dragging to one. */
export function drawConnecting(
  context: CanvasRenderingContext2D,
  { view, size }: LayerFrame,
  { targets, connecting }: EditInput,
  palette: AttachmentPalette,
  names: Names,
): void {
  for (const { at, name, on } of targets) {
    const [x, y] = toScreen(view, size, at);
    context.beginPath();
    context.arc(x, y, ANCHOR_PX, 0, 2 * Math.PI);
    context.fillStyle = palette.mark;
    context.globalAlpha = on ? 0.35 : 0.12;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = palette.mark;
    context.lineWidth = on ? 2.5 : 1.5;
    context.stroke();
    names.draw(context, name, on ? 'robot' : 'point', x, y + ANCHOR_PX + 9);
  }
  if (!connecting) return;
  const [a, b] = [toScreen(view, size, connecting.from), toScreen(view, size, connecting.to)];
  strokeLine(context, a, b, palette.mark, 2, connecting.isMet ? [] : DASH);
  if (connecting.text !== '') names.draw(context, connecting.text, 'robot', b[0], b[1] - 18);
}

/** A dashed ring at a point's former position, a line to its present one, and a cross over a deleted point. */
export function drawGhosts(
  context: CanvasRenderingContext2D,
  { view, size }: LayerFrame,
  ghosts: readonly Ghost[],
  palette: AttachmentPalette,
  names: Names,
): void {
  const at = (place: Place): Pixels => toScreen(view, size, place);
  for (const { was, now, name } of ghosts) {
    const old = at(was);
    if (now) {
      const lies = at(now);
      strokeLine(context, old, lies, palette.quiet, 1, DASH);
      arrow(context, old, lies, palette.quiet);
    }
    dashedRing(context, ...old, now ? palette.quiet : palette.alarm);
    if (now) continue;
    cross(context, ...old, palette.alarm);
    names.draw(context, name, 'ghost', old[0], old[1] + RING_PX + 8);
  }
}
function cross(context: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  strokeLine(context, [x - CROSS_PX, y - CROSS_PX], [x + CROSS_PX, y + CROSS_PX], colour, 2);
  strokeLine(context, [x - CROSS_PX, y + CROSS_PX], [x + CROSS_PX, y - CROSS_PX], colour, 2);
}
/** Arrow head at the middle of the line, pointing to the present position. */
function arrow(context: CanvasRenderingContext2D, [ax, ay]: Pixels, [bx, by]: Pixels, colour: string): void {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < ARROW_FROM_PX) return;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  for (const side of [-1, 1])
    strokeLine(context, [x, y], [x - ARROW_PX * (ux - side * uy), y - ARROW_PX * (uy + side * ux)], colour, 1.5);
}
