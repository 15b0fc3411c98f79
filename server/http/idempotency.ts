/**
 * Carries out a write once, however often it is sent (design 3): its id, the hash of what it asks and its reply are
 * stored in its own transaction. A repeat gets the first reply; one that comes while the first is under way waits.
 */
import { IDEMPOTENCY_TTL_MS } from '../../contract/rules/limits.ts';
import type { Reply } from '../../contract/wire/envelope.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { claimRequest, keepReply, knownRequest, noteRequest, type RequestKey } from '../db/repositories/requests.ts';
import { toApiError, isConflict, isPassing, refusal } from './errorMapping.ts';
import { createRefusals } from './refusals.ts';

const CONFLICT_TRIES = 4;

export interface IdempotentWrite<Found = unknown> {
  key: RequestKey;
  hash: string;
  /** Before the transaction begins; not for a repeat. */
  before?: () => Promise<Found>;
  /** Does the work on the transaction that is handed in; may be run again when the database undid it. */
  run: (db: Db, found: Found | undefined) => Promise<unknown>;
  /** Takes away what `before` made: the transaction was undone for good. */
  undo?: (found: Found) => Promise<void>;
}

export interface Idempotency {
  /** @param on where its transaction runs, when it has connections of its own. @throws idReused; whatever passing trouble undid everything */
  once<Found>(write: IdempotentWrite<Found>, on?: Db): Promise<{ reply: Reply; isRepeat: boolean }>;
  /** A write whose reply bears a secret: its id is noted, its reply is not, and nothing where it is refused. @throws idReused; what the work throws */
  secret<Answer>(write: Pick<IdempotentWrite, 'key' | 'hash'> & { run: () => Promise<Answer> }): Promise<Answer>;
  /** The reply that a repeat of the same request gets; undefined when there is none, or for another request. */
  firstReply(key: RequestKey, hash: string): Promise<Reply | undefined>;
}

export function createIdempotency(db: Db, now: () => number): Idempotency {
  const refusals = createRefusals(now);
  /** Here; one that runs on another server is waited for in the database. */
  const underWay = new Map<string, Promise<unknown>>();
  const forgottenBefore = (): Date => new Date(now() - IDEMPOTENCY_TTL_MS);

  const known = async (key: RequestKey) => refusals.find(key) ?? (await knownRequest(db, key, forgottenBefore()));
  const demandSame = (one: { hash: string } | undefined, hash: string): void => {
    if (one && one.hash !== hash) throw new ApiError('idReused');
  };

  const attempt = async <Found>(
    { key, hash, before, run, undo }: IdempotentWrite<Found>,
    on: Db,
  ): Promise<{ reply: Reply; isRepeat: boolean }> => {
    const first = before ? await known(key) : refusals.find(key);
    demandSame(first, hash);
    if (first?.reply) return { reply: first.reply, isRepeat: true };
    try {
      const found = await before?.();
      return await undoing(found, undo, () =>
        throughConflicts(() =>
          on.transaction(async (transaction) => {
            if (!(await claimRequest(transaction, key, hash, new Date(now()), forgottenBefore()))) {
              const other = await knownRequest(transaction, key);
              if (other?.hash !== hash || !other.reply) throw new ApiError('idReused');
              return { reply: other.reply, isRepeat: true };
            }
            const reply: Reply = { code: 0, message: 'ok', data: (await run(transaction, found)) ?? null };
            await keepReply(transaction, key, reply);
            return { reply, isRepeat: false };
          }),
        ),
      );
    } catch (error) {
      // A refusal is a reply too; what the work had changed until then is undone.
      const coded = toApiError(error);
      if (isPassing(coded) || coded.code === ERRORS.idReused) throw error;
      const reply = refusal(coded);
      refusals.keep(key, hash, reply);
      return { reply, isRepeat: false };
    }
  };

  return {
    async once(write, on = db) {
      const name = `${write.key.id} ${write.key.scope}`;
      for (let other = underWay.get(name); other; other = underWay.get(name)) await other.catch(() => undefined);
      const work = attempt(write, on);
      underWay.set(name, work);
      try {
        return await work;
      } finally {
        underWay.delete(name);
      }
    },
    async secret({ key, hash, run }) {
      demandSame(await knownRequest(db, key, forgottenBefore()), hash);
      const answer = await run();
      await noteRequest(db, key, hash, new Date(now()), forgottenBefore());
      return answer;
    },
    async firstReply(key, hash) {
      const one = await known(key);
      return one?.hash === hash && one.reply ? one.reply : undefined;
    },
  };
}

/** Also where the reply is an earlier one's: then nothing of this one stays. */
async function undoing<Found>(
  found: Found | undefined,
  undo: ((found: Found) => Promise<void>) | undefined,
  work: () => Promise<{ reply: Reply; isRepeat: boolean }>,
) {
  let isUndone = true;
  try {
    const outcome = await work();
    isUndone = outcome.isRepeat;
    return outcome;
  } catch (error) {
    // Cut off from the database nobody knows whether it was committed.
    isUndone = toApiError(error).code !== ERRORS.databaseAway;
    throw error;
  } finally {
    // What cannot be taken away is small, and nobody names it.
    if (isUndone && found !== undefined) await undo?.(found).catch(() => undefined);
  }
}

async function throughConflicts<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tries === CONFLICT_TRIES) throw error;
    }
  }
}
