/** Which way a robot is to look: the arrow from where it stands, the knob at its tip, and the angle under a hand. Pure. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { toScreen, toWorld } from './viewport.ts';
import type { Pixel, Size, View } from './viewport.ts';

/** px from the place to the middle of the knob: whatever the scale, a thumb finds it. */
export const HEADING_PX = 52;
export const KNOB_RADIUS = 9;

export interface Heading {
  /** Metres. */
  readonly at: Place;
  /** Radians, counter-clockwise from east. */
  readonly theta: number;
}

/** Where the knob is, px. */
export function knobAt(view: View, size: Size, { at, theta }: Heading): Pixel {
  const [x, y] = toScreen(view, size, at);
  return [x + HEADING_PX * Math.cos(theta), y - HEADING_PX * Math.sin(theta)];
}

/** @param slack px beyond its edge at which a press still means the knob */
export function isOnKnob(view: View, size: Size, heading: Heading, [x, y]: Pixel, slack: number): boolean {
  const [knobX, knobY] = knobAt(view, size, heading);
  return Math.hypot(x - knobX, y - knobY) <= KNOB_RADIUS + slack;
}

const FULL = 2 * Math.PI;
const DEGREE = FULL / 360;
/** To whole degrees, 0 to 359 of them. */
export function wholeDegrees(theta: number): number {
  return (((Math.round(theta / DEGREE) % 360) + 360) % 360) * DEGREE;
}

/** The angle from the place to the pointer, radians; the old one where the pointer is on the place itself. */
export function headingTo(view: View, size: Size, { at: [x, y], theta }: Heading, pointer: Pixel): number {
  const [toX, toY] = toWorld(view, size, pointer);
  return toX === x && toY === y ? theta : wholeDegrees(Math.atan2(toY - y, toX - x));
}
