/** Page-specific drawing on a map, painted within the map's own frames. */
import type { LayerFrame } from './canvasLayer.ts';
import type { MapPalette } from './palette.ts';
import type { MapPoint } from './scene.ts';

export interface OverlayPainting {
  readonly context: CanvasRenderingContext2D;
  readonly frame: LayerFrame;
  readonly palette: MapPalette;
  /** Reduced motion. */
  readonly still: boolean;
}

export interface MapOverlay {
  /** Drawn over the plan, under points and robots. */
  readonly ways: (painting: OverlayPainting) => void;
  /**
   * Radius of a point that the overlay draws itself, px; undefined for standard points. Such points are named at any
   * zoom.
   */
  readonly radiusOf: (pointId: string) => number | undefined;
  /** px per metre from which the other points are named, where there is space; as on other maps if absent. */
  readonly namesFrom?: number;
  /** @param x px in the frame */
  readonly point: (painting: OverlayPainting, point: MapPoint, x: number, y: number, isHovered: boolean) => void;
  /** The point has ongoing activity. */
  readonly isPulsing: (pointId: string) => boolean;
  /** Drawn over points and robots. @returns whether the next frame will differ */
  readonly moving: (painting: OverlayPainting) => boolean;
}
