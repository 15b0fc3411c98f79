/** Fleet figures computed from the latest robot states; nothing is estimated. */
import type { Robot } from '../../../../contract/entities/robot.ts';
import { isBatteryLow } from '../../../../contract/rules/batteryLevel.ts';
import { isSilent, needsAttention } from '../../../../contract/rules/robotStatus.ts';

export interface FleetFigures {
  total: number;
  /** Connected, with a recent message. */
  answering: number;
  /** Offline, or connected without recent messages. */
  silent: number;
  working: number;
  /** Standby, charging or under teleop. */
  resting: number;
  /** In alarm, stopped or offline. */
  needing: number;
  charging: number;
  /** Responding robots that are neither stopped nor in alarm. */
  available: number;
  battery: BatteryFigures | null;
}

export interface BatteryFigures {
  /** Mean of the responding robots, per cent. */
  mean: number;
  low: number;
  lowest: Robot;
}

/** @param now server time, ms */
export function fleetFigures(robots: readonly Robot[], now: number): FleetFigures {
  const answers = (robot: Robot): boolean => robot.live.connection === 'online' && !isSilent(robot.live, now);
  const count = (holds: (robot: Robot) => boolean): number =>
    robots.reduce((sum, robot) => (holds(robot) ? sum + 1 : sum), 0);
  const total = robots.length;
  const answering = count(answers);
  const working = count(({ live }) => live.status === 'working');
  const needing = count(({ live }) => needsAttention(live.status));
  return {
    total,
    answering,
    silent: total - answering,
    working,
    needing,
    resting: total - working - needing,
    charging: count(({ live }) => live.status === 'charging'),
    available: count((robot) => answers(robot) && !needsAttention(robot.live.status)),
    battery: batteryFigures(robots.filter(answers)),
  };
}

function batteryFigures(robots: readonly Robot[]): BatteryFigures | null {
  let sum = 0;
  let known = 0;
  let low = 0;
  let lowest: Robot | null = null;
  for (const robot of robots) {
    const { battery } = robot.live;
    if (battery === null) continue;
    sum += battery;
    known += 1;
    if (isBatteryLow(battery)) low += 1;
    if (lowest === null || battery < (lowest.live.battery ?? 0)) lowest = robot;
  }
  return lowest === null ? null : { mean: sum / known, low, lowest };
}
