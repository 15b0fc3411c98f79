/**
 * A canvas somewhat larger than the map's place. While one pans or zooms it is only moved (by the compositor, not by us);
 * it is drawn anew when what it holds no longer covers the place, or when it may be sharp again.
 */
import { toScreen, toWorld } from './viewport.ts';
import type { Size, View, WorldBox } from './viewport.ts';

/** What is drawn beyond each edge, px: how far one pans before anything must be drawn. */
const MARGIN_PX = 160;
const MOST_PIXEL_RATIO = 2;

export interface LayerFrame {
  readonly view: View;
  /** Of the canvas, px: with its margins. The view's middle is its middle. */
  readonly size: Size;
  readonly pixelRatio: number;
}

/** Nothing of the layer lies outside the box and the air around it. */
export interface Whole {
  readonly box: WorldBox;
  /** px */
  readonly air: number;
  /** At most so many times the pixels of the window with its margins. */
  readonly most: number;
}

export type Fit = 'exact' | 'scaled' | 'uncovered';

export interface CanvasLayer {
  /** Takes effect with the next draw. */
  readonly resize: (size: Size) => void;
  /**
   * Draws for this view; `paint` gets a cleared context in px. Does nothing where there is no canvas (tests).
   * While `whole` is not too large at this scale all of it is drawn at once, and panning never draws again.
   * null while zooming: then its size would be another in every frame, and a canvas of another size is a new canvas.
   */
  readonly draw: (
    view: View,
    paint: (context: CanvasRenderingContext2D, frame: LayerFrame) => void,
    whole: Whole | null,
  ) => void;
  /** Moves what was drawn to where it belongs in this view, and says how well it serves. */
  readonly place: (view: View) => Fit;
  /** ms that the last draw took. */
  readonly cost: () => number;
  /** The frame last drawn, for hit tests; null before the first. */
  readonly drawn: () => LayerFrame | null;
}

/** The frame that holds the whole at this scale, null when that is too much. */
function wholeFrame(
  scale: number,
  { box, air, most }: Whole,
  withMargins: Size,
): Omit<LayerFrame, 'pixelRatio'> | null {
  const size = {
    width: Math.ceil((box.maxX - box.minX) * scale) + 2 * air,
    height: Math.ceil((box.maxY - box.minY) * scale) + 2 * air,
  };
  if (size.width * size.height > most * withMargins.width * withMargins.height) return null;
  return { view: { scale, cx: (box.minX + box.maxX) / 2, cy: (box.minY + box.maxY) / 2 }, size };
}

/** `alsoMoved`: elements that lie in the same coordinates as the canvas. */
export function createCanvasLayer(canvas: HTMLCanvasElement, alsoMoved: readonly HTMLElement[] = []): CanvasLayer {
  const context = canvas.getContext('2d');
  let place: Size = { width: 0, height: 0 };
  let drawn: LayerFrame | null = null;
  let isWhole = false;
  let cost = 0;

  return {
    resize(size) {
      place = size;
      drawn = null;
    },
    draw(view, paint, whole) {
      if (context === null) return;
      const began = performance.now();
      const pixelRatio = Math.min(MOST_PIXEL_RATIO, window.devicePixelRatio || 1);
      const withMargins = { width: place.width + 2 * MARGIN_PX, height: place.height + 2 * MARGIN_PX };
      const all = whole === null ? null : wholeFrame(view.scale, whole, withMargins);
      isWhole = all !== null;
      drawn = { ...(all ?? { view, size: withMargins }), pixelRatio };
      const { size } = drawn;
      const [width, height] = [Math.round(size.width * pixelRatio), Math.round(size.height * pixelRatio)];
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
        canvas.style.width = `${size.width}px`;
        canvas.style.height = `${size.height}px`;
      }
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, width, height);
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
      paint(context, drawn);
      cost = performance.now() - began;
    },
    place(view) {
      if (drawn === null) return 'uncovered';
      const { size, pixelRatio } = drawn;
      const grown = view.scale / drawn.view.scale;
      const sharp = Math.abs(grown - 1) < 1e-6;
      const round = (px: number): number => (sharp ? Math.round(px * pixelRatio) / pixelRatio : px);
      const left = round(place.width / 2 - (grown * size.width) / 2 + (drawn.view.cx - view.cx) * view.scale);
      const top = round(place.height / 2 - (grown * size.height) / 2 - (drawn.view.cy - view.cy) * view.scale);
      const transform = `translate3d(${left}px, ${top}px, 0)${sharp ? '' : ` scale(${grown})`}`;
      canvas.style.transform = transform;
      // For a tenth of a second nobody sees the difference, and without a graphics card it halves the cost.
      canvas.style.imageRendering = sharp ? 'auto' : 'pixelated';
      for (const element of alsoMoved) element.style.transform = transform;
      const covers =
        isWhole ||
        (left <= 0 &&
          top <= 0 &&
          left + grown * size.width >= place.width &&
          top + grown * size.height >= place.height);
      if (!covers) return 'uncovered';
      return sharp ? 'exact' : 'scaled';
    },
    cost: () => cost,
    drawn: () => drawn,
  };
}

/** Where the map's place lies in a frame, px in the frame. Pure. */
export function windowIn(
  frame: Pick<LayerFrame, 'view' | 'size'>,
  view: View,
  place: Size,
): { x: number; y: number; width: number; height: number } {
  const [x, y] = toScreen(frame.view, frame.size, toWorld(view, place, [0, 0]));
  const grown = frame.view.scale / view.scale;
  return { x, y, width: place.width * grown, height: place.height * grown };
}
