/** Views that frame something: the whole plan, the followed robot, the robots of a ring. Pure. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { boxOf, clampScale, fit, following, scaleToPart } from './viewport.ts';
import type { Insets, Size, View, WorldBox } from './viewport.ts';

/** Room for the tools that float over the map, px. */
const INSETS: Insets = { top: 56, right: 20, bottom: 48, left: 20 };
const INSET_INSETS: Insets = { top: 4, right: 4, bottom: 4, left: 4 };
/** px a metre at which following starts. */
const FOLLOW_SCALE = 24;
const INSET_FOLLOW_SCALE = 7;
/** A ring opens to marks that stand clear of each other, px, in a step that one notices. */
const APART_PX = 44;
const LEAST_STEP = 1.3;
const MOST_PARTED = 60;

export interface Frame {
  readonly size: Size;
  readonly box: WorldBox;
  /** The little map in a corner. */
  readonly inset: boolean;
}

const insetsOf = ({ inset }: Frame): Insets => (inset ? INSET_INSETS : INSETS);

export function wholePlan(frame: Frame): View {
  return fit(frame.size, frame.box, insetsOf(frame));
}

export function limitScale(scale: number, frame: Frame): number {
  return clampScale(scale, wholePlan(frame).scale);
}

/** `nearer`: comes near first, where the view before was of the whole plan. */
export function followingView(place: Place, view: View, frame: Frame, nearer: boolean): View {
  const least = frame.inset ? INSET_FOLLOW_SCALE : FOLLOW_SCALE;
  return following(place, nearer ? Math.max(view.scale, least) : view.scale, frame.size, frame.box, insetsOf(frame));
}

/** Just near enough to part these robots, all of them in sight; null where that is no nearer than `view`. */
export function partingView(places: readonly Place[], view: View, frame: Frame): View | null {
  const whole = fit(frame.size, boxOf(places), insetsOf(frame));
  // Of many some always stand close: then as near as all of them allow.
  const parted = places.length > MOST_PARTED ? null : scaleToPart(places, APART_PX);
  const scale = limitScale(Math.min(whole.scale, Math.max(parted ?? whole.scale, view.scale * LEAST_STEP)), frame);
  // Near an edge the plan fills the window, not the void.
  return scale < view.scale * LEAST_STEP
    ? null
    : following([whole.cx, whole.cy], scale, frame.size, frame.box, insetsOf(frame));
}
