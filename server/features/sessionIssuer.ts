/** The last step of every sign-in method: checks whether the account may sign in, and creates the session. */
import { randomBytes } from 'node:crypto';
import type { SessionWay } from '../../contract/entities/constants.ts';
import type { Credentials } from '../../contract/entities/user.ts';
import { SESSIONS_PER_ACCOUNT } from '../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { accountForUpdate } from '../db/repositories/accountAdmin.ts';
import type { Account } from '../db/repositories/accounts.ts';
import { appOfAccount } from '../db/repositories/apps.ts';
import { record } from '../db/repositories/audit.ts';
import { addSession, endOldestSessions } from '../db/repositories/sessions.ts';
import type { RequestContext } from '../requestContext.ts';
import { tokenHash } from '../security/identity.ts';
import { tellEnded } from './sessionsEnded.ts';

/** Ids of accounts and sessions: also parts of MQTT user names and client ids, where `:` and `~` are separators. */
export const newId = (): string => randomBytes(16).toString('hex');

export interface SessionIssuer {
  /** Call after the owner was authenticated. @throws demoOff, noRole */
  check(account: Account): void;
  /**
   * @param session `lifeMs`: lifetime, ms; `passwordHash`: hash that the password was verified against
   * @throws accountLocked, accountIsApp; wrongPassword when the password was changed since it was verified
   */
  open(
    db: Db,
    userId: string,
    from: Pick<RequestContext, 'address' | 'device' | 'afterCommit'>,
    session: { way: SessionWay; lifeMs: number; passwordHash?: string },
  ): Promise<Credentials>;
}

export function createSessionIssuer({
  settings,
  broker,
  fleet,
  now,
}: Pick<AppDeps, 'settings' | 'broker' | 'fleet' | 'now'>): SessionIssuer {
  return {
    check({ demo, roles }) {
      if (demo && !settings.demo) throw new ApiError('demoOff');
      if (roles.length === 0) throw new ApiError('noRole');
    },
    async open(db, userId, { address, device, afterCommit }, { way, lifeMs, passwordHash }) {
      // Checked for every method. Locking the account or changing its password waits for this transaction, then ends
      // the session.
      const account = await accountForUpdate(db, userId);
      if (account?.lockedAt) throw new ApiError('accountLocked');
      if (passwordHash !== undefined && account?.passwordHash !== passwordHash) throw new ApiError('wrongPassword');
      if (await appOfAccount(db, userId)) throw new ApiError('accountIsApp');
      const accessToken = randomBytes(32).toString('base64url');
      const id = newId();
      const at = new Date(now());
      const ended = await endOldestSessions(db, userId, SESSIONS_PER_ACCOUNT - 1, {
        now: at,
        code: ERRORS.sessionInvalid,
      });
      for (const one of ended) await record(db, { userId, act: 'session.end', subject: one });
      if (ended.length > 0) afterCommit(() => tellEnded({ broker, fleet }, userId, ended));
      await addSession(db, {
        id,
        tokenHash: tokenHash(accessToken),
        userId,
        createdAt: at,
        lastUsedAt: at,
        expiresAt: new Date(at.getTime() + lifeMs),
        way,
        device,
        address,
      });
      await record(db, { userId, act: 'session.signIn', subject: id, after: { address, way } });
      return { accessToken, userId };
    },
  };
}
