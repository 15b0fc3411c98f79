/** What driving by hand makes of the time that a message takes to the robot and its echo back (design 6). */
import {
  ROUND_TRIP_MAX_MS,
  ROUND_TRIP_WINDOW_MS,
  SLOW_NETWORK_SPEED,
  TELEOP_INTERVAL_MS,
  TELEOP_SPEED_LIMITS,
} from './limits.ts';

export interface RoundTrips {
  /** When the first one was measured, ms of the browser's rising clock; null before it. */
  readonly since: number | null;
  /** Those of the last two seconds. */
  readonly recent: readonly { readonly at: number; readonly ms: number }[];
}

export const NO_ROUND_TRIPS: RoundTrips = { since: null, recent: [] };

export const withRoundTrip = ({ since, recent }: RoundTrips, at: number, ms: number): RoundTrips => ({
  since: since ?? at,
  recent: [...recent.filter((one) => at - one.at < ROUND_TRIP_WINDOW_MS), { at, ms: Math.round(ms) }],
});

/** ms; null before the first. */
export function medianRoundTrip({ recent }: RoundTrips): number | null {
  const sorted = recent.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

export const isTooSlow = (trips: RoundTrips): boolean => (medianRoundTrip(trips) ?? 0) > ROUND_TRIP_MAX_MS;

/** So many on one side, and the median of two seconds is on that side whatever the rest will be. */
const MAJORITY = Math.floor(ROUND_TRIP_WINDOW_MS / TELEOP_INTERVAL_MS / 2) + 1;

/** Whether the median of two seconds is known, be it before they are over. */
export function isMeasured({ since, recent }: RoundTrips): boolean {
  const last = recent.at(-1);
  if (since === null || !last) return false;
  const slow = recent.filter(({ ms }) => ms > ROUND_TRIP_MAX_MS).length;
  return last.at - since >= ROUND_TRIP_WINDOW_MS || Math.max(slow, recent.length - slow) >= MAJORITY;
}

/** m/s that a hand may ask for behind such a network. */
export const speedLimitOf = (roundTrip: number): number =>
  TELEOP_SPEED_LIMITS.find(({ upTo }) => roundTrip <= upTo)?.speed ?? SLOW_NETWORK_SPEED;
