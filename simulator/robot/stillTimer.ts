/** When a robot takes the next still picture of the timed refresh: at once when it is switched on, then at the interval. */
export class StillTimer {
  private intervalSeconds = 0;
  private nextAt = 0;

  /** @param intervalSeconds 0: none  @param now ms  @returns whether a picture is due; the next one is then scheduled */
  isDue(intervalSeconds: number, now: number): boolean {
    if (intervalSeconds !== this.intervalSeconds) {
      this.intervalSeconds = intervalSeconds;
      this.nextAt = now;
    }
    if (intervalSeconds === 0 || now < this.nextAt) return false;
    this.nextAt = now + intervalSeconds * 1_000;
    return true;
  }
}
