/**
 * Geometry of the roundhouse illustration: a turntable, stalls around it, one robot leaving. Pure; in px of the
 * drawing.
 */
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';

export interface MotifSize {
  readonly width: number;
  readonly height: number;
  readonly cx: number;
  readonly cy: number;
  /** Radii of the turntable, the stalls' doors and the outer wall. */
  readonly table: number;
  readonly doors: number;
  readonly wall: number;
  /** Degrees, clockwise from east: the first stall, and the angle from the first to the last. */
  readonly from: number;
  readonly sweep: number;
  /** How far the leaving robot is out of its stall, and how far its path extends past the table. */
  readonly out: number;
  readonly beyond: number;
  /** Radius of a parked robot, and of the leaving one. */
  readonly robot: number;
  readonly leaver: number;
}

export const WIDE: MotifSize = {
  width: 920,
  height: 900,
  cx: 460,
  cy: 414,
  table: 118,
  doors: 226,
  wall: 392,
  from: -200,
  sweep: 220,
  out: 50,
  beyond: 150,
  robot: 14,
  leaver: 17,
};
export const NARROW: MotifSize = {
  width: 390,
  height: 228,
  cx: 195,
  cy: 250,
  table: 58,
  doors: 116,
  wall: 204,
  from: -171,
  sweep: 162,
  out: 22,
  beyond: 0,
  robot: 9,
  leaver: 11,
};

export interface MotifRobot {
  readonly x: number;
  readonly y: number;
  /** Degrees, clockwise from east. */
  readonly heading: number;
  readonly kind: RobotKind;
  readonly status: RobotStatus;
}

export interface Motif {
  readonly stalls: string;
  readonly rails: string;
  readonly walls: string;
  readonly outer: string;
  readonly windows: string;
  readonly trail: string;
  readonly way: string;
  readonly robots: readonly MotifRobot[];
  readonly leaver: MotifRobot;
}

const STALLS = 16;
const LEAVING = 11;
const PARKED: Readonly<Record<number, readonly [RobotKind, RobotStatus]>> = {
  0: ['delivery', 'charging'],
  1: ['delivery', 'charging'],
  2: ['delivery', 'standby'],
  4: ['reception', 'standby'],
  5: ['reception', 'online'],
  7: ['security', 'standby'],
  8: ['security', 'charging'],
  13: ['disinfection', 'standby'],
  14: ['disinfection', 'offline'],
};

export function motifOf({ cx, cy, table, doors, wall, from, sweep, out, beyond }: MotifSize): Motif {
  const step = sweep / (STALLS - 1);
  const angleOf = (stall: number): number => from + stall * step;
  const at = (radius: number, degrees: number): readonly [number, number] => {
    const angle = (degrees * Math.PI) / 180;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  };
  const p = (radius: number, degrees: number): string =>
    at(radius, degrees)
      .map((px) => px.toFixed(1))
      .join(' ');
  const each = (count: number, draw: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => draw(index)).join('');
  const start = angleOf(-0.5);
  const end = angleOf(STALLS - 0.5);
  const large = end - start > 180 ? 1 : 0;
  const arc = (radius: number, to: number, clockwise: 0 | 1): string =>
    `A${radius} ${radius} 0 ${large} ${clockwise} ${p(radius, to)}`;
  const leaving = angleOf(LEAVING);
  const robotAt = (radius: number, stall: number, kind: RobotKind, status: RobotStatus): MotifRobot => {
    const [x, y] = at(radius, angleOf(stall));
    return { x, y, heading: angleOf(stall) + 180, kind, status };
  };
  return {
    stalls: `M${p(doors, start)}${arc(doors, end, 1)}L${p(wall, end)}${arc(wall, start, 0)}Z`,
    rails: each(STALLS, (stall) =>
      stall === LEAVING ? '' : `M${p(table, angleOf(stall))}L${p(wall - 24, angleOf(stall))}`,
    ),
    walls: each(STALLS + 1, (stall) => `M${p(doors, angleOf(stall - 0.5))}L${p(wall, angleOf(stall - 0.5))}`),
    outer: `M${p(doors, start)}L${p(wall, start)}${arc(wall, end, 1)}L${p(doors, end)}`,
    windows: each(
      STALLS,
      (stall) =>
        `M${p(wall, angleOf(stall) - step * 0.24)}A${wall} ${wall} 0 0 1 ${p(wall, angleOf(stall) + step * 0.24)}`,
    ),
    trail: `M${p(wall - 40, leaving)}L${p(doors - out, leaving)}`,
    way: `M${p(doors - out - 4, leaving)}L${p(-table - beyond, leaving)}`,
    robots: Object.entries(PARKED).map(([stall, [kind, status]]) =>
      robotAt((doors + wall) / 2 + 10, Number(stall), kind, status),
    ),
    leaver: robotAt(doors - out, LEAVING, 'delivery', 'working'),
  };
}
