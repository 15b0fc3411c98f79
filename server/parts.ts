/** What the server is made of. `createServer` puts it together; every feature takes what it needs from here. */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Logger } from 'pino';
import type { AccountRole, Language } from '../contract/entities/constants.ts';
import type * as schema from './db/schema.ts';
import type { LocalName } from './db/localName.ts';
import type { Broker } from './broker/broker.ts';
import type { Fleet } from './fleet/fleet.ts';
import type { LiveRights } from './rights/liveRights.ts';
import type { Settings } from './settings.ts';

/** The database, or a transaction on it. */
export type Db = Pick<
  NodePgDatabase<typeof schema>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | 'query'
>;

export interface Parts {
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
  broker: Broker;
  fleet: Fleet;
  rights: LiveRights;
}

/** Who makes a call. The door fills it in; `db` is the write's own transaction where the call writes. */
export interface Caller {
  /** Empty for a call without a session. */
  userId: string;
  nickname: LocalName;
  roles: readonly AccountRole[];
  sessionId: string;
  language: Language;
  address: string;
  /** Of the request: the same for a repeat. */
  requestId: string;
  /** Let in by rights that may have been withdrawn meanwhile: the database did not answer. Only a Stop is. */
  onLastKnownRights: boolean;
  /** What the browser or program calls itself, cut short; empty when it says nothing. */
  device: string;
  db: Db;
  /** Runs once the write is committed: what must not happen when it is rolled back (a message to a robot, say). */
  afterCommit: (effect: () => void | Promise<void>) => void;
}
