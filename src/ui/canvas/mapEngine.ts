/**
 * The map's renderer: draws when something changed, glides while marks move. No frame runs at rest. It handles canvases
 * and views; pointer, keyboard and React are handled by MapCanvas and useMapGestures.
 */
import type { FloorPlan, Place, Room } from '../../../contract/entities/floorPlan.ts';
import { createCanvasLayer, windowIn } from './canvasLayer.ts';
import type { CanvasLayer } from './canvasLayer.ts';
import { drawPlan } from './drawPlan.ts';
import { createScenePainter } from './drawScene.ts';
import type { Picture, ScenePainter } from './drawScene.ts';
import { followingView, limitScale, partingView, wholePlan } from './framing.ts';
import type { Frame } from './framing.ts';
import { floatingIn } from './floating.ts';
import { createHaloLayer } from './haloLayer.ts';
import type { Box } from './labels.ts';
import type { Hovered, MapInput } from './mapInput.ts';
import { createMotion } from './motion.ts';
import { minIntervalAfterUpdate, isPictureDue, glideInterval, whileZooming } from './frameBudget.ts';
import { readPalette } from './palette.ts';
import type { MapPalette } from './palette.ts';
import { pickIn } from './pickIn.ts';
import { planPaths, type PlanPaths, hasSameFloor } from './planPaths.ts';
import type { MapPick, MapScene } from './scene.ts';
import { clampView, toWorld, zoomAt } from './viewport.ts';
import type { Pixel, Size, View } from './viewport.ts';

export interface MapElements {
  readonly place: HTMLElement;
  readonly plan: HTMLCanvasElement;
  readonly moving: HTMLCanvasElement;
  readonly halos: HTMLElement;
}

export interface MapEngine {
  readonly setInput: (input: MapInput) => void;
  readonly setScene: (scene: MapScene) => void;
  readonly resize: (size: Size) => void;
  /** Rectangles over the map that names avoid, px. */
  readonly setFloating: (boxes: readonly Box[]) => void;
  /** Theme or language changed: re-reads colours, fonts and sizes. */
  readonly restyle: () => void;
  readonly view: () => View;
  readonly size: () => Size;
  /** Initial view instead of the whole plan; call before the first resize. */
  readonly startAt: (view: View) => void;
  /** A view set by user input, clamped to bounds. The map counts as moving while such views keep arriving. */
  readonly moveTo: (view: View) => void;
  /** The nearest allowed scale. */
  readonly limitScale: (scale: number) => number;
  /** Zooms around `at`, px; by default the centre. */
  readonly zoomBy: (factor: number, at?: Pixel) => void;
  readonly fitAll: () => void;
  /** Zooms in just enough to separate these places, all of them visible. False if the view is already that close. */
  readonly part: (places: readonly Place[]) => boolean;
  readonly pickAt: (at: Pixel, slack: number) => MapPick;
  readonly hover: (at: Pixel | null) => MapPick | null;
  /** `chosen`: set by the user; false when the whole plan is shown or a robot is followed. */
  readonly onView: (listener: (view: View, chosen: boolean) => void) => () => void;
  readonly destroy: () => void;
}

/** Time after the last view of a movement until everything is redrawn sharp, ms. */
const SETTLE_MS = 120;
/** How long the plan can be scaled instead of redrawn while zooming, ms. */
const BLUR_MS = 100;
/** When frames are late: how long the edge of the view can lack robots during a movement, ms. */
const BARE_MS = 150;
/**
 * Walls extend beyond the plan's box; names and rings extend further. The moving layer is drawn often, so its limit is
 * smaller.
 */
const PLAN_WHOLE = { air: 16, most: 2.5 };
const MOVING_WHOLE = { air: 100, most: 1.3 };
const NOWHERE = { minX: 0, minY: 0, maxX: 1, maxY: 1 };

