/** Faults injected on the demo switchboard (design 9) and their effects on the robot. */
import type { RobotFault } from '../../contract/endpoints/faults.ts';
import { BATTERY_CRITICAL } from '../../contract/rules/limits.ts';

/** Charge under the lowBattery fault: below the critical level, but enough to reach a charger, per cent. */
const LOW_CHARGE = BATTERY_CRITICAL - 3;

/** How far the clock of a robot with the fault clockOff is ahead: orders cannot be dated by it any more, ms. */
export const CLOCK_OFF_MS = 120_000;

export class Faults {
  private readonly on = new Set<RobotFault>();
  private chargeBefore: number | null = null;

  has(fault: RobotFault): boolean {
    return this.on.has(fault);
  }

  /** @returns the new battery charge; null if it does not change */
  set(fault: RobotFault, on: boolean, charge: number): number | null {
    if (this.on.has(fault) === on) return null;
    if (on) this.on.add(fault);
    else this.on.delete(fault);
    if (fault !== 'lowBattery') return null;
    if (on) {
      this.chargeBefore = charge;
      return Math.min(charge, LOW_CHARGE);
    }
    return Math.max(charge, this.chargeBefore ?? charge);
  }

  clear(fault: RobotFault): void {
    this.on.delete(fault);
  }
}
