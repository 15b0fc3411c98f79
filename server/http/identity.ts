/** Whom a token speaks for. */
import { createHash } from 'node:crypto';
import { CodedError } from '../../contract/wire/errors.ts';
import { sessionByTokenHash, type SessionHolder } from '../db/repositories/sessions.ts';
import type { Parts } from '../parts.ts';

/** Tokens are random and long: a plain hash keeps them. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * @throws sessionInvalid (1006) for a token that nobody was given or that a demo account holds with the demo off; the
 * code that its session was ended with; loginExpired (11007) when its time is over
 */
export async function identify(token: string, { db, settings, now }: Pick<Parts, 'db' | 'settings' | 'now'>): Promise<SessionHolder> {
  const holder = await sessionByTokenHash(db, tokenHash(token));
  if (!holder || (holder.demo && !settings.demo)) throw new CodedError('sessionInvalid');
  if (holder.endedCode !== null) throw new CodedError(holder.endedCode);
  if (holder.expiresAt.getTime() <= now()) throw new CodedError('loginExpired');
  return holder;
}
