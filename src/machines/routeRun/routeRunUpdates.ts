/**
 * Decides which information about a robot's route runs is newer: API responses and the feed can overtake each other.
 * Pure.
 */
import type { RouteRun } from '../../../contract/entities/routeRun.ts';

/** An active run as seen in the feed. */
export interface RouteRunInFeed {
  id: string;
  revision: number;
}
export interface KnownRouteRun {
  /** The run of the last API response. */
  drive: RouteRun | null;
  /** The run in the feed; null: none is active. */
  seen: RouteRunInFeed | null;
  /** Id of the last run in the feed, after the feed had none any more. */
  gone: string;
}

export const isUnderWay = (drive: Pick<RouteRun, 'state'> | null): boolean => drive?.state === 'inProgress';

/** A response never replaces newer data: for the same run the higher revision wins, for two runs the later start. */
export const newerOf = (known: RouteRun | null, found: RouteRun | null): RouteRun | null => {
  if (!known || !found) return found ?? known;
  if (known.id === found.id) return found.revision >= known.revision ? found : known;
  return found.startedAt >= known.startedAt ? found : known;
};

/** Merges the feed's current run with the previous one. */
export const withSeen = (
  { seen, gone }: KnownRouteRun,
  next: RouteRunInFeed | null,
): Pick<KnownRouteRun, 'seen' | 'gone'> => (next ? { seen: next, gone: '' } : { seen: null, gone: seen?.id ?? gone });

/** The feed has a change that no API response contains yet. */
export const isBehind = ({ drive, seen, gone }: KnownRouteRun): boolean =>
  seen ? drive?.id !== seen.id || drive.revision < seen.revision : isUnderWay(drive) && drive?.id === gone;
