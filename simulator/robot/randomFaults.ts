/** What goes wrong by itself now and then, at a believable rate and never while a person uses the robot. */
import type { Chance } from '../fleet/random.ts';

/** Of each, an hour of driving (blocked) or of running (network). */
const BLOCKED_PER_HOUR = 1.2;
const NETWORK_PER_HOUR = 0.2;
/** Nothing before: whoever has just started the demo looks at a sound fleet. */
const QUIET_SECONDS = 600;

export class RandomFaults {
  private readonly chance: Chance;
  private age = 0;
  /** Seconds for which something stands in its way, or its network is away. */
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

  /** @param alone on its own work, with nobody driving or waiting for it */
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
