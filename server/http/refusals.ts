/**
 * What writes were refused with, for their repeats: in memory, for READ_REPLAY_TTL_MS, so many at the most. A refusal changed nothing and
 * leaves no row; once it is forgotten here, or on another server, a repeat is simply tried again.
 */
import { READ_REPLAY_TTL_MS } from '../../contract/rules/limits.ts';
import type { Reply } from '../../contract/wire/envelope.ts';
import type { KnownRequest, RequestKey } from '../db/repositories/requests.ts';

const MOST = 20_000;

export interface Refusals {
  keep(key: RequestKey, hash: string, reply: Reply): void;
  find(key: RequestKey): KnownRequest | undefined;
}

export function createRefusals(now: () => number, most = MOST): Refusals {
  const kept = new Map<string, KnownRequest & { at: number }>();
  const nameOf = ({ scope, id }: RequestKey): string => `${id} ${scope}`;
  return {
    keep(key, hash, reply) {
      const at = now();
      kept.delete(nameOf(key));
      kept.set(nameOf(key), { hash, reply, at });
      // In the order in which they came: the first are the oldest.
      for (const [name, one] of kept) {
        if (kept.size <= most && at - one.at <= READ_REPLAY_TTL_MS) break;
        kept.delete(name);
      }
    },
    find(key) {
      const found = kept.get(nameOf(key));
      return found && now() - found.at <= READ_REPLAY_TTL_MS ? { hash: found.hash, reply: found.reply } : undefined;
    },
  };
}
