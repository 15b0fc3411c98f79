/**
 * Reports of robots that are ignored: about deliveries that are over, that another robot has, or beyond the limits. The
 * robot gets its list again, because it may not have heard of a change, but only so often; all are counted, and a robot
 * that goes on is named in the log once an hour.
 */
import { LRUCache } from 'lru-cache';
import type { CoreDeps } from '../coreDeps.ts';
import { createBucket, type Bucket } from '../broker/bucket.ts';

/** Lists that a robot gets because of ignored reports. */
const ANSWERS = { perSecond: 0.1, most: 5 };
const ROBOTS_MAX = 5_000;
const NAMED_AGAIN_MS = 3_600_000;

interface Known {
  answers: Bucket;
  ignored: number;
  namedAt: number;
}

export interface IgnoredReports {
  /** Counts one. @returns whether the robot gets its list again */
  count(serialNumber: string): boolean;
  /** Since the start of this server. */
  total(): number;
}

export function createIgnoredReports({
  now,
  log,
}: Pick<CoreDeps, 'now'> & { log: Pick<CoreDeps['log'], 'warn'> }): IgnoredReports {
  const robots = new LRUCache<string, Known>({ max: ROBOTS_MAX });
  let total = 0;
  return {
    count(serialNumber) {
      const known = robots.get(serialNumber) ?? { answers: createBucket(ANSWERS, now), ignored: 0, namedAt: -Infinity };
      robots.set(serialNumber, known);
      total += 1;
      known.ignored += 1;
      if (known.answers.take()) return true;
      if (now() - known.namedAt >= NAMED_AGAIN_MS) {
        known.namedAt = now();
        log.warn({ serialNumber, ignored: known.ignored }, 'a robot keeps reporting deliveries that it does not have');
      }
      return false;
    },
    total: () => total,
  };
}
