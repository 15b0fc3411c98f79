/** Panning an editor's canvas by a pointer. */

/** `scale`: px per metre; `cx`, `cy`: centre, metres. */
export interface Camera {
  scale: number;
  cx: number;
  cy: number;
}
export type Pixel = readonly [x: number, y: number];
export interface CameraPan {
  /** When the pointer was pressed. */
  camera: Camera;
  from: Pixel;
  to: Pixel;
}

/** Movement up to this distance, px, is a press and not a drag. */
const STILL_PX = 4;
export const isFar = ([ax, ay]: Pixel, [bx, by]: Pixel): boolean => Math.hypot(ax - bx, ay - by) > STILL_PX;

/** Computed from the start and the current position, not from summed steps, which would accumulate rounding errors. */
export const pannedCamera = ({ camera: { scale, cx, cy }, from, to }: CameraPan): Camera => ({
  scale,
  cx: cx - (to[0] - from[0]) / scale,
  cy: cy + (to[1] - from[1]) / scale,
});
