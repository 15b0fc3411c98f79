/** Converts the joystick's thumb position to a commanded velocity. Pure. */

export interface Push {
  /** Forward 1, backward -1: a share of the set speed. */
  readonly vx: number;
  /** Rotation: left 1, right -1 (counter-clockwise is positive). */
  readonly wz: number;
}

export const ZERO_VELOCITY: Push = { vx: 0, wz: 0 };
/** A resting thumb trembles: offsets below this share of the reach command no motion. */
const DEAD_ZONE = 0.12;

/** Takes the thumb's offset from the centre in px (x to the right, y downwards), and the reach in px. */
export function pushOf(
  dx: number,
  dy: number,
  reach: number,
): { readonly push: Push; readonly kx: number; readonly ky: number } {
  const length = Math.hypot(dx, dy);
  const scale = length > reach ? reach / length : 1;
  const kx = dx * scale;
  const ky = dy * scale;
  const far = Math.min(1, length / reach);
  if (far < DEAD_ZONE) return { push: ZERO_VELOCITY, kx, ky };
  const share = (far - DEAD_ZONE) / (1 - DEAD_ZONE) / far;
  // 0 - x avoids negative zero.
  return { push: { vx: 0 - (ky / reach) * share, wz: 0 - (kx / reach) * share }, kx, ky };
}
