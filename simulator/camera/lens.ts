/** Camera pose and projection from world to pixels. One lens per picture size, updated every frame. */
import { yuv } from './frame.ts';

/** Colour that distant objects fade into. */
export const FOG = yuv(204, 208, 212);
/** The horizon lies above the middle, because the camera looks slightly down. */
const HORIZON = 0.44;
const FOG_STEPS_A_METRE = 10;
const FOG_FAR_M = 100;

/** Share of the fog colour by distance, in 1/256. */
const FOG_SHARE = Uint8Array.from({ length: FOG_FAR_M * FOG_STEPS_A_METRE }, (_, i) =>
  Math.round(256 * 0.66 * Math.min(1, i / FOG_STEPS_A_METRE / 34) ** 0.85),
);

export const fogAt = (distance: number): number =>
  FOG_SHARE[distance < FOG_FAR_M ? (distance * FOG_STEPS_A_METRE) | 0 : FOG_SHARE.length - 1] ?? 0;

export type Lens = {
  readonly width: number;
  readonly height: number;
  horizon: number;
  readonly eye: number;
  x: number;
  y: number;
  theta: number;
  /** Pixels per metre at a distance of one metre. */
  focal: number;
  forwardX: number;
  forwardY: number;
  rightX: number;
  rightY: number;
  /** Per column, the ray vector for one metre of depth. */
  readonly dirX: Float64Array;
  readonly dirY: Float64Array;
};

export function lensFor(width: number, height: number, eye: number): Lens {
  return {
    width,
    height,
    eye,
    horizon: height * HORIZON,
    x: 0,
    y: 0,
    theta: 0,
    focal: width,
    forwardX: 1,
    forwardY: 0,
    rightX: 0,
    rightY: -1,
    dirX: new Float64Array(width),
    dirY: new Float64Array(width),
  };
}

/** `fov` is the horizontal field of view, `tilt` the angle upwards, in radians. */
export function aim(lens: Lens, x: number, y: number, theta: number, fov: number, tilt = 0): void {
  lens.x = x;
  lens.y = y;
  lens.theta = theta;
  lens.focal = lens.width / 2 / Math.tan(fov / 2);
  lens.horizon = lens.height * HORIZON + Math.tan(tilt) * lens.focal;
  lens.forwardX = Math.cos(theta);
  lens.forwardY = Math.sin(theta);
  lens.rightX = lens.forwardY;
  lens.rightY = -lens.forwardX;
  for (let column = 0; column < lens.width; column++) {
    const side = (column + 0.5 - lens.width / 2) / lens.focal;
    lens.dirX[column] = lens.forwardX + lens.rightX * side;
    lens.dirY[column] = lens.forwardY + lens.rightY * side;
  }
}
