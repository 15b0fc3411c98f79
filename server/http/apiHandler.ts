/**
 * Handles every API call: envelope, time, signature, session, rate limits, validation, access, idempotency, handler, in
 * this order, each error with its code. Clients get an error's code and no internal details.
 */
import { secretOf } from '../db/repositories/installation.ts';
import * as v from 'valibot';
import type { FileResponse } from '../../contract/endpoint.ts';
import type { Reply } from '../../contract/wire/envelope.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import type { RequestKey } from '../db/repositories/requests.ts';
import { stepsOf } from '../guarded.ts';
import { checkRobots, checkRole, checkSelf, mayStop } from './access.ts';
import {
  authenticate,
  type AuthenticateDeps,
  type ApiRequest,
  type AuditedIdentity,
  type AuthenticatedRequest,
} from './authenticate.ts';
import { createBodyRoom, ANONYMOUS_BODY_LIMIT } from './bodyMemoryLimit.ts';
import type { AddressedCall } from './calls.ts';
import { toApiError, refusal } from './errorMapping.ts';
import { createReplayGuard } from './replayGuard.ts';
import { validate } from './validate.ts';
import { createIdempotency } from './idempotency.ts';

export interface ApiAnswer {
  reply: Reply;
  /** Replaces the reply when a binary call succeeds. */
  file?: FileResponse;
  /** Empty when the caller was not identified. */
  userId: string;
  /** A path of the catalogue, or `unknown`, so that unauthenticated clients cannot fill the metrics. */
  call: string;
}

export interface ApiHandlerDeps
  extends Omit<AuthenticateDeps, 'bodyRoom' | 'strangersRoom' | 'stopRoom' | 'hashKey'>, Pick<CoreDeps, 'urgentDb'> {
  /** Validates replies against the schemas of the catalogue: for tests, too expensive in production. */
  checkAnswers?: boolean;
}

export interface ApiHandler {
  answer(request: ApiRequest): Promise<ApiAnswer>;
  /** Resolves when no call and no effect of a call is running. */
  idle(): Promise<void>;
}

/** The value from the path overrides a field of the same name in the data. */
const withPath = (data: unknown, inPath: AddressedCall['inPath']): unknown =>
  typeof data === 'object' && data !== null && Object.keys(inPath).length > 0 ? { ...data, ...inPath } : data;

export function createApiHandler(needs: ApiHandlerDeps): ApiHandler {
  const { log } = needs;
  const usedIds = createReplayGuard(needs.now);
  const writes = createIdempotency(needs.db, needs.now);
  let keyed: Promise<string> | undefined;
  /**
   * Request hashes are stored for a day. They are keyed, because a weak password could be guessed from a plain hash.
   */
  const hashKey = (): Promise<string> =>
    (keyed ??= secretOf(needs.db, 'requestSecret').catch((error: unknown) => {
      keyed = undefined;
      throw error;
    }));
  // Loaded early, so that a Stop never has to wait for it. If the database is unavailable now, the next call retries.
  hashKey().catch(() => undefined);
  const admission: AuthenticateDeps = {
    ...needs,
    bodyRoom: createBodyRoom(),
    strangersRoom: createBodyRoom(ANONYMOUS_BODY_LIMIT),
    stopRoom: createBodyRoom(ANONYMOUS_BODY_LIMIT),
    hashKey,
  };
  const underWay = new Set<Promise<unknown>>();
  const track = <Value>(work: Promise<Value>): Promise<Value> => {
    underWay.add(work);
    const done = () => underWay.delete(work);
    work.then(done, done);
    return work;
  };
  const runEffects = (effects: readonly (() => void | Promise<void>)[], path: string): void => {
    for (const effect of effects)
      void track(
        Promise.resolve()
          .then(effect)
          .catch((error: unknown) => log.error({ err: error, path }, 'an effect of an API call failed')),
      );
  };

  const answer = async (request: ApiRequest): Promise<ApiAnswer> => {
    const { call } = request;
    // The declared path: the parameter in the actual path can be a secret key.
    const path = call?.endpoint.path ?? 'unknown';
    const seen: AuditedIdentity = { userId: '' };
    try {
      const visit = await authenticate(request, seen, admission);
      const { reply, file } = await carryOut(visit);
      return { reply, ...(file && { file }), userId: seen.userId, call: path };
    } catch (error) {
      const coded = toApiError(error);
      if (coded.code === ERRORS.serverError) log.error({ err: error, path }, 'an API call failed');
      return { reply: refusal(coded), userId: seen.userId, call: path };
    }
  };

  const carryOut = async ({
    call,
    envelope,
    fingerprint: hash,
    judged,
    caller,
    holder,
  }: AuthenticatedRequest): Promise<{ reply: Reply; file?: FileResponse }> => {
    const { endpoint, handle, inPath } = call;
    const { path, kind } = endpoint;
    const key: RequestKey = { scope: holder ? `user ${holder.userId}` : `address ${caller.address}`, id: envelope.id };
    usedIds.check(key, hash);

    checkRole(endpoint, caller);
    if (judged && 'code' in judged) throw new ApiError(judged.code, judged.detail);
    const input = judged ? judged.input : validate(endpoint, withPath(envelope.data, inPath));
    if (holder) {
      checkSelf(call, input, caller);
      try {
        if (kind !== 'stop' || !mayStop(call, input, caller, needs.rights))
          await checkRobots(call, input, caller, needs.sharedDb);
      } catch (error) {
        // A repeat of a write that removed the caller's own right still gets the first reply, in case that was lost.
        const reply = kind === 'write' ? await writes.firstReply(key, hash) : undefined;
        if (reply) return { reply };
        throw error;
      }
    }

    const steps = stepsOf(handle);
    const before = (): Promise<unknown> => steps.before(input, { ...caller, db: needs.db });
    let effects: (() => void | Promise<void>)[] = [];
    const run = async (db: Db, found: unknown): Promise<unknown> => {
      effects = [];
      const data = await steps.handle(
        input,
        { ...caller, db, afterCommit: (effect) => void effects.push(effect) },
        found,
      );
      return steps.present ? data : checked(data);
    };
    const checked = (data: unknown): unknown => {
      if (needs.checkAnswers && !endpoint.binary) v.parse(endpoint.response, data);
      return data;
    };
    if (kind === 'write') {
      const { reply, isRepeat } = await writes.once(
        { key, hash, ...(steps.isGuarded ? { before, undo: (found: unknown) => steps.undo(found) } : {}), run },
        endpoint.urgent ? needs.urgentDb : needs.db,
      );
      if (!isRepeat && reply.code === 0) runEffects(effects, path);
      if (!steps.present || reply.code !== 0) return { reply };
      const data = checked(await steps.present(input, { ...caller, db: needs.db }, reply.data));
      return { reply: { ...reply, data } };
    }
    const runWhole = async (): Promise<unknown> => run(needs.db, await before());
    const data = kind === 'secret' ? await writes.secret({ key, hash, run: runWhole }) : await runWhole();
    runEffects(effects, path);
    if (endpoint.binary) return { reply: { code: 0, message: 'ok', data: null }, file: data as FileResponse }; // handlers of binary calls return a file
    return { reply: { code: 0, message: 'ok', data: data ?? null } };
  };

  return {
    answer: (request) => track(answer(request)),
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
