/**
 * What is taken of one robot, in messages, bytes and time that reading them takes: its nonsense must cost nobody else
 * anything. What is over is dropped; a robot that stays over is cut off for a while.
 */
import type { CoreDeps } from '../coreDeps.ts';
import { createBucket, createMeter, type Bucket } from './bucket.ts';

/** A robot of ours sends about 20 messages a second while it is driven by hand. */
const MESSAGES = { perSecond: 100, most: 300 };
const BYTES = { perSecond: 512 << 10, most: 4 << 20 };
const READING_MS = { perSecond: 100, most: 1_000 };
/** A machine that stalls while a message is read is not the robot's fault. */
const MOST_MS = 100;
/** Over its budget so long, with no pause longer than the other, it is cut off. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 2_000;
const CUT_OFF_MS = 60_000;

/** Why a robot was cut off. */
export interface Flood {
  /** What it sent in a second. `since` and `until`: ms since 1970. */
  messages: number;
  bytes: number;
  since: number;
  /** It is let in again then. */
  until: number;
}

export interface RobotBudgets {
  /** Whether this message may go on; counts it. */
  take(serialNumber: string, bytes: number): boolean;
  /** What reading one took. */
  spend(serialNumber: string, ms: number): void;
  isCutOff(serialNumber: string): boolean;
  /** It sent more than a link may carry. */
  cutOff(serialNumber: string, figures?: Pick<Flood, 'messages' | 'bytes'>): void;
}

interface Account {
  messages: Bucket;
  bytes: Bucket;
  readingMs: Bucket;
  meters: Record<'messages' | 'bytes', ReturnType<typeof createMeter>>;
  /** Since when it has been over, and when it was last. */
  overSince: number;
  overAt: number;
  /** Until then, by the monotonic clock. */
  cutOff: number;
}

/** @param onCutOff called at each cutting off, and again when it goes on talking */
export function createRobotBudgets({
  now,
  monotonicNow,
  onCutOff,
}: Pick<CoreDeps, 'now' | 'monotonicNow'> & { onCutOff: (serialNumber: string, flood: Flood) => void }): RobotBudgets {
  const accounts = new Map<string, Account>();
  const accountOf = (serialNumber: string): Account => {
    const known = accounts.get(serialNumber);
    if (known) return known;
    const made: Account = {
      messages: createBucket(MESSAGES, monotonicNow),
      bytes: createBucket(BYTES, monotonicNow),
      readingMs: createBucket(READING_MS, monotonicNow),
      meters: { messages: createMeter(monotonicNow), bytes: createMeter(monotonicNow) },
      overSince: -Infinity,
      overAt: -Infinity,
      cutOff: -Infinity,
    };
    accounts.set(serialNumber, made);
    return made;
  };

  const cutOff = (serialNumber: string, account: Account, figures?: Pick<Flood, 'messages' | 'bytes'>): void => {
    const time = now();
    account.cutOff = monotonicNow() + CUT_OFF_MS;
    onCutOff(serialNumber, {
      messages: Math.max(account.meters.messages.perSecond(), figures?.messages ?? 0),
      bytes: Math.max(account.meters.bytes.perSecond(), figures?.bytes ?? 0),
      since: time,
      until: time + CUT_OFF_MS,
    });
  };
  /** Always false: it is over. */
  const over = (serialNumber: string, account: Account): false => {
    const time = monotonicNow();
    if (time - account.overAt > PAUSE_MS) account.overSince = time;
    account.overAt = time;
    if (time - account.overSince < PATIENCE_MS) return false;
    account.overSince = time; // the next one, should it come back before its time
    cutOff(serialNumber, account);
    return false;
  };

  return {
    take(serialNumber, bytes) {
      const account = accountOf(serialNumber);
      account.meters.messages.add(1);
      account.meters.bytes.add(bytes);
      if (account.cutOff > monotonicNow()) return over(serialNumber, account);
      return (
        (account.readingMs.has(0) && account.messages.take() && account.bytes.take(bytes)) ||
        over(serialNumber, account)
      );
    },
    spend: (serialNumber, ms) => accountOf(serialNumber).readingMs.spend(Math.min(ms, MOST_MS)),
    isCutOff: (serialNumber) => (accounts.get(serialNumber)?.cutOff ?? -Infinity) > monotonicNow(),
    cutOff: (serialNumber, figures) => cutOff(serialNumber, accountOf(serialNumber), figures),
  };
}
