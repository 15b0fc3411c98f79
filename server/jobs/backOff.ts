/** Delays between the attempts of a background job, by its kind, and when one that keeps failing is given up. */
import type { JobRow } from '../db/repositories/jobs.ts';

/** Of the kinds that have their own, ms. The last one is repeated. */
export const BACK_OFF_MS = {
  alarmNotification: [5_000, 30_000, 120_000],
  /** Many mail servers accept a message of an unknown sender only after five minutes. */
  alarmEmail: [10_000, 60_000, 300_000],
  /** By any channel. */
  alarmSummary: [10_000, 60_000, 300_000],
  /** A message that comes much later helps nobody. */
  deliveryMessage: [3_000, 10_000, 30_000],
} as const satisfies Readonly<Record<string, readonly number[]>>;

const FIRST_MS = 10_000;
const MOST_MS = 3_600_000;

/** Delay before the next attempt after `attempt` failed ones, ms: 10 s, doubled each time, at most an hour. */
export function backOffMs(kind: string, attempt: number): number {
  const own: readonly number[] = Object.entries(BACK_OFF_MS).find(([name]) => name === kind)?.[1] ?? [];
  return own[Math.min(attempt, own.length) - 1] ?? Math.min(FIRST_MS * 2 ** Math.min(attempt - 1, 20), MOST_MS);
}

/** When the last attempt of a job that waits starts, if those before it fail at once, ms since 1970. */
export function lastAttemptAt({
  kind,
  dueAt,
  attempts,
  maxAttempts,
}: Pick<JobRow, 'kind' | 'dueAt' | 'attempts' | 'maxAttempts'>): number {
  let at = dueAt.getTime();
  for (let attempt = attempts + 1; attempt < maxAttempts; attempt++) at += backOffMs(kind, attempt);
  return at;
}
