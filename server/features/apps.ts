/**
 * Integrators' apps: administrators create, renew and revoke them. Each has its own account, with relations like any
 * other.
 */
import { randomBytes } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { apps } from '../../contract/endpoints/apps.ts';
import { APP_ROLES } from '../../contract/entities/integratorApp.ts';
import { APPS_SHOWN } from '../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { encryptSecret } from '../appSecrets.ts';
import { newSecret } from '../broker/credentials.ts';
import { nameIn } from '../db/localName.ts';
import { lockAccounts } from '../db/repositories/accountAdmin.ts';
import { addAccount, changeAccount } from '../db/repositories/accounts.ts';
import { addApp, appById, appsShown, revokeApp, setAppSecret } from '../db/repositories/apps.ts';
import { record } from '../db/repositories/audit.ts';
import { endSessionsBeside } from '../db/repositories/sessions.ts';
import type { RequestContext } from '../requestContext.ts';
import { newId } from './sessionIssuer.ts';
import { tellEnded } from './sessionsEnded.ts';

/** No password ever matches. */
const NO_PASSWORD = '';
const SECRET_BYTES = 32;

export function createAppHandlers({
  broker,
  fleet,
  now,
}: Pick<AppDeps, 'broker' | 'fleet' | 'now'>): Handlers<typeof apps, RequestContext> {
  return {
    async list(_, { db, language }) {
      const rows = await appsShown(db, APPS_SHOWN);
      return rows.map(({ app: { appId, createdAt, lastUsedAt, revokedAt }, account, createdBy, robots }) => ({
        appId,
        userId: account.id,
        name: nameIn(account.nickname, language),
        role: APP_ROLES.find((role) => account.roles.includes(role)) ?? 'viewer',
        robots,
        createdBy: nameIn(createdBy ?? '', language),
        createdAt: createdAt.getTime(),
        lastUsedAt: lastUsedAt?.getTime() ?? null,
        lockedAt: account.lockedAt?.getTime() ?? null,
        revokedAt: revokedAt?.getTime() ?? null,
      }));
    },

    async create({ name, role }, { db, userId: createdBy }) {
      const [appId, userId, secret] = [`app-${randomBytes(8).toString('hex')}`, newId(), newSecret(SECRET_BYTES)];
      await db.transaction(async (transaction) => {
        await addAccount(transaction, { id: userId, nickname: name, roles: [role], passwordHash: NO_PASSWORD });
        await addApp(transaction, {
          appId,
          name,
          accountId: userId,
          secret: await encryptSecret(transaction, appId, secret),
          createdBy,
          createdAt: new Date(now()),
        });
        await record(transaction, {
          userId: createdBy,
          act: 'app.create',
          subject: userId,
          after: { appId, name, role },
        });
      });
      return { appId, userId, secret };
    },

    async renewSecret({ appId }, { db, userId, afterCommit }) {
      const secret = newSecret(SECRET_BYTES);
      return db.transaction(async (transaction) => {
        const found = await appById(transaction, appId);
        if (!found || found.app.revokedAt !== null) throw new ApiError('notFound', { field: 'appId' });
        await setAppSecret(transaction, appId, await encryptSecret(transaction, appId, secret));
        // Sessions opened with the old secret end with it.
        const ended = await endSessionsBeside(transaction, found.account.id, '', {
          now: new Date(now()),
          code: ERRORS.sessionInvalid,
        });
        afterCommit(() => tellEnded({ broker, fleet }, found.account.id, ended));
        await record(transaction, {
          userId,
          act: 'app.renewSecret',
          subject: found.account.id,
          after: { appId, sessionsEnded: ended.length },
        });
        return { appId, userId: found.account.id, secret };
      });
    },

    async revoke({ appId }, { db, userId, afterCommit }) {
      await lockAccounts(db);
      const at = new Date(now());
      const revoked = await revokeApp(db, appId, at);
      if (!revoked) throw new ApiError('notFound', { field: 'appId' });
      await changeAccount(db, revoked.accountId, { lockedAt: at });
      const ended = await endSessionsBeside(db, revoked.accountId, '', { now: at, code: ERRORS.sessionInvalid });
      await record(db, {
        userId,
        act: 'app.revoke',
        subject: revoked.accountId,
        before: { appId, name: revoked.name },
        after: { sessionsEnded: ended.length },
      });
      afterCommit(() => tellEnded({ broker, fleet }, revoked.accountId, ended));
      return null;
    },
  };
}
