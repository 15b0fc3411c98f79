/** How much of bodies is in memory at one time, of one caller and of all. */
import { ApiError } from '../../contract/wire/errors.ts';

/** Of large bodies; two of the largest fit into one caller's share. */
const LARGE = { most: 160 << 20, share: 80 << 20 } as const;
/** Of bodies whose sender is not known; the share is a network's. */
export const STRANGERS_ROOM = { most: 32 << 20, share: 4 << 20 } as const;
/** Said to whoever comes while there is no room, s. */
const COME_AGAIN_S = 5;

export interface BodyRoom {
  /** Runs the work with so many bytes held for it. @throws tooManyRequests */
  hold<Value>(caller: string, bytes: number, work: () => Promise<Value>): Promise<Value>;
}

/** @param bounds bytes of all callers, and of one */
export function createBodyRoom({ most, share }: { most: number; share: number } = LARGE): BodyRoom {
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
