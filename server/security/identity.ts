/** Whom a token speaks for. */
import { createHash } from 'node:crypto';
import { SESSION_TOUCH_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { sessionByTokenHash, touchSession, type SessionHolder } from '../db/repositories/sessions.ts';

/** Tokens are random and long: a plain hash keeps them. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * @throws sessionInvalid (1006) for a token that nobody was given or that a demo account holds with the demo off; the
 * code that its session was ended with; loginExpired (11007) when its time is over
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
  const stale = new Date(at - SESSION_TOUCH_MS);
  if (holder.lastUsedAt < stale) {
    // A figure for its owner: nobody is refused because it cannot be written (a full disk, say).
    await touchSession(db, holder.sessionId, new Date(at), stale).catch((error: unknown) =>
      log.warn({ err: error }, 'the last use of a session could not be noted'),
    );
  }
  return holder;
}
