/**
 * The geometry of the sign-in picture: a roundhouse seen from above. A turntable in the middle, a stall for every
 * robot, one on its way out. Angles in degrees, clockwise from east as screens have it; lengths in the picture's units.
 */
import type { RobotKind, RobotStatus } from '../../../../contract/entities/constants.ts';

export interface RoundhouseShape {
  /** The turntable's centre. */
  cx: number;
  cy: number;
  /** Radii of the turntable, of the stalls' mouths and of their outer wall. */
  table: number;
  mouth: number;
  wall: number;
  /** The first stall's angle and how far the stalls reach. */
  from: number;
  sweep: number;
  /** How far inside the mouth the leaving robot stands, and how far past the turntable its way leads. */
  out: number;
  away: number;
  marker: number;
}

export const WIDE: RoundhouseShape = { cx: 460, cy: 414, table: 118, mouth: 226, wall: 392, from: -200, sweep: 220, out: 50, away: 150, marker: 14 };
export const NARROW: RoundhouseShape = { cx: 195, cy: 250, table: 58, mouth: 116, wall: 204, from: -171, sweep: 162, out: 22, away: 0, marker: 9 };

export const STALLS = 16;
/** The stall whose robot is leaving. */
const LEAVING = 11;

interface Parked {
  stall: number;
  kind: RobotKind;
  status: RobotStatus;
}
const PARKED: readonly Parked[] = [
  { stall: 0, kind: 'delivery', status: 'charging' }, { stall: 1, kind: 'delivery', status: 'charging' },
  { stall: 2, kind: 'delivery', status: 'standby' }, { stall: 4, kind: 'reception', status: 'standby' },
  { stall: 5, kind: 'reception', status: 'online' }, { stall: 7, kind: 'security', status: 'standby' },
  { stall: 8, kind: 'security', status: 'charging' }, { stall: 13, kind: 'disinfection', status: 'standby' },
  { stall: 14, kind: 'disinfection', status: 'offline' },
];

export interface Standing {
  kind: RobotKind;
  status: RobotStatus;
  x: number;
  y: number;
  /** Degrees clockwise from east. */
  heading: number;
}

export function roundhouse(shape: RoundhouseShape) {
  const { cx, cy, table, mouth, wall, from, sweep } = shape;
  const step = sweep / (STALLS - 1);
  const first = from - step / 2;
  const last = from + step * (STALLS - 0.5);
  const large = last - first > 180 ? 1 : 0;
  const at = (radius: number, angle: number): [number, number] =>
    [cx + radius * Math.cos((angle * Math.PI) / 180), cy + radius * Math.sin((angle * Math.PI) / 180)];
  const p = (radius: number, angle: number): string => at(radius, angle).map((value) => value.toFixed(1)).join(' ');
  const angles = Array.from({ length: STALLS }, (_, stall) => from + stall * step);
  const leaving = from + LEAVING * step;
  const place = (radius: number, angle: number, kind: RobotKind, status: RobotStatus): Standing => {
    const [x, y] = at(radius, angle);
    return { kind, status, x, y, heading: angle + 180 };
  };
  return {
    floor: `M${p(mouth, first)}A${mouth} ${mouth} 0 ${large} 1 ${p(mouth, last)}L${p(wall, last)}A${wall} ${wall} 0 ${large} 0 ${p(wall, first)}Z`,
    tracks: angles.filter((_, stall) => stall !== LEAVING).map((angle) => `M${p(table, angle)}L${p(wall - 24, angle)}`).join(''),
    dividers: Array.from({ length: STALLS + 1 }, (_, stall) => from + (stall - 0.5) * step).map((angle) => `M${p(mouth, angle)}L${p(wall, angle)}`).join(''),
    outer: `M${p(mouth, first)}L${p(wall, first)}A${wall} ${wall} 0 ${large} 1 ${p(wall, last)}L${p(mouth, last)}`,
    windows: angles.map((angle) => `M${p(wall, angle - step * 0.24)}A${wall} ${wall} 0 0 1 ${p(wall, angle + step * 0.24)}`).join(''),
    bridge: `M${p(table, leaving)}L${p(-table, leaving)}`,
    trail: `M${p(wall - 40, leaving)}L${p(mouth - shape.out, leaving)}`,
    planned: `M${p(mouth - shape.out - 4, leaving)}L${p(-table - shape.away, leaving)}`,
    parked: PARKED.map(({ stall, kind, status }) => place((mouth + wall) / 2 + 10, from + stall * step, kind, status)),
    leaving: place(mouth - shape.out, leaving, 'delivery', 'working'),
  };
}
