/** Spontaneous faults at a realistic rate, never while a user controls the robot. */
import type { Chance } from '../fleet/random.ts';

/** Mean rates: blockages per hour of driving, network losses per hour of operation. */
const BLOCKED_PER_HOUR = 1.2;
const NETWORK_PER_HOUR = 0.2;
/** No faults in the first seconds, so that a fresh demo shows a healthy fleet. */
const QUIET_SECONDS = 600;

export class RandomFaults {
  private readonly chance: Chance;
  private age = 0;
  /** Remaining seconds of an obstacle in the way, and of a network loss. */
  private blocked = 0;
  private offline = 0;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  get isBlocked(): boolean {
    return this.blocked > 0;
  }

  get isOffline(): boolean {
    return this.offline > 0;
  }

  /** @param alone on its own work, without a user's order or teleop */
  step(dt: number, alone: boolean, driving: boolean): void {
    this.age += dt;
    this.blocked = alone ? Math.max(0, this.blocked - dt) : 0;
    this.offline = alone ? Math.max(0, this.offline - dt) : 0;
    if (this.age < QUIET_SECONDS || !alone) return;
    if (driving && this.blocked === 0 && this.chance.happens(BLOCKED_PER_HOUR, dt))
      this.blocked = this.chance.between(6, 20);
    if (this.offline === 0 && this.chance.happens(NETWORK_PER_HOUR, dt)) this.offline = this.chance.between(12, 40);
  }
}
