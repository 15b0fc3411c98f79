/** The icon of a map point in lists and menus; the map draws the same paths on its canvas. */
import type { PointAttribute } from '../../../contract/entities/robotConstants.ts';
import { POINT_ICONS } from './pointIcons.ts';

/** Radius of the dot that a point without an attribute gets, in the icon's 24 units. */
const DOT = 5;

export function PointIcon({ attribute, size = 16 }: { readonly attribute: PointAttribute; readonly size?: number }) {
  const path = POINT_ICONS[attribute];
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {path === null ? <circle cx="12" cy="12" r={DOT} fill="currentColor" stroke="none" /> : <path d={path} />}
    </svg>
  );
}
