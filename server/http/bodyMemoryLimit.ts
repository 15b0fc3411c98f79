/** Limits the memory used by request bodies, for each caller and in total. */
import { ApiError } from '../../contract/wire/errors.ts';

/** For large bodies, bytes; a caller's share fits two of the largest. */
const LARGE = { most: 160 << 20, share: 80 << 20 } as const;
/** For bodies of unidentified clients, bytes; the share is for each network. */
export const ANONYMOUS_BODY_LIMIT = { most: 32 << 20, share: 4 << 20 } as const;
/** Retry delay reported while the memory is in use, s. */
const COME_AGAIN_S = 5;

export interface BodyMemoryLimit {
  /** Reserves `bytes` while the work runs. @throws tooManyRequests */
  hold<Value>(caller: string, bytes: number, work: () => Promise<Value>): Promise<Value>;
}

/** @param bounds limits in bytes, for all callers together and for each */
export function createBodyRoom({ most, share }: { most: number; share: number } = LARGE): BodyMemoryLimit {
  const callers = new Map<string, number>();
  let held = 0;
  return {
    async hold(caller, bytes, work) {
      const own = callers.get(caller) ?? 0;
      if (own + bytes > share || held + bytes > most)
        throw new ApiError('tooManyRequests', { words: { seconds: COME_AGAIN_S } });
      callers.set(caller, own + bytes);
      held += bytes;
      try {
        return await work();
      } finally {
        held -= bytes;
        const left = (callers.get(caller) ?? bytes) - bytes;
        if (left === 0) callers.delete(caller);
        else callers.set(caller, left);
      }
    },
  };
}
