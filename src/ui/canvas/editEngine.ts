/**
 * Renders the map editor in three layers, so that dragging five hundred points redraws only those and not the other
 * thousands. No frame runs at rest. It makes no decisions: user input goes to the editor's machine and comes back as
 * `EditInput`.
 */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { createCanvasLayer, windowIn } from './canvasLayer.ts';
import { createEditPainter, type EditPainter, type EditPalette, PLATES_FROM } from './drawEdit.ts';
import { drawPlan } from './drawPlan.ts';
import type { EditInput } from './editInput.ts';
import { floatingIn } from './floating.ts';
import { limitScale, wholePlan, type Frame } from './framing.ts';
import type { Box } from './labels.ts';
import { readPalette } from './palette.ts';
import { planPaths, type PlanPaths } from './planPaths.ts';
import { POINT_SIZE, type MapScene } from './scene.ts';
import { clampView, toScreen, toWorld, zoomAt, type Pixel, type Size, type View } from './viewport.ts';

export interface EditElements {
  readonly plan: HTMLCanvasElement;
  readonly points: HTMLCanvasElement;
  readonly hand: HTMLCanvasElement;
}
export interface EditEngine {
  readonly set: (input: EditInput) => void;
  readonly setScene: (scene: MapScene) => void;
  readonly resize: (size: Size) => void;
  /** Rectangles over the map that names avoid, px. */
  readonly setFloating: (boxes: readonly Box[]) => void;
  readonly restyle: () => void;
  readonly view: () => View;
  readonly size: () => Size;
  readonly placeAt: (at: Pixel) => Place;
  /** The topmost point within reach. */
  readonly pointAt: (at: Pixel, slack: number) => string | null;
  /** The view after zooming around a pixel, by default the centre. */
  readonly zoomed: (factor: number, at?: Pixel) => View;
  /** The view centred on this place, at a scale that shows its surroundings. */
  readonly showing: (place: Place) => View;
  readonly bounded: (view: View) => View;
  readonly onView: (listener: (view: View, chosen: boolean) => void) => () => void;
  readonly destroy: () => void;
}

/** Time after the last change of the view until names are placed again, ms. */
const SETTLE_MS = 120;
const DOT_PX = 5;
const SHOW_SCALE = 26;
const NOWHERE = { minX: 0, minY: 0, maxX: 1, maxY: 1 };

export function createEditEngine(elements: EditElements): EditEngine {
  const layers = {
    plan: createCanvasLayer(elements.plan),
    points: createCanvasLayer(elements.points),
    hand: createCanvasLayer(elements.hand),
  };
  const stale = { plan: true, points: true, hand: true };
  const listeners = new Set<(view: View, chosen: boolean) => void>();
  let palette = editPalette();
  let painter: EditPainter | null = null;
  let input: EditInput | null = null;
  let scene: MapScene | null = null;
  let endScene = (): void => {};
  let paths: PlanPaths | null = null;
  let size: Size = { width: 0, height: 0 };
  let view: View = { scale: 1, cx: 0, cy: 0 };
  let frame = 0;
  let settle: ReturnType<typeof setTimeout> | undefined;
  let floating: readonly Box[] = [];

  const framed = (): Frame => ({ size, box: paths?.box ?? NOWHERE, inset: false });
  const ask = (): void => {
    if (frame === 0 && size.width > 0 && input !== null) frame = requestAnimationFrame(draw);
  };
  const all = (): void => {
    stale.plan = stale.points = stale.hand = true;
    ask();
  };
  const renameAll = (): void => {
    stale.points = stale.hand = true;
    ask();
  };
  const look = (): void => {
    const next = input?.camera ?? (size.width > 0 ? wholePlan(framed()) : view);
    if (next.scale === view.scale && next.cx === view.cx && next.cy === view.cy) return;
    view = next;
    // A panned layer is not redrawn, so names could lie under the tools; they are placed again when the view rests.
    clearTimeout(settle);
    settle = setTimeout(renameAll, SETTLE_MS);
    for (const listener of listeners) listener(view, input?.camera !== null);
    ask();
  };

  function draw(): void {
    frame = 0;
    if (input === null || paths === null) return;
    const [shown, ways] = [input, paths];
    for (const name of ['plan', 'points', 'hand'] as const) {
      const layer = layers[name];
      if (!stale[name] && layer.place(view) === 'exact') continue;
      layer.draw(
        view,
        (context, drawn) => {
          if (name === 'plan') {
            drawPlan(context, drawn, ways, palette, shown.picture);
            return;
          }
          painter ??= createEditPainter(palette, drawn.pixelRatio);
          const window = windowIn(drawn, view, size);
          const cover = { window, tools: floatingIn(window, size, floating) };
          if (name === 'points') painter.points(context, drawn, shown, cover);
          else painter.hand(context, drawn, shown, cover, scene?.read() ?? []);
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
      if (next.plan !== last?.plan) {
        paths = planPaths(next.plan);
        all();
      }
      if (next.picture !== last?.picture) stale.plan = true;
      if (
        !last ||
        (['points', 'selected', 'faulty', 'added', 'ghosts', 'links', 'grid'] as const).some(
          (part) => next[part] !== last[part],
        ) ||
        next.carried?.ids !== last.carried?.ids
      )
        stale.points = true;
      stale.hand = true;
      look();
      ask();
    },
    setScene(next) {
      endScene();
      scene = next;
      endScene = next.subscribe(() => {
        stale.hand = true;
        ask();
      });
      stale.hand = true;
      ask();
    },
    resize(next) {
      size = next;
      for (const layer of Object.values(layers)) layer.resize(size);
      look();
      all();
    },
    setFloating(boxes) {
      floating = boxes;
      renameAll();
    },
    restyle() {
      palette = editPalette();
      painter = null;
      all();
    },
    view: () => view,
    size: () => size,
    placeAt: (at) => toWorld(view, size, at),
    pointAt([x, y], slack) {
      let [found, least]: [string | null, number] = [null, Infinity];
      for (const { areaId, worldX, worldY } of input?.points ?? []) {
        const [px, py] = toScreen(view, size, [worldX, worldY]);
        const off = Math.hypot(px - x, py - y);
        const reach = (view.scale >= PLATES_FROM || input?.selected.has(areaId) ? POINT_SIZE / 2 : DOT_PX) + slack;
        if (off <= reach && off <= least) [found, least] = [areaId, off];
      }
      return found;
    },
    zoomed: (factor, at = [size.width / 2, size.height / 2]) =>
      clampView(zoomAt(view, size, at, limitScale(view.scale * factor, framed())), size, framed().box),
    showing: ([cx, cy]) => ({ scale: Math.max(view.scale, limitScale(SHOW_SCALE, framed())), cx, cy }),
    bounded: (next) => clampView(next, size, framed().box),
    onView(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      endScene();
      listeners.clear();
      cancelAnimationFrame(frame);
      clearTimeout(settle);
      size = { width: 0, height: 0 };
    },
  };
}

function editPalette(): EditPalette {
  const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return { ...readPalette(document.documentElement), guide: token('--guide'), alarm: token('--st-alarm') };
}
