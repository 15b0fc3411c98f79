/**
 * When contacts are asked again about a case that nobody takes. An open case is asked about until somebody was really
 * told: contacts can be out of their hours, a gateway can fail for days. A taken case that is not resolved is offered to
 * everyone again, and stays so. Both hourly for six hours, then daily; it is looked at every hour, because contacts that
 * could not be told at one hour of the day can be at another.
 */
import { ASK_AGAIN_AFTER_MS, type CaseLife } from './alarmCase.ts';
import { LEVEL_TWO_AFTER_MS } from './alarms.ts';

/** Messages are repeated hourly for this long after level two was told, or the case taken; then daily, ms. */
export const ASK_HOURLY_FOR_MS = 6 * 3_600_000;
export const ASK_DAILY_MS = 24 * 3_600_000;
/** A message that waits for longer is given up by its job, or will be; contacts are asked again without it, ms. */
const UNDERWAY_FOR_MS = 2 * ASK_AGAIN_AFTER_MS;
/** What is due is taken a little late. */
const TOLERANCE_MS = 60_000;

/** The messages about a case since `toldSince`; times in ms since 1970. */
export interface ToldSoFar {
  /** One was sent, or is in the outbox because there is no gateway: repeating it there tells nobody more. */
  isReached: boolean;
  lastAt: number | null;
  /** The newest one that is still to be sent. */
  pendingAt: number | null;
}
export const NOBODY_TOLD: ToldSoFar = { isReached: false, lastAt: null, pendingAt: null };

/** Messages from then on are about the case as it is now, ms since 1970. */
export const toldSince = ({ state, raisedAt, takenAt, levelTwoToldAt }: CaseLife): number =>
  state === 'taken' ? (takenAt ?? raisedAt) : (levelTwoToldAt ?? raisedAt) - LEVEL_TWO_AFTER_MS - TOLERANCE_MS;

/**
 * Decides when `askAgainAt` has come.
 * @returns the life from then on, and whether contacts are asked now
 */
export function askAgain(life: CaseLife, told: ToldSoFar, at: number): { life: CaseLife; isAsked: boolean } {
  const isTaken = life.state === 'taken';
  if (!isTaken && told.isReached) return { life: { ...life, askAgainAt: null }, isAsked: false };
  const next: CaseLife = { ...life, isAskedAgain: isTaken, askAgainAt: at + ASK_AGAIN_AFTER_MS };
  // Everyone may take it from now on.
  if (isTaken && !life.isAskedAgain) return { life: next, isAsked: true };
  if (told.pendingAt !== null && at - told.pendingAt < UNDERWAY_FOR_MS) return { life: next, isAsked: false };
  const from = (isTaken ? life.takenAt : life.levelTwoToldAt) ?? life.raisedAt;
  const isHourly = !told.isReached && at - from <= ASK_HOURLY_FOR_MS + TOLERANCE_MS;
  const pause = isHourly ? ASK_AGAIN_AFTER_MS : ASK_DAILY_MS;
  return { life: next, isAsked: told.lastAt === null || at - told.lastAt >= pause - TOLERANCE_MS };
}
