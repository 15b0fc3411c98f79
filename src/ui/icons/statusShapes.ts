/**
 * One shape per status on a 12 by 12 grid, filled even-odd: disc, arrow, bars, bolt, crossed ring, octagon, diamond.
 * Path data, because both SVG and the map's canvas use the shapes.
 */
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';

const bar = (x: number): string =>
  `M${x + 1.2} 1.6h.6a1.2 1.2 0 0 1 1.2 1.2v6.4a1.2 1.2 0 0 1-1.2 1.2h-.6A1.2 1.2 0 0 1 ${x} 9.2V2.8a1.2 1.2 0 0 1 1.2-1.2z`;

/** Separate paths where they overlap: even-odd would cut a hole where ring and stroke cross. */
export const STATUS_SHAPES: Readonly<Record<RobotStatus, readonly string[]>> = {
  online: ['M1.4 6a4.6 4.6 0 1 0 9.2 0 4.6 4.6 0 1 0-9.2 0z'],
  working: ['M3.2 2.2v7.6c0 .6.6.9 1.1.6l5.9-3.8c.5-.3.5-1 0-1.3L4.3 1.6c-.5-.3-1.1 0-1.1.6z'],
  standby: [bar(2) + bar(7)],
  charging: [
    'M7.4.5 2.2 6.6c-.2.3 0 .7.3.7h2.6l-.7 3.8c-.1.5.5.7.8.4l5-6.2c.2-.3 0-.7-.3-.7H7.2l.9-3.8c.1-.4-.4-.7-.7-.3z',
  ],
  offline: [
    'M6 1.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6zm0 1.7a3.1 3.1 0 1 0 0 6.2 3.1 3.1 0 0 0 0-6.2z',
    'M1.6 9.2 9.2 1.6l1.2 1.2-7.6 7.6z',
  ],
  stopped: ['M4.1 1.2h3.8l2.9 2.9v3.8l-2.9 2.9H4.1L1.2 7.9V4.1z'],
  alarm: [
    'M5.1.7a1.3 1.3 0 0 1 1.8 0l4.4 4.4c.5.5.5 1.3 0 1.8l-4.4 4.4c-.5.5-1.3.5-1.8 0L.7 6.9a1.3 1.3 0 0 1 0-1.8zM5.2 2.9h1.6v3.6H5.2zm0 4.5h1.6V9H5.2z',
  ],
};
