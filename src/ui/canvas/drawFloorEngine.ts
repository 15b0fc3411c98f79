/**
 * Renders a floor that is being drawn in two layers: the floor with its walls, and above it the selection and the gesture.
 * No frame runs at rest. It makes no decisions: input goes to the page's machine and comes back as a scene.
 */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { cellsOf } from '../../../contract/rules/planCells.ts';
import { CELL_M } from '../../../contract/rules/planPath/occupancy.ts';
import type { DrawScene } from '../../machines/floorDrawing/floorDrawing.selectors.ts';
import { strokeLine } from './drawAttachments.ts';
import { createCanvasLayer, type LayerFrame } from './canvasLayer.ts';
import { drawPicture, drawPlan } from './drawPlan.ts';
import { limitScale, wholePlan, type Frame } from './framing.ts';
import { createNames, type Names } from './names.ts';
import { readPalette, type MapPalette } from './palette.ts';
import { planPaths, type PlanPaths } from './planPaths.ts';
import type { MapPicture } from './scene.ts';
import { clampView, toScreen, toWorld, zoomAt, type Pixel, type Size, type View } from './viewport.ts';

export interface DrawInput extends DrawScene {
  /** The picture that is traced. */
  readonly trace: MapPicture | null;
  /** Writes a length: "3.2 m". */
  readonly lengthText: (metres: number, typed: string) => string;
}
export interface DrawFloorEngine {
  readonly set: (input: DrawInput) => void;
  readonly resize: (size: Size) => void;
  readonly restyle: () => void;
  readonly view: () => View;
  readonly placeAt: (at: Pixel) => Place;
  readonly zoomed: (factor: number, at?: Pixel) => View;
  readonly bounded: (view: View) => View;
  readonly onView: (listener: (view: View, chosen: boolean) => void) => () => void;
  readonly destroy: () => void;
}

const TRACE_SHARE = 0.4;
const GRID_M = 1;
/** px per metre from which the grid is drawn. */
const GRID_FROM = 7;
const DASH = [5, 4];
const HANDLE_PX = 5;
const CURSOR_PX = 9;
const NAMES_FROM = 16;

