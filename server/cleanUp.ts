/** Throws away what nobody will ask for again: replies kept for repeats, sessions long over. Harmless when two servers do it. */
import { IDEMPOTENCY_TTL_MS, SESSION_TTL_MS } from '../contract/rules/limits.ts';
import { forgetRequests } from './db/repositories/requests.ts';
import { forgetSessions } from './db/repositories/sessions.ts';
import type { Parts } from './parts.ts';

const EVERY_MS = 3_600_000;

/** @returns what ends it */
export function startCleanUp({ db, log, now }: Pick<Parts, 'db' | 'log' | 'now'>): () => void {
  const clean = async (): Promise<void> => {
    await forgetRequests(db, new Date(now() - IDEMPOTENCY_TTL_MS));
    // Until then an old token is told that its session expired, not that it is unknown.
    await forgetSessions(db, new Date(now() - SESSION_TTL_MS));
  };
  const timer = setInterval(() => void clean().catch((error: unknown) => log.warn({ err: error }, 'the clean-up failed; it is tried again in an hour')), EVERY_MS);
  return () => clearInterval(timer);
}
