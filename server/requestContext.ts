/** Who makes a call, and the database that its handler works with. */
import type { AccountRole, Language } from '../contract/entities/constants.ts';
import type { Db } from './db/database.ts';
import type { LocalName } from './db/localName.ts';

/** The door fills it in; `db` is the write's own transaction where the call writes. */
export interface RequestContext {
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
