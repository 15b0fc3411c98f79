/** Rules of teleop for the round-trip time of a message to the robot and its echo (design 6). */
import {
  ROUND_TRIP_MAX_MS,
  ROUND_TRIP_WINDOW_MS,
  SLOW_NETWORK_SPEED,
  TELEOP_INTERVAL_MS,
  TELEOP_SPEED_LIMITS,
} from './limits.ts';

export interface RoundTrips {
  /** Time of the first measurement, ms of the browser's monotonic clock; null before. */
  readonly since: number | null;
  /** Measurements of the last ROUND_TRIP_WINDOW_MS. */
  readonly recent: readonly { readonly at: number; readonly ms: number }[];
}

export const NO_ROUND_TRIPS: RoundTrips = { since: null, recent: [] };

export const withRoundTrip = ({ since, recent }: RoundTrips, at: number, ms: number): RoundTrips => ({
  since: since ?? at,
  recent: [...recent.filter((one) => at - one.at < ROUND_TRIP_WINDOW_MS), { at, ms: Math.round(ms) }],
});

/** ms; null before the first measurement. */
export function medianRoundTrip({ recent }: RoundTrips): number | null {
  const sorted = recent.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

/** Whether a delay is too long to drive by, wherever it is shown or checked. */
export const isSlowDelay = (ms: number): boolean => ms > ROUND_TRIP_MAX_MS;

export const isTooSlow = (trips: RoundTrips): boolean => isSlowDelay(medianRoundTrip(trips) ?? 0);

/** With this many measurements on one side of the limit, the median of the window is on that side, whatever follows. */
const MAJORITY = Math.floor(ROUND_TRIP_WINDOW_MS / TELEOP_INTERVAL_MS / 2) + 1;

/** Whether the median is known to be above or below the limit, possibly before the window has passed. */
export function isMeasured({ since, recent }: RoundTrips): boolean {
  const last = recent.at(-1);
  if (since === null || !last) return false;
  const slow = recent.filter(({ ms }) => isSlowDelay(ms)).length;
  return last.at - since >= ROUND_TRIP_WINDOW_MS || Math.max(slow, recent.length - slow) >= MAJORITY;
}

/** Maximum commanded speed in m/s for a round-trip time in ms. */
export const speedLimitOf = (roundTrip: number): number =>
  TELEOP_SPEED_LIMITS.find(({ upTo }) => roundTrip <= upTo)?.speed ?? SLOW_NETWORK_SPEED;
