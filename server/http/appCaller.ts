/**
 * Whom an integrator's app speaks for (design 3): it is recognised by its id and a signature keyed with its secret, no token is needed.
 * It calls in the name of a session of its own, begun when there is none: what ends a person's sessions and their connections ends its, too.
 */
import { randomBytes } from 'node:crypto';
import { SESSION_TOUCH_MS, SESSION_TTL_MS } from '../../contract/rules/limits.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import { openSecret } from '../appSecrets.ts';
import { accountForUpdate } from '../db/repositories/accountAdmin.ts';
import type { Account } from '../db/repositories/accounts.ts';
import { appById, appSession, touchApp, type StoredApp } from '../db/repositories/apps.ts';
import { addSession, touchSession, type SessionHolder } from '../db/repositories/sessions.ts';
import type { Db, Parts } from '../parts.ts';
import { tokenHash } from './identity.ts';

/** One that may call, if its signature is right. */
export interface KnownApp {
  app: StoredApp;
  account: Account;
  secret: string;
}

/** @throws accountNotAuthorized for an app that nobody made, or that was revoked */
export async function findApp(db: Db, appId: string): Promise<KnownApp> {
  const found = await appById(db, appId);
  if (!found || found.app.revokedAt !== null) throw new CodedError('accountNotAuthorized');
  return { ...found, secret: await openSecret(db, appId, found.app.secret) };
}

/** Once its signature was right. @throws notYourself; accountLocked */
export async function enterApp({ app, account }: KnownApp, { userId, address }: { userId: string; address: string }, { db, log, now }: Pick<Parts, 'db' | 'log' | 'now'>): Promise<SessionHolder> {
  if (userId !== account.id) throw new CodedError('notYourself', { field: 'userId' });
  if (account.lockedAt !== null) throw new CodedError('accountLocked');

  const { appId } = app;
  const at = new Date(now());
  const session = (await appSession(db, account.id, at)) ?? (await db.transaction((transaction) => beginSession(transaction, { appId, userId, address, at })));
  const stale = new Date(at.getTime() - SESSION_TOUCH_MS);
  if (app.lastUsedAt === null || app.lastUsedAt < stale) {
    // A figure for administrators: no call is refused because it cannot be written (a full disk, say).
    await Promise.all([touchApp(db, appId, at, stale), touchSession(db, session.id, at, stale)]).catch((error: unknown) => log.warn({ err: error }, 'the last use of an app could not be noted'));
  }
  return {
    sessionId: session.id, userId, nickname: account.nickname, roles: account.roles, demo: account.demo,
    expiresAt: session.expiresAt, lastUsedAt: session.lastUsedAt, endedCode: null,
  };
}

async function beginSession(db: Db, { appId, userId, address, at }: { appId: string; userId: string; address: string; at: Date }) {
  // Whoever locks it waits for this session, and ends it.
  if ((await accountForUpdate(db, userId))?.lockedAt) throw new CodedError('accountLocked');
  const session = {
    id: randomBytes(16).toString('hex'), userId, way: 'app' as const, device: appId, address, createdAt: at, lastUsedAt: at, expiresAt: new Date(at.getTime() + SESSION_TTL_MS),
    // Of a token that nobody is given.
    tokenHash: tokenHash(randomBytes(32).toString('base64url')),
  };
  await addSession(db, session);
  return session;
}
