/**
 * How much somebody may do at once, and how fast it comes back. Own code: every packet takes from one before the broker reads on,
 * and the limiters of rate-limiter-flexible answer by promises, count per key, and take no fractions, bytes or milliseconds spent.
 */
export interface Bucket {
  /** Whether there is room for as much; takes it then. */
  take(amount?: number): boolean;
  /** Whether there is room for as much. */
  has(amount: number): boolean;
  /** What was done already, whether there was room for it or not. */
  spend(amount: number): void;
}

interface Rate {
  /** What comes back. */
  perSecond: number;
  /** What may be done at once. */
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

/** What passes in a second: in this one, or in the last whole one, whichever is more. */
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
