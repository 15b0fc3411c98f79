/**
 * Icons of map points, as strokes on a 24 by 24 grid, for SVG and canvas. Our own: lift, door, loading, map switching;
 * two bars at the left mean "waiting". Bolt, thermometer and hand are lucide's (ISC licence), copied because a canvas
 * needs their path data.
 */
import type { PointAttribute } from '../../../contract/entities/robotConstants.ts';

const WAITING = 'M2 9v6M5.5 9v6';

/** null: a plain dot. */
export const POINT_ICONS: Readonly<Record<PointAttribute, string | null>> = {
  none: null,
  charging:
    'M15.914 4a1.5 1.5 0 0 0-2.474-1.561l-9 9A1.5 1.5 0 0 0 5.5 14h4.002a.5.5 0 0 1 .471.666L8.086 20a1.5 1.5 0 0 0 2.475 1.56l9-9A1.5 1.5 0 0 0 18.5 10h-3.997a.5.5 0 0 1-.472-.667z',
  loading: 'M3 11v8a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-8M12 3v11M8 10.5l4 4 4-4',
  elevator:
    'M6 3h12a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8.5 10 12 6.5l3.5 3.5M8.5 14l3.5 3.5 3.5-3.5',
  waitingElevator: `M11.5 3h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM12.5 10.5l3-3 3 3M12.5 13.5l3 3 3-3${WAITING}`,
  doorAccess: 'M5 21V5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v16M3 21h18M15 12v1.5',
  doorAccessWaiting: `M10 21V5a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v16M8.5 21H23M17.5 12v1.5${WAITING}`,
  temperature: 'M14 4v10.54a4 4 0 1 1-4 0V4a2 2 0 0 1 4 0z',
  manual:
    'M18 11V6a2 2 0 0 0-2-2 2 2 0 0 0-2 2M14 10V4a2 2 0 0 0-2-2 2 2 0 0 0-2 2v2M10 10.5V6a2 2 0 0 0-2-2 2 2 0 0 0-2 2v8M18 8a2 2 0 1 1 4 0v6a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15',
  mapSwitching: 'M12 3 3 7.5l9 4.5 9-4.5zM3 16.5 12 21l9-4.5M12 12v5M9.5 15l2.5 2.5 2.5-2.5',
};
