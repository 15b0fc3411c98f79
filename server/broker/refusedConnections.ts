/**
 * Refused MQTT connections and topics of robots within the last hour, for the administrator who connects a robot. In
 * memory, bounded, without passwords; repeats are counted.
 */
import type { RefusedConnection } from '../../contract/entities/conformance.ts';

const KEPT_MS = 3_600_000;
const MOST_KEPT = 200;
/** Longest user name, topic or client id, characters. */
const TEXT_MAX = 120;

/** `signIn`: unknown user name or wrong password; the reader of this list knows which robots exist. */
export type Refusal = Pick<RefusedConnection, 'userName' | 'network' | 'detail'> & {
  reason: 'signIn' | 'otherClientId' | 'certificate' | 'wrongTopic';
};
export type KeptRefusal = Refusal & Pick<RefusedConnection, 'count' | 'firstAt' | 'lastAt'>;

export interface RefusedConnections {
  add(refusal: Refusal): void;
  /** Newest first. */
  list(): KeptRefusal[];
}

const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e]/gu, '?').slice(0, TEXT_MAX);

export function createRefusedConnections(now: () => number): RefusedConnections {
  /** In the order of the last refusal. */
  const kept = new Map<string, KeptRefusal>();
  return {
    add(refusal) {
      const [userName, detail] = [printable(refusal.userName), printable(refusal.detail)];
      const key = `${refusal.reason} ${refusal.network} ${userName} ${detail}`;
      const known = kept.get(key);
      kept.delete(key);
      const at = now();
      const isOld = known === undefined || at - known.lastAt > KEPT_MS;
      kept.set(key, {
        ...refusal,
        userName,
        detail,
        count: isOld ? 1 : known.count + 1,
        firstAt: isOld ? at : known.firstAt,
        lastAt: at,
      });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    },
    list: () => [...kept.values()].filter(({ lastAt }) => now() - lastAt <= KEPT_MS).reverse(),
  };
}
