/**
 * A canvas somewhat larger than the visible map area. During panning and zooming it is only transformed (by the
 * compositor); it is redrawn when its content no longer covers the area, or when it can be sharp again.
 */
import { toScreen, toWorld } from './viewport.ts';
import type { Size, View, WorldBox } from './viewport.ts';

/** Margin drawn beyond each edge, px: the panning distance before a redraw is needed. */
const MARGIN_PX = 160;
const MOST_PIXEL_RATIO = 2;

export interface LayerFrame {
  readonly view: View;
  /** Size of the canvas, px, with its margins. The view is centred in it. */
  readonly size: Size;
  readonly pixelRatio: number;
}

/** The full extent of the layer: nothing lies outside the box plus `air`. */
export interface Whole {
  readonly box: WorldBox;
  /** px */
  readonly air: number;
  /** Upper limit of the area, as a multiple of the visible area with its margins. */
  readonly most: number;
}

export type Fit = 'exact' | 'scaled' | 'uncovered';

export interface CanvasLayer {
  /** Takes effect at the next draw. */
  readonly resize: (size: Size) => void;
  /**
   * Draws this view; `paint` gets a cleared context in px. Does nothing where there is no canvas (tests). While `whole`
   * is not too large at this scale, all of it is drawn at once and panning needs no redraw. `whole` is null while
   * zooming: its size would differ in every frame, and resizing a canvas reallocates it.
   */
  readonly draw: (
    view: View,
    paint: (context: CanvasRenderingContext2D, frame: LayerFrame) => void,
    whole: Whole | null,
  ) => void;
  /** Moves the drawn content to its position in this view and returns how well it fits. */
  readonly place: (view: View) => Fit;
  /** Duration of the last draw, ms. */
  readonly cost: () => number;
  /** The frame drawn last, for hit tests; null before the first. */
  readonly drawn: () => LayerFrame | null;
}

/** The frame that holds the full extent at this scale; null if that would be too large. */
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

/** `alsoMoved`: elements in the same coordinates as the canvas, which get the same transform. */
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
      // The difference is not noticeable for a tenth of a second, and without a GPU this halves the cost.
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

/** The rectangle of the visible map area within a frame, px in the frame. Pure. */
export function windowIn(
  frame: Pick<LayerFrame, 'view' | 'size'>,
  view: View,
  place: Size,
): { x: number; y: number; width: number; height: number } {
  const [x, y] = toScreen(frame.view, frame.size, toWorld(view, place, [0, 0]));
  const grown = frame.view.scale / view.scale;
  return { x, y, width: place.width * grown, height: place.height * grown };
}
