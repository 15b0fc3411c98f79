/** Finds the session of a token. */
import { createHash } from 'node:crypto';
import { SESSION_LAST_USED_PRECISION_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { sessionByTokenHash, touchSession, type SessionHolder } from '../db/repositories/sessions.ts';

/** Tokens are long and random, so a plain hash is sufficient. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * @throws sessionInvalid (1006) for an unknown token, or one of a demo account with the demo off; the code that the
 * session
 * was ended with; loginExpired (11007) if the session has expired
 */
export async function identify(
  token: string,
  { db, settings, log, now }: Pick<CoreDeps, 'db' | 'settings' | 'log' | 'now'>,
): Promise<SessionHolder> {
  const holder = await sessionByTokenHash(db, tokenHash(token));
  if (!holder || (holder.demo && !settings.demo)) throw new ApiError('sessionInvalid');
  if (holder.endedCode !== null) throw new ApiError(holder.endedCode);
  const at = now();
  if (holder.expiresAt.getTime() <= at) throw new ApiError('loginExpired');
  const stale = new Date(at - SESSION_LAST_USED_PRECISION_MS);
  if (holder.lastUsedAt < stale) {
    // Informational only: a request must not fail because this cannot be written (for example, on a full disk).
    await touchSession(db, holder.sessionId, new Date(at), stale).catch((error: unknown) =>
      log.warn({ err: error }, 'the last use of a session could not be recorded'),
    );
  }
  return holder;
}
