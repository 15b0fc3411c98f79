/** What any part of the server may need before the broker and the fleet exist: settings, connections, log and clocks. */
import type { Logger } from 'pino';
import type { Db } from './db/database.ts';
import type { Settings } from './settings.ts';

export interface CoreDeps {
  settings: Settings;
  db: Db;
  /** Connections for Stop and the control lease alone. */
  urgentDb: Db;
  /** Connections for short reads that many callers share, and for limiters. */
  sharedDb: Db;
  log: Logger;
  /** ms since 1970. */
  now: () => number;
  /** For ages and intervals, ms: it goes on evenly when the system's clock is set. */
  monotonicNow: () => number;
}
