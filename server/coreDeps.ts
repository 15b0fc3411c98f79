/**
 * Dependencies available to every part of the server before the broker and the fleet exist: settings, connections, log
 * and clocks.
 */
import type { Logger } from 'pino';
import type { Db } from './db/database.ts';
import type { FollowedFaults } from './injectedFaults.ts';
import type { Settings } from './settings.ts';

export interface CoreDeps {
  settings: Settings;
  db: Db;
  /** Connection pool reserved for Stop and the control lease. */
  urgentDb: Db;
  /** Connection pool for short reads shared by many requests, and for rate limiters. */
  sharedDb: Db;
  log: Logger;
  /** ms since 1970. */
  now: () => number;
  /** Monotonic clock for ages and intervals, ms: not affected when the system clock is set. */
  monotonicNow: () => number;
  /** Faults of this server that the switchboard of the demo has turned on; absent without the demo. */
  injected?: FollowedFaults | undefined;
}