export function createDrawFloorEngine(elements: {
  readonly plan: HTMLCanvasElement;
  readonly hand: HTMLCanvasElement;
}): DrawFloorEngine {
  const layers = { plan: createCanvasLayer(elements.plan), hand: createCanvasLayer(elements.hand) };
  const stale = { plan: true, hand: true };
  const listeners = new Set<(view: View, chosen: boolean) => void>();
  let palette = drawPalette();
  let names: Names | null = null;
  let input: DrawInput | null = null;
  let paths: { of: DrawInput['plan']; made: PlanPaths } | null = null;
  let cells: { of: DrawInput['plan']; image: HTMLCanvasElement } | null = null;
  let size: Size = { width: 0, height: 0 };
  let view: View = { scale: 1, cx: 0, cy: 0 };
  let frame = 0;

  const framed = (): Frame => ({
    size,
    box: { minX: 0, minY: 0, maxX: input?.plan.width ?? 1, maxY: input?.plan.height ?? 1 },
    inset: false,
  });
  const ask = (): void => {
    if (frame === 0 && size.width > 0 && input !== null) frame = requestAnimationFrame(draw);
  };
  const all = (): void => {
    stale.plan = stale.hand = true;
    ask();
  };
  const look = (): void => {
    const next = input?.camera ?? (size.width > 0 ? wholePlan(framed()) : view);
    if (next.scale === view.scale && next.cx === view.cx && next.cy === view.cy) return;
    view = next;
    for (const listener of listeners) listener(view, input?.camera != null);
    ask();
  };
  /** Occupied cells are dark, as in a map of a robot. */
  const cellsImage = (plan: DrawInput['plan']): HTMLCanvasElement => {
    if (cells?.of === plan) return cells.image;
    const { columns, rows, cells: found } = cellsOf(plan, CELL_M);
    const image = document.createElement('canvas');
    [image.width, image.height] = [columns, rows];
    const brush = image.getContext('2d');
    const pixels = brush?.createImageData(columns, rows);
    if (brush && pixels) {
      const colours = new Uint32Array(pixels.data.buffer);
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          colours[(rows - 1 - row) * columns + column] = found[row * columns + column] ? 0xff000000 : 0xfffefefe;
      brush.putImageData(pixels, 0, 0);
    }
    cells = { of: plan, image };
    return image;
  };

  const pathsOf = (plan: DrawInput['plan']): PlanPaths => {
    if (paths?.of !== plan) paths = { of: plan, made: planPaths(plan) };
    return paths.made;
  };

  function drawCells(context: CanvasRenderingContext2D, drawn: LayerFrame, plan: DrawInput['plan']): void {
    const [left, top] = toScreen(drawn.view, drawn.size, [0, plan.height]);
    const image = cellsImage(plan);
    const scale = drawn.view.scale * CELL_M;
    context.imageSmoothingEnabled = scale < 1;
    context.drawImage(image, left, top, image.width * scale, image.height * scale);
  }
  function drawTrace(context: CanvasRenderingContext2D, drawn: LayerFrame, trace: MapPicture): void {
    const zoom = drawn.view.scale * drawn.pixelRatio;
    const { size: whole, view: at, pixelRatio } = drawn;
    context.save();
    context.globalAlpha = TRACE_SHARE;
    context.setTransform(
      zoom,
      0,
      0,
      -zoom,
      (whole.width / 2 - at.cx * at.scale) * pixelRatio,
      (whole.height / 2 + at.cy * at.scale) * pixelRatio,
    );
    drawPicture(context, trace, at.scale, palette);
    context.restore();
  }
  function drawGrid(context: CanvasRenderingContext2D, drawn: LayerFrame, { width, height }: DrawInput['plan']): void {
    const at = (place: Place): [number, number] => toScreen(drawn.view, drawn.size, place);
    context.save();
    context.beginPath();
    if (drawn.view.scale * GRID_M >= GRID_FROM) {
      for (let x = GRID_M; x < width; x += GRID_M) {
        context.moveTo(Math.round(at([x, 0])[0]) + 0.5, at([x, 0])[1]);
        context.lineTo(Math.round(at([x, 0])[0]) + 0.5, at([x, height])[1]);
      }
      for (let y = GRID_M; y < height; y += GRID_M) {
        context.moveTo(at([0, y])[0], Math.round(at([0, y])[1]) + 0.5);
        context.lineTo(at([width, y])[0], Math.round(at([0, y])[1]) + 0.5);
      }
    }
    context.strokeStyle = palette.line;
    context.lineWidth = 1;
    context.stroke();
    const [[left, bottom], [right, top]] = [at([0, 0]), at([width, height])];
    context.strokeStyle = palette.quiet;
    context.setLineDash(DASH);
    context.strokeRect(left, top, right - left, bottom - top);
    context.restore();
  }

  function drawHand(context: CanvasRenderingContext2D, drawn: LayerFrame, shown: DrawInput): void {
    names ??= createNames(palette, drawn.pixelRatio);
    const writer = names;
    const at = (place: Place): [number, number] => toScreen(drawn.view, drawn.size, place);
    const dot = ([x, y]: readonly [number, number], radius: number, filled: boolean): void => {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = filled ? palette.mark : palette.surface;
      context.fill();
      context.strokeStyle = palette.mark;
      context.lineWidth = 2;
      context.stroke();
    };
    if (drawn.view.scale >= NAMES_FROM || shown.plan.rooms.length < 12)
      for (const { name, x, y, w, h } of shown.plan.rooms)
        if (name !== '') writer.draw(context, name, 'room', ...at([x + w / 2, y + h / 2]));
    const { guides } = shown;
    if (guides.x !== null) {
      const [x] = at([guides.x, 0]);
      strokeLine(context, [x, 0], [x, drawn.size.height], palette.guide, 1, DASH);
    }
    if (guides.y !== null) {
      const [, y] = at([0, guides.y]);
      strokeLine(context, [0, y], [drawn.size.width, y], palette.guide, 1, DASH);
    }
    const { selected } = shown;
    if (selected?.kind === 'segment') {
      strokeLine(context, at(selected.from), at(selected.to), palette.mark, 4);
      for (const end of [selected.from, selected.to]) dot(at(end), HANDLE_PX, false);
    }
    if (selected?.kind === 'corner') dot(at(selected.at), HANDLE_PX + 1, true);
    if (selected?.kind === 'box') {
      const [[left, bottom], [right, top]] = [
        at([selected.x, selected.y]),
        at([selected.x + selected.w, selected.y + selected.h]),
      ];
      context.strokeStyle = palette.mark;
      context.lineWidth = 2;
      context.strokeRect(left, top, right - left, bottom - top);
    }
    if (shown.line) {
      strokeLine(context, at(shown.line[0]), at(shown.line[1]), palette.mark, 4);
      for (const end of shown.line) dot(at(end), HANDLE_PX, false);
    }
    if (shown.rectangle) {
      const [a, b] = [at(shown.rectangle[0]), at(shown.rectangle[1])];
      const box = [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])] as const;
      context.fillStyle = palette.mark;
      context.globalAlpha = 0.1;
      context.fillRect(...box);
      context.globalAlpha = 1;
      context.strokeStyle = palette.mark;
      context.lineWidth = 3;
      context.strokeRect(...box);
    }
    if (shown.cursor) {
      const [x, y] = at(shown.cursor);
      strokeLine(context, [x - CURSOR_PX, y], [x + CURSOR_PX, y], palette.guide, 2);
      strokeLine(context, [x, y - CURSOR_PX], [x, y + CURSOR_PX], palette.guide, 2);
    }
    for (const { at: place, metres, typed } of shown.lengths) {
      const [x, y] = at(place);
      writer.draw(context, shown.lengthText(metres, typed), 'robot', x, y - 14);
    }
  }

  function draw(): void {
    frame = 0;
    if (input === null) return;
    const shown = input;
    for (const name of ['plan', 'hand'] as const) {
      const layer = layers[name];
      if (!stale[name] && layer.place(view) === 'exact') continue;
      layer.draw(
        view,
        (context, drawn) => {
          if (name === 'hand') return drawHand(context, drawn, shown);
          if (shown.showsCells) return drawCells(context, drawn, shown.plan);
          drawPlan(context, drawn, pathsOf(shown.plan), palette, null, (floor) => {
            drawGrid(floor, drawn, shown.plan);
            if (shown.trace) drawTrace(floor, drawn, shown.trace);
          });
        },
        null,
      );
      layer.place(view);
      stale[name] = false;
    }
  }

  return {
    set(next) {
      const last = input;
      input = next;
      if (next.plan !== last?.plan || next.trace !== last?.trace || next.showsCells !== last?.showsCells)
        stale.plan = true;
      stale.hand = true;
      look();
      ask();
    },
    resize(next) {
      size = next;
      for (const layer of Object.values(layers)) layer.resize(size);
      look();
      all();
    },
    restyle() {
      palette = drawPalette();
      names = null;
      all();
    },
    view: () => view,
    placeAt: (at) => toWorld(view, size, at),
    zoomed: (factor, at = [size.width / 2, size.height / 2]) =>
      clampView(zoomAt(view, size, at, limitScale(view.scale * factor, framed())), size, framed().box),
    bounded: (next) => clampView(next, size, framed().box),
    onView(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      listeners.clear();
      cancelAnimationFrame(frame);
      size = { width: 0, height: 0 };
    },
  };
}

function drawPalette(): MapPalette & { readonly guide: string } {
  const guide = getComputedStyle(document.documentElement).getPropertyValue('--guide').trim();
  return { ...readPalette(document.documentElement), guide };
}
