/** Marker glyphs by robot kind: drawers, speech, shield, tubes. Centred on 0,0, about 11 wide. */
import type { RobotKind } from '../../../contract/entities/constants.ts';

const drawer = (y: number): string =>
  `M-3.3 ${y}h6.6a1.2 1.2 0 0 1 1.2 1.2v2a1.2 1.2 0 0 1-1.2 1.2h-6.6a1.2 1.2 0 0 1-1.2-1.2v-2a1.2 1.2 0 0 1 1.2-1.2z`;
const tube = (x: number): string => `M${x} -3.8a1.2 1.2 0 0 1 2.4 0v7.6a1.2 1.2 0 0 1-2.4 0z`;

export const ROBOT_GLYPHS: Readonly<Record<RobotKind, string>> = {
  delivery: drawer(-5) + drawer(0.6),
  reception: 'M0-5.2c3.2 0 5 1.9 5 4.3S3.2 3.4.6 3.4L-2.4 5.6V3.1C-4 2.5-5 1-5-.9c0-2.4 1.8-4.3 5-4.3z',
  security: 'M0-5.6 4.7-3.9v3.7C4.7 2.5 2.8 4.7 0 5.7-2.8 4.7-4.7 2.5-4.7-.2v-3.7z',
  disinfection: tube(-4.7) + tube(-1.2) + tube(2.3),
};
