/**
 * Limits per robot: messages, bytes, and time spent on parsing and handling them, so that a faulty robot cannot affect
 * others. Messages over the budget are dropped; a robot that stays over it is disconnected for a minute.
 */
import type { CoreDeps } from '../coreDeps.ts';
import { createBucket, createMeter, type Bucket } from './bucket.ts';

/** One of our robots sends about 20 messages a second during teleop. */
const MESSAGES = { perSecond: 100, most: 300 };
const BYTES = { perSecond: 512 << 10, most: 4 << 20 };
const READING_MS = { perSecond: 100, most: 1_000 };
/** Caps the time charged per message: a stall of the machine is not the robot's fault. */
const MOST_MS = 100;
/** A robot is disconnected after this long over its budget without a pause longer than PAUSE_MS. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 2_000;
const CUT_OFF_MS = 60_000;

/** Why a robot was disconnected. */
export interface Flood {
  /** Messages and bytes per second. `since` and `until`: ms since 1970. */
  messages: number;
  bytes: number;
  since: number;
  /** The robot is readmitted at this time. */
  until: number;
}

export interface RobotBudgets {
  /** Counts a message. @returns whether it is within the budget */
  take(serialNumber: string, bytes: number): boolean;
  /** Charges the time that handling a message took. */
  spend(serialNumber: string, ms: number): void;
  isCutOff(serialNumber: string): boolean;
  /** Disconnects a robot that exceeded the limits of its connection. */
  cutOff(serialNumber: string, figures?: Pick<Flood, 'messages' | 'bytes'>): void;
}

interface Account {
  messages: Bucket;
  bytes: Bucket;
  readingMs: Bucket;
  meters: Record<'messages' | 'bytes', ReturnType<typeof createMeter>>;
  /** Start of the current time over budget, and the last message over it. */
  overSince: number;
  overAt: number;
  /** End of the cut-off, by the monotonic clock. */
  cutOff: number;
}

/** @param onCutOff called at each cut-off, and again if the robot keeps sending: disconnects the robot */
export function createRobotBudgets({
  log,
  now,
  monotonicNow,
  onCutOff,
}: Pick<CoreDeps, 'log' | 'now' | 'monotonicNow'> & {
  onCutOff: (serialNumber: string, flood: Flood) => void;
}): RobotBudgets {
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
    const messages = Math.max(account.meters.messages.perSecond(), figures?.messages ?? 0);
    const bytes = Math.max(account.meters.bytes.perSecond(), figures?.bytes ?? 0);
    log.warn(
      { serialNumber, messages, bytes },
      'a robot exceeded its message limit and is disconnected for one minute',
    );
    onCutOff(serialNumber, { messages, bytes, since: time, until: time + CUT_OFF_MS });
  };
  /** Notes a message over the budget. Always false. */
  const over = (serialNumber: string, account: Account): false => {
    const time = monotonicNow();
    if (time - account.overAt > PAUSE_MS) account.overSince = time;
    account.overAt = time;
    if (time - account.overSince < PATIENCE_MS) return false;
    account.overSince = time; // next report at the earliest, if the robot keeps sending during the cut-off
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
