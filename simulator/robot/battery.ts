/**
 * The battery, in per cent. A real one lasts a shift; this one lasts about three hours of driving and charges in half
 * an hour, so that charging is visible on an ordinary demo day.
 */
import { CHARGING_PER_MIN, CHARGING_TAPER_FROM, drainOf, reachOf as reach } from '../../contract/rules/battery.ts';

export interface Battery {
  readonly charge: number;
  readonly charging: boolean;
  /** Full charges so far, with a fraction. */
  readonly cycles: number;
}

/** A new robot of the demo has a battery of its own age: the same one at every start. @param id serial number */
export const cyclesOf = (id: string): number =>
  80 + [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 620, 0);

/** Below this charge consumption drops, so that an empty robot can still report its position. */
const RESERVE = 3;
export const FULL = 96;

export function stepBattery({ charge, charging, cycles }: Battery, effort: number, dt: number): Battery {
  const minutes = dt / 60;
  if (charging) {
    const rate =
      charge < CHARGING_TAPER_FROM
        ? CHARGING_PER_MIN
        : Math.max(0.25, (CHARGING_PER_MIN * (101 - charge)) / (101 - CHARGING_TAPER_FROM));
    const charged = Math.min(100, charge + rate * minutes);
    return { charge: charged, charging, cycles: cycles + (charged - charge) / 100 };
  }
  const rate = drainOf(effort) * Math.min(1, charge / RESERVE);
  return { charge: Math.max(0, charge - rate * minutes), charging, cycles };
}

/** Remaining range in metres at a usual speed. */
export const reachOf = ({ charge }: Pick<Battery, 'charge'>, speed: number): number =>
  Math.round(reach(charge - RESERVE, speed));

/** Volts of a pack of seven cells. */
export const voltageOf = ({ charge, charging }: Pick<Battery, 'charge' | 'charging'>): number =>
  Math.round((23.1 + charge * 0.058 + (charging ? 0.6 : 0)) * 10) / 10;
