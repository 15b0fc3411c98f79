/**
 * Carries out a write once, however often it is sent (design 3): its id, the hash of its request and its reply are
 * stored in its own transaction. A repeat gets the first reply; a repeat that arrives while the first is running waits.
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
  /** Runs before the transaction begins; not for a repeat. */
  before?: () => Promise<Found>;
  /** Does the work in the given transaction; can run again after the database rolled it back. */
  run: (db: Db, found: Found | undefined) => Promise<unknown>;
  /** Removes what `before` created, after the transaction was finally rolled back. */
  undo?: (found: Found) => Promise<void>;
}

export interface Idempotency {
  /**
   * @param on database for the transaction, if it has a separate connection pool. @throws idReused; any transient
   * error, after which nothing has changed
   */
  once<Found>(write: IdempotentWrite<Found>, on?: Db): Promise<{ reply: Reply; isRepeat: boolean }>;
  /**
   * A write whose reply contains a secret: its id is stored but not its reply, and nothing when it is refused. @throws
   * idReused; the errors of the work
   */
  secret<Answer>(write: Pick<IdempotentWrite, 'key' | 'hash'> & { run: () => Promise<Answer> }): Promise<Answer>;
  /** The reply for a repeat of the same request; undefined when there is none, or for a different request. */
  firstReply(key: RequestKey, hash: string): Promise<Reply | undefined>;
}

export function createIdempotency(db: Db, now: () => number): Idempotency {
  const refusals = createRefusals(now);
  /** Writes running on this server; a write on another server is waited for in the database. */
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
      // An error is a reply too; the transaction has been rolled back.
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

/** Also undoes when the reply is that of an earlier request, because nothing of this attempt remains then. */
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
    // After a lost connection it is unknown whether the transaction was committed.
    isUndone = toApiError(error).code !== ERRORS.databaseAway;
    throw error;
  } finally {
    // Leftovers of a failed undo are small and not referenced.
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
