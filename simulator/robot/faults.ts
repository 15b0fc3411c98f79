/** The faults that the switchboard puts on a robot (design 9), and what they mean for it. */
import type { RobotFault } from '../../contract/endpoints/faults.ts';
import { BATTERY_CRITICAL } from '../../contract/rules/limits.ts';

/** What a battery shows that the switchboard calls low: under the critical mark, enough to reach a charger. */
const LOW_CHARGE = BATTERY_CRITICAL - 3;

export class Faults {
  private readonly on = new Set<RobotFault>();
  private chargeBefore: number | null = null;

  has(fault: RobotFault): boolean {
    return this.on.has(fault);
  }

  /** @returns the battery's charge from now on; null when the switch changes nothing about it */
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
