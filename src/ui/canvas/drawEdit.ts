/** The map editor's own layers: the grid and the points; above them what is being dragged, guides and robots. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { LayerFrame } from './canvasLayer.ts';
import { createMarkers } from './drawMarkers.ts';
import { createPoints } from './drawPoints.ts';
import {
  dashedRing,
  drawConnecting,
  drawGhosts,
  drawLinks,
  strokeLine,
  type AttachmentPalette,
} from './drawAttachments.ts';
import type { EditInput, EditPoint } from './editInput.ts';
import { isIn, placeLabels, squareAt, type Box, type PlacedLabelRequest, type Side } from './labels.ts';
import { createNames } from './names.ts';
import { MARKER_RADIUS, POINT_SIZE, type MapRobot } from './scene.ts';
import { toScreen, toWorld } from './viewport.ts';

export type EditPalette = AttachmentPalette;
/** px in the frame. */
export interface Cover {
  /** The visible part of the frame. */
  readonly window: Box;
  /** What floats over the map. */
  readonly tools: readonly Box[];
}
export interface EditPainter {
  readonly points: (context: CanvasRenderingContext2D, frame: LayerFrame, input: EditInput, cover: Cover) => void;
  readonly hand: (
    context: CanvasRenderingContext2D,
    frame: LayerFrame,
    input: EditInput,
    cover: Cover,
    robots: readonly MapRobot[],
  ) => void;
}

/** px per metre from which a point is drawn as a plate, and from which its name is shown. */
export const PLATES_FROM = 9;
const NAMES_FROM = 13;
const MOST_NAMES = 220;
const SPECK_PX = 4;
/** Share of the floor that plates can cover before points are drawn as specks. */
const MOST_COVERED = 0.5;
const GRID_FROM = 12;
const BADGE_PX = 5;
const ARROW_PX = 22;
const DASH: number[] = [4, 3];
const BESIDE_ROBOT_PX = 4;
const BESIDE_POINT_PX = 2;
const AROUND_POINT: readonly Side[] = ['below', 'above', 'right', 'left'];
/** A point's name is below it, so a robot's name prefers the side above. */
const AROUND: readonly Side[] = ['above', 'below', 'right', 'left'];

const isCrowd = ({ view }: LayerFrame, { points, plan }: EditInput): boolean =>
  points.length * POINT_SIZE ** 2 > MOST_COVERED * plan.width * plan.height * view.scale ** 2;

