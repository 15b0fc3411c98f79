/**
 * Carries out a write once, however often it is sent (design 3): its id, the hash of what it asks and its reply are
 * stored in its own transaction. A repeat gets the first reply; one that comes while the first is under way waits.
 */
import { IDEMPOTENCY_TTL_MS } from '../../contract/rules/limits.ts';
import type { Reply } from '../../contract/wire/envelope.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import { claimRequest, keepReply, knownRequest, noteRequest, type RequestKey } from '../db/repositories/requests.ts';
import type { Db } from '../parts.ts';
import { codedFrom, isConflict, isPassing, refusal } from './failures.ts';

const CONFLICT_TRIES = 4;

export interface Write {
  key: RequestKey;
  hash: string;
  /** ms since 1970 */
  now: number;
  /** Does the work on the transaction that is handed in; may be run again when the database undid it. */
  run: (db: Db) => Promise<unknown>;
}

const forgottenBefore = (now: number): Date => new Date(now - IDEMPOTENCY_TTL_MS);

/** @throws idReused; whatever passing trouble undid everything */
export async function writeOnce(db: Db, write: Write): Promise<{ reply: Reply; isRepeat: boolean }> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction((transaction) => attempt(transaction, write));
    } catch (error) {
      if (!isConflict(error) || tries === CONFLICT_TRIES) throw error;
    }
  }
}

async function attempt(db: Db, { key, hash, now, run }: Write): Promise<{ reply: Reply; isRepeat: boolean }> {
  if (!(await claimRequest(db, key, hash, new Date(now), forgottenBefore(now)))) {
    const reply = await firstReply(db, key, hash);
    if (!reply) throw new CodedError('idReused');
    return { reply, isRepeat: true };
  }
  const reply = await runToReply(db, run);
  await keepReply(db, key, reply);
  return { reply, isRepeat: false };
}

/** The reply that a repeat of the same request gets; undefined when there is none, or for another request. */
export async function firstReply(db: Db, key: RequestKey, hash: string): Promise<Reply | undefined> {
  const known = await knownRequest(db, key);
  return known?.hash === hash && known.reply ? known.reply : undefined;
}

/** A refusal is a reply too, and is kept; what the work had changed until then is undone by the inner transaction. */
async function runToReply(db: Db, run: Write['run']): Promise<Reply> {
  try {
    return { code: 0, message: 'ok', data: (await db.transaction((inner) => run(inner))) ?? null };
  } catch (error) {
    const coded = codedFrom(error);
    if (isPassing(coded)) throw error;
    return refusal(coded);
  }
}

/** A write whose reply bears a secret: its id is noted, its reply is not. @throws idReused */
export async function noteSecret(db: Db, { key, hash, now }: Omit<Write, 'run'>): Promise<void> {
  if (!(await noteRequest(db, key, hash, new Date(now), forgottenBefore(now)))) throw new CodedError('idReused');
}