export function createMapEngine(elements: MapElements): MapEngine {
  const planLayer = createCanvasLayer(elements.plan);
  const movingLayer = createCanvasLayer(elements.moving, [elements.halos]);
  const haloLayer = createHaloLayer(elements.halos);
  const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
  const motion = createMotion();
  const listeners = new Set<(view: View, chosen: boolean) => void>();

  let palette: MapPalette = readPalette(document.documentElement);
  let painter: ScenePainter | null = null;
  let input: MapInput | null = null;
  let scene: MapScene | null = null;
  let endScene: (() => void) | null = null;
  let paths: PlanPaths | null = null;
  let pathsOf: FloorPlan | null = null;
  let size: Size = { width: 0, height: 0 };
  let view: View = { scale: 1, cx: 0, cy: 0 };
  /** The user has chosen the view: a resize keeps its centre instead of fitting the plan. */
  let chosen = false;
  let picture: Picture | null = null;
  let hovered: Hovered | null = null;
  let floating: readonly Box[] = [];

  let frame = 0;
  let wake: ReturnType<typeof setTimeout> | undefined;
  let settle: ReturnType<typeof setTimeout> | undefined;
  let moving = false;
  let planStale = true;
  let sceneStale = true;
  let lastPicture = -Infinity;
  let lastPlan = -Infinity;
  let lastFollowed: string | null = null;

  const framed = (): Frame => ({ size, box: paths?.box ?? NOWHERE, inset: input?.inset === true });
  const ask = (): void => {
    if (frame === 0 && size.width > 0 && paths !== null) frame = requestAnimationFrame(draw);
  };
  const redraw = (): void => {
    sceneStale = true;
    ask();
  };
  const askIn = (ms: number): void => {
    clearTimeout(wake);
    if (ms <= 0) ask();
    else wake = setTimeout(ask, ms);
  };

  function setView(next: View): void {
    if (next.scale === view.scale && next.cx === view.cx && next.cy === view.cy) return;
    view = next;
    for (const listener of listeners) listener(view, chosen);
    ask();
  }

  function follow(): void {
    if (input === null || input.follow === null || paths === null || moving) return;
    const { follow: id } = input;
    const place = placeOfFollowed(id, picture, scene);
    if (place === null) return;
    const first = lastFollowed !== id;
    lastFollowed = id;
    setView(followingView(place, view, framed(), first && !chosen));
  }

  function draw(now: number): void {
    frame = 0;
    if (input === null || paths === null) return;
    const current = { input, paths };
    follow();
    motion.frame(view, now, moving);
    const sharpen = !moving || !motion.isStrained(now);
    const planFit = planLayer.place(view);
    if (
      planStale ||
      planFit === 'uncovered' ||
      (planFit === 'scaled' && sharpen && (!moving || now - lastPlan > BLUR_MS))
    ) {
      planLayer.draw(
        view,
        (context, drawn) => drawPlan(context, drawn, current.paths, palette, current.input.picture),
        isZooming(planLayer) ? null : { box: paths.box, ...PLAN_WHOLE },
      );
      planLayer.place(view);
      planStale = false;
      lastPlan = now;
    }
    const sceneFit = movingLayer.place(view);
    const since = now - lastPicture;
    if (
      scene !== null &&
      (isPictureDue(pace(), since, sceneStale, moving) ||
        (sceneFit !== 'exact' && sharpen && since >= whileZooming(pace(), moving)) ||
        (sceneFit === 'uncovered' && since > BARE_MS))
    ) {
      const shown = scene;
      movingLayer.draw(
        motion.ahead(view),
        (context, drawn) => {
          painter ??= createScenePainter(palette, drawn.pixelRatio);
          const window = windowIn(drawn, view, size);
          picture = painter.paint(context, {
            frame: drawn,
            window,
            floating: floatingIn(window, size, floating),
            input: current.input,
            scene: shown,
            hovered,
            now,
            still,
          });
        },
        isZooming(movingLayer) ? null : { box: paths.box, ...MOVING_WHOLE },
      );
      movingLayer.place(view);
      haloLayer.show(picture?.halos ?? []);
      sceneStale = picture?.goesOn === true;
      lastPicture = now;
    }
    // The followed mark has moved slightly with this frame.
    if (input.follow !== null) follow();
    restOrGoOn(now);
  }

  const isZooming = (layer: CanvasLayer): boolean => moving && layer.drawn()?.view.scale !== view.scale;
  const pace = (): Parameters<typeof minIntervalAfterUpdate>[0] => ({
    inView: picture?.robots.inView ?? 0,
    fastest: picture?.robots.fastest ?? 0,
    lastCost: movingLayer.cost(),
  });

  function restOrGoOn(now: number): void {
    if (sceneStale) askIn(Math.max(0, minIntervalAfterUpdate(pace()) - (now - lastPicture)));
    else {
      const gliding = glideInterval(pace());
      if (gliding !== null) askIn(Math.max(0, gliding - (performance.now() - now) - 4));
    }
  }

  function onNews(): void {
    sceneStale = true;
    askIn(Math.max(0, minIntervalAfterUpdate(pace()) - (performance.now() - lastPicture)));
  }

  function onMoved(): void {
    moving = true;
    clearTimeout(settle);
    settle = setTimeout(() => {
      moving = false;
      redraw();
    }, SETTLE_MS);
  }

  const bounded = (next: View): View => clampView(next, size, framed().box);

  const pickAt = (at: Pixel, slack: number): MapPick =>
    pickIn(picture?.hits ?? [], movingLayer.drawn(), toWorld(view, size, at), slack);

  return {
    setInput(next) {
      const floorChanged = next.plan !== pathsOf;
      const followChanged = next.follow !== input?.follow;
      if (next.picture !== input?.picture) planStale = true;
      input = next;
      if (floorChanged) {
        const stays = hasSameFloor(pathsOf, next.plan);
        paths = planPaths(next.plan);
        pathsOf = next.plan;
        picture = null;
        planStale = true;
        if (!stays) {
          chosen = false;
          lastFollowed = null;
          if (size.width > 0) setView(wholePlan(framed()));
        }
      }
      if (followChanged && next.follow !== null) {
        lastFollowed = null;
        chosen = false;
      }
      redraw();
    },
    setScene(next) {
      endScene?.();
      scene = next;
      picture = null;
      endScene = next.subscribe(onNews);
      redraw();
    },
    resize(next) {
      if (next.width === size.width && next.height === size.height) return;
      size = next;
      planLayer.resize(size);
      movingLayer.resize(size);
      planStale = true;
      sceneStale = true;
      if (size.width === 0 || paths === null) return;
      setView(chosen || lastFollowed !== null ? bounded(view) : wholePlan(framed()));
      ask();
    },
    setFloating(boxes) {
      floating = boxes;
      // The scale bar changes while zooming; the end of the movement redraws everything.
      if (!moving) redraw();
    },
    restyle() {
      palette = readPalette(document.documentElement);
      painter = null;
      planStale = true;
      redraw();
    },
    view: () => view,
    size: () => size,
    startAt(next) {
      view = next;
      chosen = true;
    },
    limitScale: (scale) => limitScale(scale, framed()),
    moveTo(next) {
      chosen = true;
      onMoved();
      setView(bounded(next));
    },
    zoomBy(factor, at = [size.width / 2, size.height / 2]) {
      chosen = true;
      onMoved();
      setView(bounded(zoomAt(view, size, at, limitScale(view.scale * factor, framed()))));
    },
    fitAll() {
      chosen = false;
      setView(wholePlan(framed()));
    },
    part(places) {
      const parted = partingView(places, view, framed());
      if (parted === null) return false;
      chosen = true;
      setView(bounded(parted));
      return true;
    },
    pickAt,
    hover(at) {
      const pick = at === null ? null : pickAt(at, 2);
      let next: Hovered | null = null;
      if (pick?.kind === 'robot' || pick?.kind === 'point') next = { kind: pick.kind, id: pick.id };
      if (pick?.kind === 'place') {
        const room = roomAt(input?.plan.rooms ?? [], pick.at);
        if (room !== undefined) next = { kind: 'room', id: room.id };
      }
      if (next?.kind !== hovered?.kind || next?.id !== hovered?.id) {
        hovered = next;
        redraw();
      }
      return pick;
    },
    onView(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy() {
      endScene?.();
      listeners.clear();
      cancelAnimationFrame(frame);
      clearTimeout(wake);
      clearTimeout(settle);
      // Prevents any further frame request.
      size = { width: 0, height: 0 };
    },
  };
}

/** Position of the followed robot: its mark as last drawn, or its report before the first frame. */
function placeOfFollowed(id: string, picture: Picture | null, scene: MapScene | null): Place | null {
  const mark = picture?.robots.marks.find(({ robot }) => robot.id === id);
  if (mark !== undefined) return [mark.worldX, mark.worldY];
  const robot = scene?.read().find((each) => each.id === id);
  return robot === undefined ? null : [robot.x, robot.y];
}

/** The named room at a place; the smallest if several match, because a lift can lie within a lobby. */
export function roomAt(rooms: readonly Room[], [x, y]: Place): Room | undefined {
  return rooms
    .filter((room) => room.name !== '' && x >= room.x && x <= room.x + room.w && y >= room.y && y <= room.y + room.h)
    .sort((a, b) => a.w * a.h - b.w * b.h)[0];
}
