/**
 * Whom an integrator's app speaks for (design 3): it is recognised by its id and a signature keyed with its secret, no token is needed.
 * It calls in the name of a session of its own, begun when there is none: what ends a person's sessions and their connections ends its, too.
 */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { SESSION_TOUCH_MS, SESSION_TTL_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { openSecret } from '../appSecrets.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { accountForUpdate } from '../db/repositories/accountAdmin.ts';
import type { Account } from '../db/repositories/accounts.ts';
import { appById, appSession, touchApp, type StoredApp } from '../db/repositories/apps.ts';
import { addSession, touchSession, type SessionHolder } from '../db/repositories/sessions.ts';
import { LAST_KNOWN_RIGHTS_MS, type LiveApp } from '../rights/liveRights.ts';
import { tokenHash } from '../security/identity.ts';

/** One that may call, if its signature is right, as the database has it. */
export interface KnownApp extends Pick<LiveApp, 'appId' | 'secret' | 'userId' | 'roles'> {
  app: StoredApp;
  account: Account;
}

/** @throws accountNotAuthorized for an app that nobody made, or that was revoked */
export async function findApp({ sharedDb }: Pick<CoreDeps, 'sharedDb'>, appId: string): Promise<KnownApp> {
  const found = await appById(sharedDb, appId);
  if (!found || found.app.revokedAt !== null) throw new ApiError('accountNotAuthorized');
  return {
    ...found,
    appId,
    userId: found.account.id,
    roles: found.account.roles,
    secret: await openSecret(sharedDb, appId, found.app.secret),
  };
}

/** In whose name an app's Stop is made while the database need not be asked; undefined where it has to say. @throws notYourself; accountLocked */
export function lastKnownApp(
  { userId: own, isLocked, holder }: LiveApp,
  userId: string,
  { rights }: Pick<AppDeps, 'rights'>,
): SessionHolder | undefined {
  demandOpen({ userId: own, isLocked }, userId);
  return rights.age() <= LAST_KNOWN_RIGHTS_MS ? holder : undefined;
}

/** When the use of an app was noted last, ms. */
const notedAt = new LRUCache<string, number>({ max: 1_000 });

/** Notes the use of an app whose Stop was let in from memory. The Stop does not wait for it; once in SESSION_TOUCH_MS is enough. */
export function noteUse({ appId }: Pick<LiveApp, 'appId'>, { sharedDb, log, now }: Omit<Needs, 'db'>): void {
  const at = new Date(now());
  if (at.getTime() - (notedAt.get(appId) ?? 0) < SESSION_TOUCH_MS) return;
  notedAt.set(appId, at.getTime());
  void touchApp(sharedDb, appId, at, new Date(at.getTime() - SESSION_TOUCH_MS)).catch((error: unknown) => {
    notedAt.delete(appId);
    log.warn({ err: error }, 'the last use of an app could not be noted');
  });
}

function demandOpen({ userId: own, isLocked }: Pick<LiveApp, 'userId' | 'isLocked'>, userId: string): void {
  if (userId !== own) throw new ApiError('notYourself', { field: 'userId' });
  if (isLocked) throw new ApiError('accountLocked');
}

type Needs = Pick<CoreDeps, 'db' | 'sharedDb' | 'log' | 'now'>;

/** Once its signature was right. @throws notYourself; accountLocked */
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
  const stale = new Date(at.getTime() - SESSION_TOUCH_MS);
  if (app.lastUsedAt === null || app.lastUsedAt < stale) {
    // A figure for administrators: no call is refused because it cannot be written (a full disk, say).
    await Promise.all([touchApp(sharedDb, appId, at, stale), touchSession(sharedDb, session.id, at, stale)]).catch(
      (error: unknown) => log.warn({ err: error }, 'the last use of an app could not be noted'),
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
  // Whoever locks it waits for this session, and ends it.
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
    // Of a token that nobody is given.
    tokenHash: tokenHash(randomBytes(32).toString('base64url')),
  };
  await addSession(db, session);
  return session;
}
