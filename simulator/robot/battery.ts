/**
 * The battery, in per cent. A real one lasts a shift; this one lasts about three hours of driving and charges in half
 * an hour, so that charging is visible on an ordinary demo day.
 */
import { CHARGING_PER_MIN, CHARGING_TAPER_FROM, drainOf, reachOf as reach } from '../../contract/rules/battery.ts';

export interface Battery {
  readonly charge: number;
  readonly charging: boolean;
}

/** Below this charge consumption drops, so that an empty robot can still report its position. */
const RESERVE = 3;
export const FULL = 96;

export function stepBattery({ charge, charging }: Battery, effort: number, dt: number): Battery {
  const minutes = dt / 60;
  if (charging) {
    const rate =
      charge < CHARGING_TAPER_FROM
        ? CHARGING_PER_MIN
        : Math.max(0.25, (CHARGING_PER_MIN * (101 - charge)) / (101 - CHARGING_TAPER_FROM));
    return { charge: Math.min(100, charge + rate * minutes), charging };
  }
  const rate = drainOf(effort) * Math.min(1, charge / RESERVE);
  return { charge: Math.max(0, charge - rate * minutes), charging };
}

/** Remaining range in metres at a usual speed. */
export const reachOf = ({ charge }: Battery, speed: number): number => Math.round(reach(charge - RESERVE, speed));

/** Volts of a pack of seven cells. */
export const voltageOf = ({ charge, charging }: Battery): number =>
  Math.round((23.1 + charge * 0.058 + (charging ? 0.6 : 0)) * 10) / 10;
