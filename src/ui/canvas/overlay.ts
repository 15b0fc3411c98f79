/** What a page draws on a map beside what every map has: it is painted with the map, by the map's own frames. */
import type { LayerFrame } from './canvasLayer.ts';
import type { MapPalette } from './palette.ts';
import type { MapPoint } from './scene.ts';

export interface OverlayPainting {
  readonly context: CanvasRenderingContext2D;
  readonly frame: LayerFrame;
  readonly palette: MapPalette;
  /** For people who want no motion. */
  readonly still: boolean;
}

export interface MapOverlay {
  /** Over the plan, under points and robots. */
  readonly ways: (painting: OverlayPainting) => void;
  /** Of a point that it draws itself, how large it is, px; undefined: it is drawn as any other. Such a one has its name at any zoom. */
  readonly radiusOf: (pointId: string) => number | undefined;
  /** @param x px in the frame */
  readonly point: (painting: OverlayPainting, point: MapPoint, x: number, y: number, isHovered: boolean) => void;
  /** Something is going on there now. */
  readonly isPulsing: (pointId: string) => boolean;
  /** Over points and robots. @returns whether the next frame will look different */
  readonly moving: (painting: OverlayPainting) => boolean;
}
