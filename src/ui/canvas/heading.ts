/** The heading control at a goal: the arrow, the knob at its tip, and the angle under the pointer. Pure. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { toScreen, toWorld } from './viewport.ts';
import type { Pixel, Size, View } from './viewport.ts';

/** px from the place to the centre of the knob; independent of the scale, so that it can always be hit by a thumb. */
export const HEADING_PX = 52;
export const KNOB_RADIUS = 9;

export interface Heading {
  /** Metres. */
  readonly at: Place;
  /** Radians, counter-clockwise from east. */
  readonly theta: number;
}

/** Centre of the knob, px. */
export function knobAt(view: View, size: Size, { at, theta }: Heading): Pixel {
  const [x, y] = toScreen(view, size, at);
  return [x + HEADING_PX * Math.cos(theta), y - HEADING_PX * Math.sin(theta)];
}

/** @param slack px beyond the knob's edge at which a press still hits it */
export function isOnKnob(view: View, size: Size, heading: Heading, [x, y]: Pixel, slack: number): boolean {
  const [knobX, knobY] = knobAt(view, size, heading);
  return Math.hypot(x - knobX, y - knobY) <= KNOB_RADIUS + slack;
}

const FULL = 2 * Math.PI;
const DEGREE = FULL / 360;
/** Rounds radians to whole degrees, normalised to 0 to 359 degrees. */
export function wholeDegrees(theta: number): number {
  return (((Math.round(theta / DEGREE) % 360) + 360) % 360) * DEGREE;
}

/** The angle from the place to the pointer, radians; unchanged if the pointer is exactly on the place. */
export function headingTo(view: View, size: Size, { at: [x, y], theta }: Heading, pointer: Pixel): number {
  const [toX, toY] = toWorld(view, size, pointer);
  return toX === x && toY === y ? theta : wholeDegrees(Math.atan2(toY - y, toX - x));
}