export function createEditPainter(palette: EditPalette, pixelRatio: number): EditPainter {
  const marks = createPoints(palette, pixelRatio);
  const names = createNames(palette, pixelRatio);
  const markers = createMarkers(palette, pixelRatio);
  const sides: Record<'points' | 'hand' | 'robots', ReadonlyMap<string, Side>> = {
    points: new Map(),
    hand: new Map(),
    robots: new Map(),
  };

  function drawGrid(context: CanvasRenderingContext2D, { view, size }: LayerFrame, metres: number): void {
    if (view.scale * metres < GRID_FROM / 2) return;
    const [left, top] = toWorld(view, size, [0, 0]);
    const [right, bottom] = toWorld(view, size, [size.width, size.height]);
    context.beginPath();
    for (let x = Math.ceil(left / metres) * metres; x < right; x += metres) {
      const [px] = toScreen(view, size, [x, 0]);
      context.moveTo(Math.round(px) + 0.5, 0);
      context.lineTo(Math.round(px) + 0.5, size.height);
    }
    for (let y = Math.ceil(bottom / metres) * metres; y < top; y += metres) {
      const [, py] = toScreen(view, size, [0, y]);
      context.moveTo(0, Math.round(py) + 0.5);
      context.lineTo(size.width, Math.round(py) + 0.5);
    }
    context.strokeStyle = palette.line;
    context.lineWidth = 1;
    context.globalAlpha = 0.55;
    context.stroke();
    context.globalAlpha = 1;
  }

  function drawPoint(
    context: CanvasRenderingContext2D,
    { view }: LayerFrame,
    { areaId, angle, attributes }: EditPoint,
    x: number,
    y: number,
    input: EditInput,
  ): void {
    const selected = input.selected.has(areaId);
    const plate = view.scale >= PLATES_FROM || selected;
    if (plate) marks.point(context, attributes[0] ?? 'none', x, y, selected);
    else marks.dot(context, x, y);
    if (selected && input.selected.size === 1) {
      const theta = (angle * Math.PI) / 180;
      strokeLine(
        context,
        [x + Math.cos(theta) * (POINT_SIZE / 2), y - Math.sin(theta) * (POINT_SIZE / 2)],
        [x + Math.cos(theta) * (POINT_SIZE / 2 + ARROW_PX), y - Math.sin(theta) * (POINT_SIZE / 2 + ARROW_PX)],
        palette.mark,
        2,
      );
    }
    if (input.added.has(areaId) && plate && !selected) dashedRing(context, x, y, palette.mark);
    if (input.faulty.has(areaId))
      badge(context, plate ? x + POINT_SIZE / 2 - 1 : x + 4, plate ? y - POINT_SIZE / 2 + 1 : y - 4);
  }
  /** A diamond, as for an alarm: shape and colour both carry the meaning. */
  function badge(context: CanvasRenderingContext2D, x: number, y: number): void {
    context.beginPath();
    context.moveTo(x, y - BADGE_PX);
    context.lineTo(x + BADGE_PX, y);
    context.lineTo(x, y + BADGE_PX);
    context.lineTo(x - BADGE_PX, y);
    context.closePath();
    context.fillStyle = palette.alarm;
    context.fill();
    context.strokeStyle = palette.halo;
    context.lineWidth = 1.5;
    context.stroke();
  }

  interface Placed {
    point: EditPoint;
    x: number;
    y: number;
  }
  /** A name cut off by the edge would be misread. Each layer has its own memory of sides. */
  function drawNames(
    context: CanvasRenderingContext2D,
    placed: readonly Placed[],
    { selected }: EditInput,
    cover: Cover,
    layer: 'points' | 'hand',
  ): void {
    const wishes = placed
      .filter((one) => isIn(cover.window, one))
      .sort((a, b) => Number(selected.has(b.point.areaId)) - Number(selected.has(a.point.areaId)))
      .slice(0, MOST_NAMES)
      .map(({ point: { areaId, name }, x, y }): PlacedLabelRequest => ({
        id: areaId,
        x,
        y,
        ...names.measure(name, 'point'),
        clear: POINT_SIZE / 2 + BESIDE_POINT_PX,
        sides: AROUND_POINT,
        within: cover.window,
      }));
    const plates = placed.map(({ x, y }) => squareAt(x, y, POINT_SIZE / 2));
    const labels = placeLabels(wishes, { hard: [...cover.tools, ...plates], soft: [] }, sides[layer]);
    sides[layer] = new Map(labels.map(({ id, side }) => [id, side]));
    const byId = new Map(placed.map(({ point }) => [point.areaId, point.name]));
    for (const { id, x, y, width, height } of labels)
      names.draw(context, byId.get(id) ?? '', 'point', x + width / 2, y + height / 2);
  }

  function drawSome(
    context: CanvasRenderingContext2D,
    frame: LayerFrame,
    input: EditInput,
    points: readonly EditPoint[],
    cover: Cover,
    layer: 'points' | 'hand',
    dx: number,
    dy: number,
  ): void {
    const { view, size } = frame;
    const shown = points.flatMap((point): Placed[] => {
      const [x, y] = toScreen(view, size, [point.worldX + dx, point.worldY + dy]);
      return x < -POINT_SIZE || y < -POINT_SIZE || x > size.width + POINT_SIZE || y > size.height + POINT_SIZE
        ? []
        : [{ point, x, y }];
    });
    if (isCrowd(frame, input)) return drawCrowd(context, frame, input, shown);
    for (const { point, x, y } of shown)
      if (!input.selected.has(point.areaId)) drawPoint(context, frame, point, x, y, input);
    for (const { point, x, y } of shown)
      if (input.selected.has(point.areaId)) drawPoint(context, frame, point, x, y, input);
    if (view.scale >= NAMES_FROM || points.length < 3) drawNames(context, shown, input, cover, layer);
  }

  /** Plates would hide each other and the floor, so points are drawn as specks until the user zooms in. */
  function drawCrowd(
    context: CanvasRenderingContext2D,
    frame: LayerFrame,
    input: EditInput,
    shown: readonly Placed[],
  ): void {
    const speck = ({ x, y }: Placed, side: number): void =>
      context.fillRect(Math.round(x - side / 2), Math.round(y - side / 2), side, side);
    context.fillStyle = palette.point;
    for (const one of shown) if (!input.selected.has(one.point.areaId)) speck(one, SPECK_PX);
    if (input.selected.size === 1) {
      for (const { point, x, y } of shown)
        if (input.selected.has(point.areaId)) drawPoint(context, frame, point, x, y, input);
    } else {
      context.fillStyle = palette.mark;
      for (const one of shown) if (input.selected.has(one.point.areaId)) speck(one, SPECK_PX + 2);
    }
    for (const { point, x, y } of shown) if (input.faulty.has(point.areaId)) badge(context, x + 4, y - 4);
  }

  /** Names of robots close together must not overlap; a name that finds no room is hidden until they separate. */
  function drawRobotNames(
    context: CanvasRenderingContext2D,
    { view, size }: LayerFrame,
    cover: Cover,
    robots: readonly MapRobot[],
  ): void {
    const placed = robots.map((robot) => ({ robot, at: toScreen(view, size, [robot.x, robot.y]) }));
    const radius = MARKER_RADIUS.fleet;
    const wishes = placed.map(({ robot: { id, name, ghost }, at: [x, y] }): PlacedLabelRequest => ({
      id,
      x,
      y,
      ...names.measure(name, ghost ? 'ghost' : 'robot'),
      clear: radius + BESIDE_ROBOT_PX,
      sides: AROUND,
      // A robot in the layer's margin can drive into view before the next frame.
      ...(isIn(cover.window, { x, y }) ? { within: cover.window } : {}),
    }));
    const hard = [...cover.tools, ...placed.map(({ at: [x, y] }) => squareAt(x, y, radius))];
    const labels = placeLabels(wishes, { hard, soft: [] }, sides.robots);
    sides.robots = new Map(labels.map(({ id, side }) => [id, side]));
    const byId = new Map(robots.map((robot) => [robot.id, robot]));
    for (const { id, x, y, width, height } of labels) {
      const robot = byId.get(id);
      if (robot) names.draw(context, robot.name, robot.ghost ? 'ghost' : 'robot', x + width / 2, y + height / 2);
    }
  }

  return {
    points(context, frame, input, cover) {
      const { carried } = input;
      if (input.grid !== null) drawGrid(context, frame, input.grid);
      drawLinks(context, frame, input.links, palette, (areaId) => !carried?.ids.has(areaId));
      drawGhosts(context, frame, input.ghosts, palette, names);
      drawSome(
        context,
        frame,
        input,
        carried ? input.points.filter(({ areaId }) => !carried.ids.has(areaId)) : input.points,
        cover,
        'points',
        0,
        0,
      );
    },
    hand(context, frame, input, cover, robots) {
      const { view, size } = frame;
      const at = (place: Place): [number, number] => toScreen(view, size, place);
      for (const { kind, status, theta, ghost, id, ...robot } of robots) {
        const [x, y] = at([robot.x, robot.y]);
        markers.robot(
          context,
          { x, y, kind, status, theta, ghost, selected: false, radius: MARKER_RADIUS.fleet },
          false,
        );
      }
      drawRobotNames(context, frame, cover, robots);
      if (input.guides.x !== null)
        strokeLine(
          context,
          [at([input.guides.x, 0])[0], 0],
          [at([input.guides.x, 0])[0], size.height],
          palette.guide,
          1,
          DASH,
        );
      if (input.guides.y !== null)
        strokeLine(
          context,
          [0, at([0, input.guides.y])[1]],
          [size.width, at([0, input.guides.y])[1]],
          palette.guide,
          1,
          DASH,
        );
      if (input.carried) {
        const { ids, dx, dy, from, text } = input.carried;
        drawLinks(context, frame, input.links, palette, (areaId) => ids.has(areaId), dx, dy);
        if (from) {
          const [a, b] = [at(from), at([from[0] + dx, from[1] + dy])];
          dashedRing(context, ...a, palette.quiet);
          strokeLine(context, a, b, palette.guide, 1, DASH);
        }
        drawSome(
          context,
          frame,
          input,
          input.points.filter(({ areaId }) => ids.has(areaId)),
          cover,
          'hand',
          dx,
          dy,
        );
        if (from && text !== '') {
          const [x, y] = at([from[0] + dx, from[1] + dy]);
          names.draw(context, text, 'robot', x, y - POINT_SIZE / 2 - 10);
        }
      }
      drawConnecting(context, frame, input, palette, names);
      if (input.placing) marks.point(context, 'none', ...at(input.placing), true);
      if (input.box) {
        const [[ax, ay], [bx, by]] = [at(input.box[0]), at(input.box[1])];
        context.fillStyle = palette.mark;
        context.globalAlpha = 0.1;
        context.fillRect(Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by));
        context.globalAlpha = 1;
        context.strokeStyle = palette.mark;
        context.lineWidth = 1;
        context.strokeRect(Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by));
      }
      if (input.measure) {
        const [a, b] = [at(input.measure[0]), at(input.measure[1])];
        strokeLine(context, a, b, palette.guide, 2);
        names.draw(context, input.measureText, 'robot', (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 12);
      }
    },
  };
}
