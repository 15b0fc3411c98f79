/** The caller of a request, and the database that its handler works with. */
import type { Readable } from 'node:stream';
import type { AccountRole, Language } from '../contract/entities/constants.ts';
import type { Db } from './db/database.ts';
import type { LocalName } from './db/localName.ts';

/** Filled in by the API handler; for a write `db` is its own transaction. */
export interface RequestContext {
  /** Empty without a session. */
  userId: string;
  nickname: LocalName;
  roles: readonly AccountRole[];
  sessionId: string;
  language: Language;
  address: string;
  /** Id of the request; a repeat has the same one. */
  requestId: string;
  /**
   * Authorised by cached rights that may have been withdrawn since, because the database did not answer. Only a Stop
   * can be.
   */
  onLastKnownRights: boolean;
  /** Called by an integrator's app, with its own signature. */
  isApp?: boolean;
  /** User agent, truncated; empty when the client sends none. */
  device: string;
  /** The file of a multipart request; only the preparation may read it. */
  upload?: Readable;
  db: Db;
  /**
   * Runs once the write is committed: for effects that must not happen after a rollback (for example a message to a
   * robot).
   */
  afterCommit: (effect: () => void | Promise<void>) => void;
}
