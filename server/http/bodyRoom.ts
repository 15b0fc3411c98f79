/** How much of large bodies is in memory at one time, of one caller and of all. */
import { CodedError } from '../../contract/wire/errors.ts';

const BYTES_MAX = 160 << 20;
const PER_CALLER = 3;
/** Said to whoever comes while there is no room, s. */
const COME_AGAIN_S = 5;

export interface BodyRoom {
  /** Runs the work with so many bytes held for it. @throws tooManyRequests */
  hold<Value>(caller: string, bytes: number, work: () => Promise<Value>): Promise<Value>;
}

export function createBodyRoom(most = BYTES_MAX): BodyRoom {
  const callers = new Map<string, number>();
  let held = 0;
  return {
    async hold(caller, bytes, work) {
      const own = callers.get(caller) ?? 0;
      if (own >= PER_CALLER || held + bytes > most) throw new CodedError('tooManyRequests', { words: { seconds: COME_AGAIN_S } });
      callers.set(caller, own + 1);
      held += bytes;
      try {
        return await work();
      } finally {
        held -= bytes;
        const left = (callers.get(caller) ?? 1) - 1;
        if (left === 0) callers.delete(caller);
        else callers.set(caller, left);
      }
    },
  };
}
