/**
 * Token bucket. Not rate-limiter-flexible: every packet takes a token before the broker reads on, and those limiters
 * are asynchronous, count per key, and do not take fractions, bytes or milliseconds spent.
 */
export interface Bucket {
  /** Takes the amount if it is available. @returns whether it was */
  take(amount?: number): boolean;
  /** Whether the amount is available. */
  has(amount: number): boolean;
  /** Deducts work that is already done, available or not. */
  spend(amount: number): void;
}

interface Rate {
  /** Refill rate. */
  perSecond: number;
  /** Capacity (burst). */
  most: number;
}

export function createBucket({ perSecond, most }: Rate, now: () => number): Bucket {
  let left = most;
  let at = now();
  const refill = (): void => {
    const time = now();
    left = Math.min(most, left + (Math.max(0, time - at) / 1_000) * perSecond);
    at = time;
  };
  return {
    take(amount = 1) {
      refill();
      if (left < amount) return false;
      left -= amount;
      return true;
    },
    has(amount) {
      refill();
      return left >= amount;
    },
    spend(amount) {
      refill();
      left = Math.max(-most, left - amount);
    },
  };
}

/** Amount per second: the higher of the current second and the last full one. */
export function createMeter(now: () => number): { add(amount: number): void; perSecond(): number } {
  let second = 0;
  let [last, current] = [0, 0];
  const turn = (): void => {
    const time = Math.floor(now() / 1_000);
    if (time === second) return;
    last = time === second + 1 ? current : 0;
    current = 0;
    second = time;
  };
  return {
    add(amount) {
      turn();
      current += amount;
    },
    perSecond() {
      turn();
      return Math.max(last, current);
    },
  };
}
