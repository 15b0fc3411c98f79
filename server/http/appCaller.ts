/**
 * Authenticates calls of integrators' apps (design 3): an app is identified by its id and a signature keyed with its
 * secret, without a token. Its calls use a session of their own, created on demand, so that ending a user's sessions
 * and connections ends those of the app, too.
 */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SESSION_LAST_USED_PRECISION_MS, SESSION_TTL_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { decryptSecret } from '../appSecrets.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { accountForUpdate } from '../db/repositories/accountAdmin.ts';
import type { Account } from '../db/repositories/accounts.ts';
import { appById, appSession, touchApp, type StoredApp } from '../db/repositories/apps.ts';
import { addSession, touchSession, type SessionHolder } from '../db/repositories/sessions.ts';
import { LAST_KNOWN_RIGHTS_MS, type LiveApp } from '../rights/liveRights.ts';
import { tokenHash } from '../security/identity.ts';

/** An app as the database has it; it may call if its signature is valid. */
export interface KnownApp extends Pick<LiveApp, 'appId' | 'secret' | 'userId' | 'roles'> {
  app: StoredApp;
  account: Account;
}

/** @throws accountNotAuthorized for an unknown or revoked app */
export async function findApp({ sharedDb }: Pick<CoreDeps, 'sharedDb'>, appId: string): Promise<KnownApp> {
  const found = await appById(sharedDb, appId);
  if (!found || found.app.revokedAt !== null) throw new ApiError('accountNotAuthorized');
  return {
    ...found,
    appId,
    userId: found.account.id,
    roles: found.account.roles,
    secret: await decryptSecret(sharedDb, appId, found.app.secret),
  };
}

/**
 * The session holder of an app's Stop from cached rights, without a database query; undefined when the cache is too
 * old. @throws notYourself; accountLocked
 */
export function lastKnownApp(
  { userId: own, isLocked, holder }: LiveApp,
  userId: string,
  { rights }: Pick<AppDeps, 'rights'>,
): SessionHolder | undefined {
  demandOpen({ userId: own, isLocked }, userId);
  return rights.age() <= LAST_KNOWN_RIGHTS_MS ? holder : undefined;
}

/** When the use of an app was last recorded, ms. */
const notedAt = new LRUCache<string, number>({ max: 1_000 });

/**
 * Records the use of an app whose Stop was authorised from memory. The Stop does not wait for it; once per
 * SESSION_LAST_USED_PRECISION_MS is enough.
 */
export function noteUse({ appId }: Pick<LiveApp, 'appId'>, { sharedDb, log, now }: Omit<Needs, 'db'>): void {
  const at = new Date(now());
  if (at.getTime() - (notedAt.get(appId) ?? 0) < SESSION_LAST_USED_PRECISION_MS) return;
  notedAt.set(appId, at.getTime());
  void touchApp(sharedDb, appId, at, new Date(at.getTime() - SESSION_LAST_USED_PRECISION_MS)).catch(
    (error: unknown) => {
      notedAt.delete(appId);
      log.warn({ err: error }, 'the last use of an app could not be recorded');
    },
  );
}

function demandOpen({ userId: own, isLocked }: Pick<LiveApp, 'userId' | 'isLocked'>, userId: string): void {
  if (userId !== own) throw new ApiError('notYourself', { field: 'userId' });
  if (isLocked) throw new ApiError('accountLocked');
}

type Needs = Pick<CoreDeps, 'db' | 'sharedDb' | 'log' | 'now'>;

/** Call after the signature was verified. @throws notYourself; accountLocked */
export async function enterApp(
  { app, account }: KnownApp,
  { userId, address }: { userId: string; address: string },
  { db, sharedDb, log, now }: Needs,
): Promise<SessionHolder> {
  demandOpen({ userId: account.id, isLocked: account.lockedAt !== null }, userId);
  const { appId } = app;
  const at = new Date(now());
  const session =
    (await appSession(sharedDb, account.id, at)) ??
    (await db.transaction((transaction) => beginSession(transaction, { appId, userId, address, at })));
  const stale = new Date(at.getTime() - SESSION_LAST_USED_PRECISION_MS);
  if (app.lastUsedAt === null || app.lastUsedAt < stale) {
    // Informational only: no call is refused because it cannot be written (for example when the disk is full).
    await Promise.all([touchApp(sharedDb, appId, at, stale), touchSession(sharedDb, session.id, at, stale)]).catch(
      (error: unknown) => log.warn({ err: error }, 'the last use of an app could not be recorded'),
    );
  }
  return {
    sessionId: session.id,
    userId,
    nickname: account.nickname,
    roles: account.roles,
    demo: account.demo,
    expiresAt: session.expiresAt,
    lastUsedAt: session.lastUsedAt,
    endedCode: null,
  };
}

async function beginSession(
  db: Db,
  { appId, userId, address, at }: { appId: string; userId: string; address: string; at: Date },
) {
  // Locking the account waits for this row lock, and then ends the new session.
  if ((await accountForUpdate(db, userId))?.lockedAt) throw new ApiError('accountLocked');
  const session = {
    id: randomBytes(16).toString('hex'),
    userId,
    way: 'app' as const,
    device: appId,
    address,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(at.getTime() + SESSION_TTL_MS),
    // Hash of a token that is never issued.
    tokenHash: tokenHash(randomBytes(32).toString('base64url')),
  };
  await addSession(db, session);
  return session;
}
