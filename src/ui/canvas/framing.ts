/** Views that frame something: the whole plan, the followed robot, the robots of a cluster. Pure. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { boxOf, clampScale, fit, following, scaleToPart } from './viewport.ts';
import type { Insets, Size, View, WorldBox } from './viewport.ts';

/** Space for the tools that float over the map, px. */
const INSETS: Insets = { top: 56, right: 20, bottom: 48, left: 20 };
const INSET_INSETS: Insets = { top: 4, right: 4, bottom: 4, left: 4 };
/** Height from which the tools have their full space, px: a lower map would have no room left for the plan. */
const FULL_INSETS_HEIGHT = 400;
/** px per metre at which following starts. */
const FOLLOW_SCALE = 24;
const INSET_FOLLOW_SCALE = 7;
/**
 * When a cluster opens: the distance between marks so that they are clear of each other, px; and the smallest zoom step
 * worth taking.
 */
const APART_PX = 44;
const LEAST_STEP = 1.3;
const MOST_PARTED = 60;

export interface Frame {
  readonly size: Size;
  readonly box: WorldBox;
  /** The mini-map in a corner. */
  readonly inset: boolean;
}

function insetsOf({ inset, size }: Frame): Insets {
  if (inset) return INSET_INSETS;
  const share = Math.min(1, size.height / FULL_INSETS_HEIGHT);
  return { ...INSETS, top: INSETS.top * share, bottom: INSETS.bottom * share };
}

export function wholePlan(frame: Frame): View {
  return fit(frame.size, frame.box, insetsOf(frame));
}

export function limitScale(scale: number, frame: Frame): number {
  return clampScale(scale, wholePlan(frame).scale);
}

/** `nearer`: zooms in first; used when following starts from an automatic view. */
export function followingView(place: Place, view: View, frame: Frame, nearer: boolean): View {
  const least = frame.inset ? INSET_FOLLOW_SCALE : FOLLOW_SCALE;
  return following(place, nearer ? Math.max(view.scale, least) : view.scale, frame.size, frame.box, insetsOf(frame));
}

/**
 * The view with the smallest zoom that separates these robots while all stay visible; null if it is not closer than
 * `view`.
 */
export function partingView(places: readonly Place[], view: View, frame: Frame): View | null {
  const whole = fit(frame.size, boxOf(places), insetsOf(frame));
  // In a large cluster some robots always overlap, so it zooms to their common extent.
  const parted = places.length > MOST_PARTED ? null : scaleToPart(places, APART_PX);
  const scale = limitScale(Math.min(whole.scale, Math.max(parted ?? whole.scale, view.scale * LEAST_STEP)), frame);
  // Near an edge the view stays within the plan.
  return scale < view.scale * LEAST_STEP
    ? null
    : following([whole.cx, whole.cy], scale, frame.size, frame.box, insetsOf(frame));
}
