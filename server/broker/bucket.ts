/** How much somebody may do at once, and how fast it comes back. */
export interface Bucket {
  /** Whether there is room for as much; takes it then. */
  take(amount?: number): boolean;
}

/** @param perSecond what comes back; @param most what may be done at once */
export function createBucket(perSecond: number, most: number, now: () => number): Bucket {
  let left = most;
  let at = now();
  return {
    take(amount = 1) {
      const time = now();
      left = Math.min(most, left + (Math.max(0, time - at) / 1_000) * perSecond);
      at = time;
      if (left < amount) return false;
      left -= amount;
      return true;
    },
  };
}
